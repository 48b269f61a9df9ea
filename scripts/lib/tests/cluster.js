'use strict';
/** The step `cluster`: starts a real node and runs the suites of test/cluster against it. */
const fs = require('node:fs');
const net = require('node:net');
const path = require('node:path');
const { missingTools, ensureSoftware } = require('../cluster/software');
const { AUDIT_YML, FOR_TESTS } = require('../cluster/configuration');
const { startNode, stopNode } = require('../cluster/node');
const { cacheFolder, releaseOf } = require('../cluster/versions');

/**
 * @param {number} out file descriptor for progress
 * @returns {Promise<string | undefined>} why a cluster cannot be started here, in one line
 */
async function obstacleTo(release, out) {
  const missing = missingTools(release);
  if (missing !== undefined) return missing;
  return ensureSoftware(release, (line) => fs.writeSync(out, `  ${line}\n`)).then(
    () => undefined,
    (error) => error.message.split('\n')[0]
  );
}

/** A free port; the transport port 50 above it is likely free, too. */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(Math.min(port, 65_000)));
    });
  });
}

/**
 * Starts an empty node, unless SD_CLUSTER_NODE names the `node.json` of a running one.
 * @param {number} out file descriptor for progress
 * @param {(env: Record<string, string>) => Promise<import('./run_steps').Counts>} runSuites
 */
async function withCluster(out, runSuites) {
  if (process.env.SD_CLUSTER_NODE) return runSuites({});
  return withNode(out, process.env.SD_CLUSTER_RELEASE ?? '3.4', (file) =>
    runSuites({ SD_CLUSTER_NODE: file })
  );
}

/** Starts an empty node of each release. */
const withTwoClusters = (out, runSuites) =>
  withNode(out, '3.4', (newer) =>
    withNode(out, '2.19', (older) =>
      runSuites({ SD_CLUSTER_NODE: newer, SD_OTHER_CLUSTER_NODE: older })
    )
  );

/** @param {(file: string) => Promise<import('./run_steps').Counts>} run with its `node.json` */
async function withNode(out, name, run) {
  const release = releaseOf(name);
  const obstacle = await obstacleTo(release, out);
  if (obstacle !== undefined) {
    fs.writeSync(out, `  Skipped: ${obstacle}\n`);
    return { passed: 0, failed: 0 };
  }
  const dir = path.join(cacheFolder(), 'tests', release.version);
  await stopNode(dir);
  fs.rmSync(dir, { recursive: true, force: true });
  try {
    const port = await freePort();
    await startNode({ release, dir, port, extraYml: AUDIT_YML, ...FOR_TESTS });
    return await run(path.join(dir, 'node.json'));
  } finally {
    await stopNode(dir);
  }
}

module.exports = { freePort, obstacleTo, withCluster, withTwoClusters };
