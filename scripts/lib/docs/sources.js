'use strict';
/**
 * Checks documents cited in comments: each must exist in the repository, with the cited section
 * (`docs/reference/engine.md#patterns`).
 */
const fs = require('node:fs');
const path = require('node:path');

const FOLDERS = ['src', 'test', 'scripts', 'examples', 'tools'];
const SOURCE = /\.(tsx?|js)$/;
/** May also match inside strings, which does no harm. */
const COMMENT = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm;
const SLUG = '#[a-z0-9-]+';
const CITED = new RegExp(
  `([\\w./-]*\\w\\.md)\\b(${SLUG}(?:(?:,| and)[\\s*]+(?:and[\\s*]+)?${SLUG})*)?`,
  'g'
);
const DECISION = /\bdecisions? (\d+)/gi;
/**
 * References to documents outside the repository. RFCs are public, and docs/spec-coverage.md covers
 * the specification.
 */
const ELSEWHERE = /\b(?:references?|issues?|security-engine|core-services)\s+(?:sections?\s+)?\d/gi;

/**
 * @param {string} root
 * @returns {string[]} one line per broken citation
 */
function findMissingSources(root) {
  const documents = createDocuments(root);
  return sourceFiles(root).flatMap((file) => {
    const source = fs.readFileSync(path.join(root, file), 'utf8');
    return [...source.matchAll(COMMENT)].flatMap(({ 0: comment, index }) =>
      problemsOf(comment, path.dirname(file), documents).map(({ at, text }) => {
        const line = source.slice(0, index + at).split('\n').length;
        return `${file}:${line}: ${text}`;
      })
    );
  });
}

function problemsOf(comment, folder, documents) {
  const problems = [];
  const add = ({ index }, text) => problems.push({ at: index, text });
  for (const match of comment.matchAll(CITED)) {
    const [, name, anchors = ''] = match;
    const sections = documents.sectionsOf(name, folder);
    if (!sections) add(match, `there is no ${name}`);
    for (const [slug] of sections ? anchors.matchAll(new RegExp(SLUG, 'g')) : [])
      if (!sections.has(slug.slice(1))) add(match, `${name} has no section ${slug}`);
  }
  for (const match of comment.matchAll(DECISION))
    if (!documents.hasDecision(Number(match[1]))) add(match, `there is no ${match[0]}`);
  for (const match of comment.matchAll(ELSEWHERE))
    add(match, `"${match[0]}" is of a document that is not here; say it, or cite docs/reference`);
  return problems;
}

function createDocuments(root) {
  const decisions = namesIn(path.join(root, 'docs', 'decisions'));
  const guides = ['docs', 'docs/guide', 'docs/reference'];
  const sections = new Map();
  return {
    /**
     * @returns {Set<string> | undefined} slugs of the headings; undefined if the file does not
     *   exist
     */
    sectionsOf(name, folder) {
      const places = name.includes('/') ? ['', folder] : ['', folder, ...guides];
      const file = places.map((place) => path.join(root, place, name)).find(fs.existsSync);
      if (file === undefined) return undefined;
      if (!sections.has(file)) sections.set(file, slugsOf(fs.readFileSync(file, 'utf8')));
      return sections.get(file);
    },
    hasDecision: (number) =>
      decisions.some((name) => name.startsWith(`${String(number).padStart(4, '0')}-`)),
  };
}

const namesIn = (folder) => (fs.existsSync(folder) ? fs.readdirSync(folder) : []);

/** Slugs as repository hosts generate them. */
const slugsOf = (markdown) =>
  new Set(
    [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
      title
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-')
    )
  );

/** Paths relative to the root. Files in the root itself are configurations of tools. */
function sourceFiles(root) {
  const inFolder = (folder) =>
    fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const name = path.posix.join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : inFolder(name);
      return SOURCE.test(name) ? [name] : [];
    });
  const own = namesIn(root).filter((name) => SOURCE.test(name));
  return [...own, ...FOLDERS.filter((folder) => namesIn(root).includes(folder)).flatMap(inFolder)];
}

module.exports = { findMissingSources };
