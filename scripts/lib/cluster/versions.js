'use strict';
/**
 * The OpenSearch releases that the embedded engine is compared with, and what each needs to start
 * from the artifacts of Maven Central alone.
 */
const path = require('node:path');
const os = require('node:os');
const fs = require('node:fs');

/**
 * @typedef {{ line: string, version: string, java: { from: number, to: number }, borrows?:
 *   Artifact[], dropsExtended?: boolean }} Release
 */
/** @typedef {{ coordinates: string, to: string }} Artifact */

/** @type {Readonly<Record<string, Release>>} */
const RELEASES = {
  2.19: { line: '2.19', version: '2.19.3', java: { from: 11, to: 24 } },
  3.4: {
    line: '3.4',
    version: '3.4.0',
    java: { from: 21, to: 25 },
    // The plugin names a module that is missing from the published server archive; security works
    // without it.
    dropsExtended: true,
    // Without this artifact, the first PATCH with an array ends the node.
    borrows: [
      {
        coordinates: 'org.apache.commons:commons-collections4:4.4:jar',
        to: 'plugins/opensearch-security',
      },
    ],
  },
};

/** @param {string} name `2.19`, `3.4`, or the full version @returns {Release} */
function releaseOf(name) {
  const release = RELEASES[name] ?? releases().find(({ version }) => version === name);
  if (release) return release;
  throw new Error(
    `There is no release "${name}" to start; there are ${Object.keys(RELEASES).join(' and ')}.`
  );
}

/** @returns {Release[]} */
const releases = () => Object.values(RELEASES);

/**
 * Cache folder of downloads and unpacked servers. As root, the server runs under another account
 * that cannot read root's home.
 */
function cacheFolder() {
  const { SD_CLUSTER_CACHE, XDG_CACHE_HOME } = process.env;
  if (SD_CLUSTER_CACHE) return path.resolve(SD_CLUSTER_CACHE);
  const base =
    process.getuid?.() === 0 ? '/var/cache' : (XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache'));
  return path.join(base, 'security-dashboards', 'cluster');
}

/** Possible Java homes, starting with those of the environment. */
function javaHomes() {
  const { OPENSEARCH_JAVA_HOME, JAVA_HOME } = process.env;
  const roots = ['/usr/lib/jvm', '/Library/Java/JavaVirtualMachines', '/opt/java'];
  const installed = roots
    .filter((root) => fs.existsSync(root))
    .flatMap((root) =>
      fs
        .readdirSync(root)
        .sort()
        .map((name) => path.join(root, name))
    );
  return [OPENSEARCH_JAVA_HOME, JAVA_HOME, ...installed].filter(Boolean);
}

/** The Java feature version (17) of a folder, or undefined. */
function javaVersion(home) {
  const file = path.join(home, 'release');
  if (!fs.existsSync(file) || !fs.existsSync(path.join(home, 'bin', 'java'))) return undefined;
  const [, first, second] =
    /JAVA_VERSION="(\d+)(?:\.(\d+))?/.exec(fs.readFileSync(file, 'utf8')) ?? [];
  return first === '1' ? Number(second) : Number(first);
}

/** @param {Release} release @returns {string | undefined} a Java home this release runs on */
function findJava({ java }) {
  return javaHomes().find((home) => {
    const version = javaVersion(home);
    return version !== undefined && version >= java.from && version <= java.to;
  });
}

module.exports = { releaseOf, releases, cacheFolder, findJava };
