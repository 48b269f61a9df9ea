'use strict';
/**
 * The built product under attack: probed, with a data folder of its own, and stopped in any state.
 */
const fs = require('node:fs');
const path = require('node:path');
const { SERVER_COMMAND, startServer } = require('../../scripts/lib/runtime/server');

const PROBE = path.join(__dirname, 'probe.js');
/** From SIGTERM to exit: the server's `server.shutdownTimeout` plus time to close. */
const STOP_MS = 15_000;

/**
 * @typedef {object} Product
 * @property {string} url
 * @property {number} pid
 * @property {() => boolean} isAlive
 * @property {() => string} log its complete output
 * @property {() => { turns: number, held: number[] }} takeLoop since the last call: iterations of
 *   the event loop, and the milliseconds of those that blocked it noticeably
 * @property {() => number} peakMib peak resident memory since `resetPeak`
 * @property {() => number} rssMib current resident memory
 * @property {() => void} resetPeak
 * @property {() => number} workMs processor time of all threads
 * @property {(shiftMs: number) => void} moveClock
 * @property {(signal: NodeJS.Signals) => Promise<number | null>} kill the exit code; null if the
 *   signal itself ended the process
 * @property {(patience?: (ms: number) => number) => Promise<boolean>} stop false: it had to be
 *   killed
 */

/**
 * @param {{ args?: string[], env?: Record<string, string>, dataDir?: string, wrap?: (argv:
 *   string[], dataDir: string) => string[], root?: string }} [options] `root`: another checkout
 *   whose build is started
 * @returns {Promise<Product>}
 */
async function startProduct({ args = [], env, dataDir, wrap, root } = {}) {
  let child;
  let text = '';
  let loop = { turns: 0, held: [] };
  const server = root
    ? SERVER_COMMAND.with(-1, path.join(root, 'build/server/core.js'))
    : undefined;
  const started = await startServer({
    command: ['--require', PROBE, ...(server ?? SERVER_COMMAND)],
    args,
    env,
    dataDir,
    wrap,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    onStart: (process) => {
      child = process;
      child.stdout.on('data', (chunk) => (text += chunk));
      child.stderr.on('data', (chunk) => (text += chunk));
      child.on('message', ({ turns, held }) => {
        loop.turns += turns;
        loop.held.push(...held);
      });
    },
  });
  const { pid } = started;
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  return {
    url: started.url,
    pid,
    isAlive,
    log: () => text,
    takeLoop: () => {
      const taken = loop;
      loop = { turns: 0, held: [] };
      return taken;
    },
    peakMib: () => statusKib(pid, 'VmHWM') / 1024,
    rssMib: () => statusKib(pid, 'VmRSS') / 1024,
    resetPeak: () => resetPeak(pid),
    workMs: () => workMs(pid),
    kill: (signal) =>
      new Promise((resolve) => {
        child.once('exit', resolve);
        child.kill(signal);
      }),
    moveClock: (shiftMs) => void child.send({ shiftMs }),
    stop: async (patience = (ms) => ms) => {
      let isKilled = false;
      const timer = setTimeout(() => {
        isKilled = true;
        child.kill('SIGKILL');
      }, patience(STOP_MS));
      await started.stop();
      clearTimeout(timer);
      return !isKilled;
    },
  };
}

/**
 * Starts a product that may refuse to start, and calls `look` if it starts.
 * @param {Parameters<typeof startProduct>[0]} options
 * @param {(product: Product) => Promise<void>} [look]
 * @returns {Promise<{ isStarted: boolean, said: string }>} `said`: its output
 */
async function tryStart(options, look) {
  let product;
  try {
    product = await startProduct(options);
  } catch (error) {
    return { isStarted: false, said: error.message.split('It printed:')[1] ?? '' };
  }
  try {
    await look?.(product);
  } finally {
    await product.stop();
  }
  return { isStarted: true, said: product.log() };
}

/** @returns {number} 0 if the process has ended or there is no /proc */
function statusKib(pid, key) {
  try {
    const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`^${key}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function resetPeak(pid) {
  try {
    fs.writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // Without this file, the peak covers the whole life of the process.
  }
}

function workMs(pid) {
  try {
    return fs
      .readdirSync(`/proc/${pid}/task`)
      .map((task) =>
        Number.parseInt(fs.readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8'), 10)
      )
      .reduce((sum, ns) => sum + ns / 1e6, 0);
  } catch {
    return 0;
  }
}

module.exports = { startProduct, tryStart };
