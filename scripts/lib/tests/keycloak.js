'use strict';
/** The step `keycloak`: starts a real Keycloak and runs the suites of test/keycloak against it. */
const fs = require('node:fs');
const path = require('node:path');
const { cacheFolder } = require('../cluster/versions');
const { startKeycloak } = require('../keycloak/node');
const { ensureKeycloak, missingForKeycloak } = require('../keycloak/software');
const { freePort } = require('./cluster');

/** @returns {Promise<string | undefined>} why Keycloak cannot be started here, in one line */
async function obstacle(out) {
  const missing = missingForKeycloak();
  if (missing !== undefined) return missing;
  return ensureKeycloak((line) => fs.writeSync(out, `  ${line}\n`)).then(
    () => undefined,
    (error) => error.message.split('\n')[0]
  );
}

/**
 * @param {number} out file descriptor for progress
 * @param {(env: Record<string, string>) => Promise<import('./run_steps').Counts>} runSuites gets
 *   SD_KEYCLOAK: the URL, and the administrator's name and password, as JSON
 */
async function withKeycloak(out, runSuites) {
  if (process.env.SD_KEYCLOAK) return runSuites({});
  const problem = await obstacle(out);
  if (problem !== undefined) {
    fs.writeSync(out, `  Skipped: ${problem}\n`);
    return { passed: 0, failed: 0 };
  }
  const dir = path.join(cacheFolder(), 'tests', 'keycloak');
  const { stop, ...keycloak } = await startKeycloak({ port: await freePort(), dir });
  try {
    return await runSuites({ SD_KEYCLOAK: JSON.stringify(keycloak) });
  } finally {
    await stop();
  }
}

module.exports = { withKeycloak };
