'use strict';
/**
 * Installs the packages of package-lock.json if they are missing or outdated. Uses built-in modules
 * only, because it runs on a fresh clone.
 */
const fs = require('node:fs');
const path = require('node:path');
const { createHash } = require('node:crypto');
const { inRoot, NODE_MODULES } = require('./paths');
const { run } = require('./child');

const LOCK = inRoot('package-lock.json');
const STAMP = path.join(NODE_MODULES, '.sd-install-stamp');
/** npm's own record of the installed packages. */
const INSTALLED = path.join(NODE_MODULES, '.package-lock.json');

const lockHash = () => createHash('sha256').update(fs.readFileSync(LOCK)).digest('hex');
const readText = (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : undefined);

/** Whether `node_modules` matches package-lock.json. */
function isInstalled() {
  if (!fs.existsSync(INSTALLED)) return false;
  const expected = lockHash();
  if (readText(STAMP) === expected) return true;
  // Without our stamp, npm was run directly. Trust npm's record if every version agrees.
  if (!installedVersionsMatch()) return false;
  fs.writeFileSync(STAMP, `${expected}\n`);
  return true;
}

function installedVersionsMatch() {
  const expected = JSON.parse(fs.readFileSync(LOCK, 'utf8')).packages;
  const installed = JSON.parse(fs.readFileSync(INSTALLED, 'utf8')).packages;
  return Object.entries(expected).every(([name, entry]) => {
    // The root and the workspaces, which nothing imports by name.
    if (!name.includes('node_modules/') || entry.link) return true;
    // Optional packages are binaries of other platforms, which npm does not install.
    if (!installed[name]) return Boolean(entry.optional || entry.devOptional || entry.peer);
    return installed[name].version === entry.version;
  });
}

/**
 * Runs `npm ci` if needed, with visible output.
 * @returns {Promise<boolean>} whether packages were installed
 */
async function ensureInstalled() {
  if (isInstalled()) return false;
  const startedAtMs = Date.now();
  process.stdout.write('Installing packages (npm ci); the first time takes about a minute …\n');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // At a lower level, npm lists install scripts, which look like failures.
  const { code, signal } = await run(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: inRoot(),
    shell: process.platform === 'win32',
  });
  if (code !== 0) {
    process.stderr.write('`npm ci` failed; its message stands above.\n');
    process.exit(signal === 'SIGINT' ? 130 : 1);
  }
  fs.writeFileSync(STAMP, `${lockHash()}\n`);
  process.stdout.write(`Installed in ${Math.round((Date.now() - startedAtMs) / 1000)} s.\n`);
  return true;
}

module.exports = { ensureInstalled };
