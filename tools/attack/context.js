'use strict';
/** The toolkit of an attack: sends requests, records problems and judges the growth of work. */
const { send } = require('./http');
const { judgeGrowth } = require('./judge');
const { SeededRandom } = require('../lib/random');
const { pause } = require('./environment');

/** Measurements of which the smallest counts; the others contain work of other processes. */
const REPEATS = 3;
/** Repetitions before a suspicious growth counts as a problem. */
const DOUBTS = 3;
const DEFAULT_TIMEOUT_MS = 20_000;
/** Honest errors: "not now" and "not in this version". */
const HONEST_5XX = [501, 503];

/**
 * @param {import('./environment').Stage} stage
 * @param {{ seed: number, isShort: boolean, isCi: boolean, calls: number, machine:
 *   ReturnType<typeof import('./machine').watchMachine> }} options
 */
function createContext(stage, options) {
  const { patience } = options.machine;
  const problems = [];
  const statuses = {};
  const expected5xx = new Set(HONEST_5XX);
  const note = (text) => {
    if (!problems.includes(text) && problems.length < 20) problems.push(text);
  };

  let isOver = false;
  /**
   * @param {import('./http').Call | string} first the whole request, or its method
   * @param {[path: string, headers: object, body?: unknown]} rest the rest of it, after a method
   */
  const fire = async (first, ...rest) => {
    const [path, headers, body] = rest;
    const call = typeof first === 'string' ? { method: first, path, headers, body } : first;
    if (isOver) throw new Error('This attack is over.');
    const timeoutMs = patience(call.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    const response = await send(stage.url, { ...call, timeoutMs });
    const key = response.error ?? response.status;
    statuses[key] = (statuses[key] ?? 0) + 1;
    if (response.status >= 500 && !expected5xx.has(response.status)) {
      const sentRequest = `${call.method ?? 'GET'} ${call.path}`.slice(0, 200);
      note(`${sentRequest} was answered ${response.status}: ${response.text.slice(0, 120)}`);
    }
    return response;
  };

  return {
    ...stage,
    ...options,
    random: new SeededRandom(options.seed),
    problems,
    statuses,
    /** Stops the attack: its next request throws. */
    end: () => (isOver = true),
    fire,
    patience,
    /**
     * Polls until `look` returns a truthy value.
     * @param {() => unknown} look
     * @param {number} ms sufficient on an idle machine
     * @returns {Promise<boolean>} false: timed out
     */
    until: async (look, ms) => {
      const endMs = performance.now() + patience(ms);
      while (!(await look())) {
        if (isOver || performance.now() > endMs) return false;
        await pause(100);
      }
      return true;
    },
    /** Statuses above 499 that are correct for this attack. */
    expect5xx: (...list) => list.forEach((status) => expected5xx.add(status)),
    /** @param {unknown} isRight */
    check: (isRight, otherwise) => {
      if (!isRight) note(otherwise);
    },
    /**
     * Judges how work grows: `one(n)` is sent for a size and for twice that size.
     * @param {string} what
     * @param {number} size
     * @param {(size: number) => Promise<unknown>} one
     */
    grow: async (what, size, one) => {
      stage.bystander.setPaused(true);
      await one(size);
      let problem;
      let single = Infinity;
      let double = Infinity;
      for (let doubt = 0; doubt === 0 || (problem && doubt <= DOUBTS); doubt++) {
        single = Math.min(single, await leastWork(stage.product, () => one(size)));
        double = Math.min(double, await leastWork(stage.product, () => one(size * 2)));
        problem = judgeGrowth(single, double);
      }
      stage.bystander.setPaused(false);
      if (problem) note(`${what}: ${problem}`);
    },
    /**
     * @returns {Promise<number>} processor time of the product in milliseconds: the least of
     *   several runs
     */
    leastWork: (run) => leastWork(stage.product, run),
  };
}

async function leastWork(product, run) {
  let least = Infinity;
  for (let turn = 0; turn < REPEATS; turn++) {
    const before = product.workMs();
    await run();
    least = Math.min(least, product.workMs() - before);
  }
  return least;
}

module.exports = { createContext };
