'use strict';
/** Starts and stops a Keycloak on loopback that stores nothing. */
const fs = require('node:fs');
const path = require('node:path');
const { spawn } = require('node:child_process');
const { randomBytes } = require('node:crypto');
const { setTimeout: sleep } = require('node:timers/promises');
const { ensureKeycloak, javaOfKeycloak } = require('./software');

/** The start takes most of a minute on two idle processors. */
const START_TIMEOUT_MS = 240_000;
const STOP_TIMEOUT_MS = 20_000;
const PAUSE_MS = 300;

/**
 * @typedef {{ url: string, adminName: string, adminPassword: string, stop: () => Promise<void> }}
 *   Keycloak the administrator of the realm `master`
 */

/**
 * @param {{ port: number, dir: string, say?: (line: string) => void }} options `dir`: for its log
 * @returns {Promise<Keycloak>}
 */
async function startKeycloak({ port, dir, say = () => {} }) {
  const home = await ensureKeycloak(say);
  fs.mkdirSync(dir, { recursive: true });
  const logFile = path.join(dir, 'keycloak.log');
  const log = fs.openSync(logFile, 'w');
  const [adminName, adminPassword] = ['admin', randomBytes(12).toString('base64url')];
  const child = spawn(
    'bash',
    [
      path.join(home, 'bin', 'kc.sh'),
      'start-dev',
      '--db=dev-mem',
      '--http-host=127.0.0.1',
      `--http-port=${port}`,
    ],
    {
      // The shell and Java form one process group, so a signal ends both.
      detached: true,
      stdio: ['ignore', log, log],
      env: {
        PATH: process.env.PATH,
        HOME: dir,
        JAVA_HOME: javaOfKeycloak(),
        JAVA_OPTS_KC_HEAP: '-Xms64m -Xmx512m',
        KC_BOOTSTRAP_ADMIN_USERNAME: adminName,
        KC_BOOTSTRAP_ADMIN_PASSWORD: adminPassword,
      },
    }
  );
  fs.closeSync(log);
  let isOver = false;
  child.once('exit', () => (isOver = true));
  const stop = async () => {
    const until = Date.now() + STOP_TIMEOUT_MS;
    for (const signal of ['SIGTERM', 'SIGKILL']) {
      if (isOver) return;
      process.kill(-child.pid, signal);
      while (!isOver && Date.now() < until) await sleep(100);
    }
  };
  const url = `http://127.0.0.1:${port}`;
  const until = Date.now() + START_TIMEOUT_MS;
  while (!(await isUp(url))) {
    if (isOver || Date.now() > until) {
      await stop();
      throw new Error(`Keycloak did not start.\n${tailOf(logFile)}`);
    }
    await sleep(PAUSE_MS);
  }
  return { url, adminName, adminPassword, stop };
}

const isUp = (url) =>
  fetch(`${url}/realms/master`).then(
    ({ ok }) => ok,
    () => false
  );

const tailOf = (file) => fs.readFileSync(file, 'utf8').split('\n').slice(-12).join('\n');

module.exports = { startKeycloak };
