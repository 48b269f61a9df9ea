'use strict';
/** Downloads archives from Maven Central with Maven and prepares their contents. */
const fs = require('node:fs');
const path = require('node:path');
const { run } = require('./child');

const DEPENDENCY = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1';

/**
 * Runs in `cwd`, because Maven leaves files where it runs; they are deleted with the download.
 * @param {'unpack' | 'copy'} goal
 * @param {Record<string, string>} options of the goal, with `artifact`
 * @param {string} cwd
 */
async function maven(goal, options, cwd) {
  const args = ['-B', '-q', `${DEPENDENCY}:${goal}`];
  const { code, stdout } = await run(
    'mvn',
    [...args, ...Object.entries(options).map(([key, value]) => `-D${key}=${value}`)],
    { cwd, stdio: ['ignore', 'pipe', 'pipe'] }
  );
  if (code !== 0)
    throw new Error(`Maven could not fetch ${options.artifact}.\n${stdout.slice(-2_000)}`);
}

/** Restores permissions: unpacking by Java drops the execute bit and makes some files private. */
function makeUsable(home) {
  for (const entry of fs.readdirSync(home, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath ?? entry.path, entry.name);
    const isProgram = /(^|\/)bin\//.test(path.relative(home, file)) || file.endsWith('.sh');
    fs.chmodSync(file, entry.isDirectory() || isProgram ? 0o755 : 0o644);
  }
  fs.chmodSync(home, 0o755);
}

/**
 * Fills a folder of the cache once; an interrupted run leaves no partial folder.
 * @param {string} home
 * @param {(work: string) => Promise<string>} fill gets an empty folder and returns the one in it
 *   that becomes `home`
 */
async function filledOnce(home, fill) {
  const work = `${home}.${process.pid}`;
  fs.rmSync(work, { recursive: true, force: true });
  fs.mkdirSync(work, { recursive: true });
  const unpacked = await fill(work);
  makeUsable(unpacked);
  fs.writeFileSync(path.join(unpacked, '.complete'), '');
  fs.rmSync(home, { recursive: true, force: true });
  fs.renameSync(unpacked, home);
  fs.rmSync(work, { recursive: true, force: true });
}

const isFilled = (home) => fs.existsSync(path.join(home, '.complete'));

module.exports = { maven, filledOnce, isFilled };
