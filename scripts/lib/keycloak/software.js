'use strict';
/** Fetches Keycloak once, by Maven, into the folder that holds the clusters' software as well. */
const path = require('node:path');
const { spawnSync } = require('node:child_process');
const { cacheFolder, findJava } = require('../cluster/versions');
const { filledOnce, isFilled, maven } = require('../maven');

const VERSION = '26.0.7';
const ARTIFACT = `org.keycloak:keycloak-quarkus-dist:${VERSION}:zip`;
/** Feature numbers that this version runs on. */
const JAVA = { from: 17, to: 21 };

const homeOf = () => path.join(cacheFolder(), `keycloak-${VERSION}`);

/** @returns {string | undefined} a Java home that Keycloak runs on */
const javaOfKeycloak = () => findJava({ java: JAVA });

/** Says in one line why Keycloak cannot be had here, or undefined when it can. */
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
 * Its home, unpacked; fetched when the cache does not hold it yet.
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
