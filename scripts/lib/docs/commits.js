'use strict';
/** Commits of a branch: their subjects, and whether their bodies say why. */
const { execFileSync } = require('node:child_process');

const MAX_SUBJECT = 72;

/**
 * @param {string} root
 * @returns {string} the commit where the branch left main, or else the last commit
 */
function branchStart(root) {
  try {
    return git(root, 'merge-base', 'HEAD', 'main').trim();
  } catch {
    // An archive of the sources, or a clone without the branch.
    return 'HEAD';
  }
}

/**
 * @param {string} root
 * @returns {string[]} one line per problem; none on main, and where there is no repository
 */
function findCommitProblems(root) {
  let log;
  try {
    log = git(
      root,
      'log',
      '--no-merges',
      '-z',
      '--format=%h%n%s%n%b',
      `${branchStart(root)}..HEAD`
    );
  } catch {
    return [];
  }
  return log
    .split('\0')
    .filter(Boolean)
    .flatMap((text) => {
      const [id, subject, ...body] = text.split('\n');
      return [
        ...(subject.length > MAX_SUBJECT
          ? [`Commit ${id}: its subject has more than ${MAX_SUBJECT} characters.`]
          : []),
        ...(body.join('').trim() === '' ? [`Commit ${id}: say why in its body.`] : []),
      ];
    });
}

const git = (cwd, ...args) =>
  execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

module.exports = { branchStart, findCommitProblems };
