'use strict';
/** Other Node versions, from npm's `node` package; kept beside the caches. */
const fs = require('node:fs');
const path = require('node:path');
const { CACHE } = require('../paths');
const { run } = require('../child');

/** The newest release of each supported line at the time of writing. */
const SUPPORTED = ['20.20.2', '22.23.3', '24.21.0'];

/**
 * @param {string} version
 * @returns {Promise<string>} the executable, installed if missing
 */
async function nodeBinary(version) {
  if (process.version === `v${version}`) return process.execPath;
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const folder = path.join(CACHE, 'nodes', version);
  const binary = path.join(folder, 'node_modules', name, 'bin', 'node');
  if (fs.existsSync(binary)) return binary;
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
  const { code } = await run('npm', ['install', '--no-audit', '--no-fund', `${name}@${version}`], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (code !== 0) throw new Error(`npm could not install ${name}@${version}.`);
  return binary;
}

module.exports = { nodeBinary, SUPPORTED };
