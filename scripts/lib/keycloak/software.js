'use strict';
/** Downloads Keycloak with Maven into the cache of the cluster software. */
const path = require('node:path');
const { spawnSync } = require('node:child_process');
const { cacheFolder, findJava } = require('../cluster/versions');
const { filledOnce, isFilled, maven } = require('../maven');

const VERSION = '26.0.7';
const ARTIFACT = `org.keycloak:keycloak-quarkus-dist:${VERSION}:zip`;
/** Java feature versions that this release supports. */
const JAVA = { from: 17, to: 21 };

const homeOf = () => path.join(cacheFolder(), `keycloak-${VERSION}`);

/** @returns {string | undefined} a Java home that Keycloak supports */
const javaOfKeycloak = () => findJava({ java: JAVA });

/** The reason why Keycloak is not available here, in one line, or undefined. */
function missingForKeycloak() {
  if (process.platform === 'win32') return 'Keycloak is started on Linux and macOS only';
  if (!javaOfKeycloak())
    return `Keycloak ${VERSION} needs Java ${JAVA.from} to ${JAVA.to}; OPENSEARCH_JAVA_HOME or JAVA_HOME names one`;
  if (isFilled(homeOf())) return undefined;
  return spawnSync('mvn', ['--version'], { stdio: 'ignore' }).error
    ? 'mvn is not installed'
    : undefined;
}

/**
 * The unpacked home of Keycloak; downloaded if it is not cached.
 * @param {(line: string) => void} say
 * @returns {Promise<string>}
 */
async function ensureKeycloak(say) {
  const home = homeOf();
  if (isFilled(home)) return home;
  const missing = missingForKeycloak();
  if (missing) throw new Error(`Keycloak cannot be fetched: ${missing}.`);
  say(`Fetching Keycloak ${VERSION} (about 147 MB, once) …`);
  await filledOnce(home, async (work) => {
    await maven('unpack', { artifact: ARTIFACT, outputDirectory: work }, work);
    return path.join(work, `keycloak-${VERSION}`);
  });
  return home;
}

module.exports = { ensureKeycloak, missingForKeycloak, javaOfKeycloak };
