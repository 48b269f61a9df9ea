'use strict';
/** Fetches a server and its security plugin once, by Maven, and unpacks them into the cache. */
const fs = require('node:fs');
const path = require('node:path');
const { spawnSync } = require('node:child_process');
const { run } = require('../child');
const { cacheFolder, findJava } = require('./versions');

const DEPENDENCY = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1';
const PLUGIN_FOLDER = path.join('plugins', 'opensearch-security');

/** Says in one line why a cluster cannot be had here, or undefined when it can. */
function missingTools(release) {
  if (process.platform === 'win32') return 'a cluster can be started on Linux and macOS only';
  for (const tool of ['mvn', 'openssl', 'bash'])
    if (spawnSync(tool, ['--version'], { stdio: 'ignore' }).error)
      return `${tool} is not installed`;
  if (!findJava(release))
    return `OpenSearch ${release.version} needs Java ${release.java.from} to ${release.java.to}; OPENSEARCH_JAVA_HOME names one`;
  return undefined;
}

/** It leaves notes of what it did where it runs: with what it fetched, to go with it. */
const maven = async (goal, options, cwd) => {
  const args = ['-B', '-q', `${DEPENDENCY}:${goal}`];
  const { code, stdout } = await run(
    'mvn',
    [...args, ...Object.entries(options).map(([key, value]) => `-D${key}=${value}`)],
    { cwd, stdio: ['ignore', 'pipe', 'pipe'] }
  );
  if (code !== 0)
    throw new Error(`Maven could not fetch ${options.artifact}.\n${stdout.slice(-2_000)}`);
};

/**
 * The server's home, unpacked; fetched when the cache does not hold it yet.
 * @param {import('./versions').Release} release
 * @param {(line: string) => void} say
 * @returns {Promise<string>}
 */
async function ensureSoftware(release, say) {
  const home = path.join(cacheFolder(), release.version);
  if (fs.existsSync(path.join(home, '.complete'))) return home;
  const missing = missingTools(release);
  if (missing) throw new Error(`The cluster cannot be fetched: ${missing}.`);
  say(`Fetching OpenSearch ${release.version} and its security plugin (about 95 MB, once) …`);
  // A folder of its own until all is there: an interrupted run leaves nothing half done behind.
  const work = `${home}.${process.pid}`;
  fs.rmSync(work, { recursive: true, force: true });
  fs.mkdirSync(work, { recursive: true });
  const { version } = release;
  const artifact = `org.opensearch.distribution.integ-test-zip:opensearch:${version}:zip`;
  await maven('unpack', { artifact, outputDirectory: work }, work);
  const unpacked = path.join(work, `opensearch-${version}`);
  const plugin = path.join(unpacked, PLUGIN_FOLDER);
  const security = `org.opensearch.plugin:opensearch-security:${version}.0:zip`;
  await maven('unpack', { artifact: security, outputDirectory: plugin }, work);
  for (const { coordinates, to } of release.borrows ?? [])
    await maven('copy', { artifact: coordinates, outputDirectory: path.join(unpacked, to) }, work);
  if (release.dropsExtended) dropExtended(path.join(plugin, 'plugin-descriptor.properties'));
  makeUsable(unpacked);
  fs.writeFileSync(path.join(unpacked, '.complete'), '');
  fs.rmSync(home, { recursive: true, force: true });
  fs.renameSync(unpacked, home);
  fs.rmSync(work, { recursive: true, force: true });
  return home;
}

function dropExtended(file) {
  const text = fs.readFileSync(file, 'utf8');
  fs.writeFileSync(file, text.replace(/^extended\.plugins=.*$/m, 'extended.plugins='));
}

/** Archives unpacked by Java lose the right to execute, and some files are for their owner only. */
function makeUsable(home) {
  for (const entry of fs.readdirSync(home, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath ?? entry.path, entry.name);
    const isProgram = /(^|\/)bin\//.test(path.relative(home, file)) || file.endsWith('.sh');
    fs.chmodSync(file, entry.isDirectory() || isProgram ? 0o755 : 0o644);
  }
  fs.chmodSync(home, 0o755);
}

module.exports = { ensureSoftware, missingTools, PLUGIN_FOLDER };
