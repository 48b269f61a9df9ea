'use strict';
/** The step `keycloak`: the suites of test/keycloak, against a real Keycloak started for them. */
const path = require('node:path');
const { cacheFolder } = require('../cluster/versions');
const { startKeycloak } = require('../keycloak/node');
const { ensureKeycloak, missingForKeycloak } = require('../keycloak/software');
const { freePort } = require('./cluster');

const say = (line) => process.stdout.write(`  ${line}\n`);

/** @returns {Promise<string | undefined>} what keeps Keycloak from being had here, in one line */
async function obstacle() {
  const missing = missingForKeycloak();
  if (missing !== undefined) return missing;
  return ensureKeycloak(say).then(
    () => undefined,
    (error) => error.message.split('\n')[0]
  );
}

/**
 * @param {(env: Record<string, string>) => Promise<import('./schedule').Counts>} runSuites gets
 *   SD_KEYCLOAK: where it is, and the name and password of its administrator, as JSON
 */
async function withKeycloak(runSuites) {
  if (process.env.SD_KEYCLOAK) return runSuites({});
  const problem = await obstacle();
  if (problem !== undefined) {
    say(`Skipped: ${problem}`);
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
