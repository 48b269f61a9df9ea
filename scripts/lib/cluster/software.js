'use strict';
/** Downloads an OpenSearch server and its security plugin with Maven into the cache. */
const fs = require('node:fs');
const path = require('node:path');
const { spawnSync } = require('node:child_process');
const { filledOnce, isFilled, maven } = require('../maven');
const { cacheFolder, findJava } = require('./versions');

const PLUGIN_FOLDER = path.join('plugins', 'opensearch-security');

/** The reason why a cluster cannot be started here, in one line, or undefined. */
function missingTools(release) {
  if (process.platform === 'win32') return 'a cluster can be started on Linux and macOS only';
  for (const tool of ['mvn', 'openssl', 'bash'])
    if (spawnSync(tool, ['--version'], { stdio: 'ignore' }).error)
      return `${tool} is not installed`;
  if (!findJava(release))
    return `OpenSearch ${release.version} needs Java ${release.java.from} to ${release.java.to}; OPENSEARCH_JAVA_HOME names one`;
  return undefined;
}

/**
 * The unpacked home of the server; downloaded if it is not cached.
 * @param {import('./versions').Release} release
 * @param {(line: string) => void} say
 * @returns {Promise<string>}
 */
async function ensureSoftware(release, say) {
  const home = path.join(cacheFolder(), release.version);
  if (isFilled(home)) return home;
  const missing = missingTools(release);
  if (missing) throw new Error(`The cluster cannot be fetched: ${missing}.`);
  say(`Fetching OpenSearch ${release.version} and its security plugin (about 95 MB, once) …`);
  const { version } = release;
  await filledOnce(home, async (work) => {
    const artifact = `org.opensearch.distribution.integ-test-zip:opensearch:${version}:zip`;
    await maven('unpack', { artifact, outputDirectory: work }, work);
    const unpacked = path.join(work, `opensearch-${version}`);
    const plugin = path.join(unpacked, PLUGIN_FOLDER);
    const security = `org.opensearch.plugin:opensearch-security:${version}.0:zip`;
    await maven('unpack', { artifact: security, outputDirectory: plugin }, work);
    for (const { coordinates, to } of release.borrows ?? [])
      await maven(
        'copy',
        { artifact: coordinates, outputDirectory: path.join(unpacked, to) },
        work
      );
    if (release.dropsExtended) dropExtended(path.join(plugin, 'plugin-descriptor.properties'));
    return unpacked;
  });
  return home;
}

function dropExtended(file) {
  const text = fs.readFileSync(file, 'utf8');
  fs.writeFileSync(file, text.replace(/^extended\.plugins=.*$/m, 'extended.plugins='));
}

module.exports = { ensureSoftware, missingTools, PLUGIN_FOLDER };
