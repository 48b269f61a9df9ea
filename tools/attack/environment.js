'use strict';
/**
 * The stage of an attack: one product with its users and a bystander. It is rebuilt when an attack
 * requires it, broke the product, or ended it.
 */
const path = require('node:path');
const { fork } = require('node:child_process');
const { startProduct } = require('./product');
const { settle } = require('./people');
const { send, closeConnections } = require('./http');

/** Address of the bystander; attackers use others. */
const BYSTANDER_ADDRESS = '127.0.0.2';
/** Average pause between two requests of the bystander of the attacked product. */
const PAUSE_MS = 25;
/** Time for the product to become idle after an attack. */
const CALM_MS = 10_000;

/**
 * @param {Parameters<typeof startProduct>[0] & { prepare?: (stage: { url: string, people:
 *   Awaited<ReturnType<typeof settle>> }) => Promise<void> }} options `prepare`: the
 *   administrator's work before the attack
 * @param {number} [pauseMs] average pause between two requests of the bystander
 * @returns {Promise<Stage>}
 * @typedef {Awaited<ReturnType<typeof buildStage>>} Stage
 */
async function buildStage(options, pauseMs = PAUSE_MS) {
  const product = await startProduct(options);
  let users;
  try {
    users = await settle(product.url);
    await options.prepare?.({ url: product.url, people: users });
  } catch (error) {
    await product.stop();
    throw error;
  }
  const bystander = startBystanders(product.url, [users.bystander.cookie], pauseMs);
  return {
    url: product.url,
    product,
    people: users,
    bystander,
    /**
     * Waits until the product responds.
     * @param {(ms: number) => number} patience timeout on this machine
     * @returns {Promise<boolean>} false: timed out
     */
    async isCalm(patience) {
      const untilMs = performance.now() + patience(CALM_MS);
      while (product.isAlive() && performance.now() < untilMs) {
        const { status } = await send(product.url, {
          path: '/app/login',
          from: BYSTANDER_ADDRESS,
          timeoutMs: patience(CALM_MS),
        });
        if (status === 200) return true;
        await pause(200);
      }
      return false;
    },
    /**
     * @param {(ms: number) => number} [patience] timeout on this machine
     * @returns {Promise<boolean>} false: the product had to be killed
     */
    async tearDown(patience) {
      bystander.stop();
      closeConnections(product.url);
      return product.stop(patience);
    },
  };
}

/**
 * @param {string} url
 * @param {readonly string[]} cookies one per user
 * @param {number} pauseMs average pause between two requests of a user
 */
function startBystanders(url, cookies, pauseMs) {
  const child = fork(path.join(__dirname, 'background_load.js'));
  child.send({ url, cookies, from: BYSTANDER_ADDRESS, pauseMs });
  let onTaken;
  let onRecent;
  child.on('message', ({ taken, recent }) => {
    if (taken) onTaken(taken);
    else onRecent?.(recent);
  });
  return {
    /**
     * @returns {Promise<{ latenciesMs: number[], statuses: Record<string, number>, workMs: number[]
     *   }>} since the last call; waits for a response if there was none
     */
    take: () =>
      new Promise((resolve) => {
        onTaken = resolve;
        child.send({ take: true });
      }),
    /** @param {(recent: { latenciesMs: number[], workMs: number[] }) => void} listener */
    onRecent: (listener) => (onRecent = listener),
    setPaused: (isPaused) => void child.send({ isPaused }),
    stop: () => void child.kill('SIGKILL'),
  };
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

module.exports = { buildStage, pause };
