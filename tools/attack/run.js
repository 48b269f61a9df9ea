'use strict';
/** Runs attacks sequentially and judges each. */
const { buildStage, pause } = require('./environment');
const { createContext } = require('./context');
const { CI_FACTOR, judgeMeasures, limitsBeside, limitsOf, mean, percentile } = require('./judge');
const { watchMachine } = require('./machine');

/** Time limit of an attack on an idle machine, in milliseconds. */
const LONGEST_MS = 180_000;
const LONGEST_SHORT_MS = 40_000;
/** The bystander keeps running for a moment after each attack, so that after-effects count. */
const AFTERMATH_MS = 300;
/** Pause between two requests of the witness, long enough to put no load on the machine. */
const WITNESS_PAUSE_MS = 100;

/**
 * @typedef {object} Attack
 * @property {string} name
 * @property {string} what one line
 * @property {(context: ReturnType<typeof createContext>) => Promise<void>} fire
 * @property {boolean} [isFresh] needs its own product
 * @property {() => Promise<Parameters<typeof buildStage>[0]>} [start] options of the product's
 *   start; adjacent attacks with the same function share a product
 * @property {boolean} [isAlone] runs without the product of the stage, and starts its own
 * @property {boolean} [isLong] skipped in the short form
 * @property {string[]} [bystanderMaySee] permitted statuses of the bystander besides 200
 * @property {() => string | undefined} [cannot] why the attack is impossible on this machine
 *
 * @typedef {{ name: string, what: string, problems: string[], skipped?: string, heldMs: number,
 *   p999Ms: number, rssMib: number, p99Ms: number, witnessMs: number, statuses: Record<string,
 *   number>, seconds: number }} Result
 */

/**
 * @param {readonly Attack[]} attacks
 * @param {{ seed: number, isShort: boolean, isCi: boolean, calls: number, root?: string }} options
 * @param {(result: Result) => void} onResult
 * @returns {Promise<{ results: Result[], turns: number, held: number[] }>} `held`: milliseconds of
 *   each noticeable block of the event loop; `turns`: iterations of the loop
 */
async function runAttacks(attacks, options, onResult) {
  const witness = await buildStage({ root: options.root }, WITNESS_PAUSE_MS);
  try {
    const machine = watchMachine(witness, options.isCi ? CI_FACTOR : 1);
    return await runBeside({ ...options, machine }, attacks, onResult);
  } finally {
    await witness.tearDown();
  }
}

async function runBeside(options, attacks, tell) {
  const { patience } = options.machine;
  const total = { results: [], turns: 0, held: [] };
  const chosen = attacks.filter(({ isLong }) => !options.isShort || !isLong);
  const build = async ({ start }) => buildStage({ root: options.root, ...(await start?.()) });
  let stage;
  /** The stage of the next attack. */
  let prepared;
  const drop = async () => {
    const hasExited = !stage || (await stage.tearDown(patience));
    stage = undefined;
    return hasExited;
  };
  try {
    for (const [at, attack] of chosen.entries()) {
      const cannot = attack.cannot?.();
      if (needsOwn(attack, chosen[at - 1])) await drop();
      if (!cannot && !attack.isAlone) {
        stage ??= await (prepared ?? build(attack));
        prepared = undefined;
      }
      const next = chosen[at + 1];
      if (options.isCi && next && needsOwn(next, attack) && !next.isAlone && !next.cannot?.()) {
        prepared = build(next);
        // An error is reported when the promise is awaited.
        prepared.catch(() => undefined);
      }
      const result = cannot
        ? { ...NOTHING, skipped: cannot }
        : await runAttack(attack, attack.isAlone ? undefined : stage, options);
      const told = { name: attack.name, what: attack.what, ...result };
      total.turns += result.loop?.turns ?? 0;
      total.held.push(...(result.loop?.held ?? []));
      // Damage by one attack must not count against the next one.
      if ((attack.isFresh || told.problems.length > 0) && !(await drop())) {
        told.problems.push('SIGTERM did not end the process in time');
      }
      total.results.push(told);
      tell(told);
    }
  } finally {
    await drop();
    await prepared?.then(
      (unused) => unused.tearDown(),
      () => undefined
    );
  }
  return total;
}

/**
 * Stages of such attacks may be built during the previous attack if the limits tolerate the extra
 * load.
 */
const needsOwn = ({ isFresh, start }, before) => Boolean(isFresh) || start !== before?.start;

const NOTHING = {
  problems: [],
  heldMs: 0,
  p999Ms: 0,
  rssMib: 0,
  p99Ms: 0,
  witnessMs: 0,
  statuses: {},
  seconds: 0,
};

async function runAttack(attack, stage, options) {
  const startedAtMs = performance.now();
  const { machine } = options;
  const limits = limitsOf(options.isCi);
  const context = createContext(stage, { ...options, heldLimitMs: limits.heldMs });
  const { problems, statuses } = context;
  const seconds = () => (performance.now() - startedAtMs) / 1000;
  if (stage) {
    stage.product.resetPeak();
    await stage.bystander.take();
    stage.product.takeLoop();
  }
  await machine.take();
  const longestMs = options.isShort ? LONGEST_SHORT_MS : LONGEST_MS;
  const endMs = machine.calmMs() + longestMs;
  let timer;
  await Promise.race([
    attack.fire(context).catch((error) => problems.push(`it broke off: ${error.message}`)),
    new Promise((resolve) => {
      timer = setInterval(() => {
        if (machine.calmMs() < endMs) return;
        problems.push(`it did not end in ${longestMs / 1000} s`);
        resolve();
      }, 500);
    }),
  ]);
  clearInterval(timer);
  context.end();
  if (!stage) return { ...NOTHING, problems, statuses, seconds: seconds() };

  stage.bystander.setPaused(false);
  await pause(AFTERMATH_MS);
  if (!(await stage.isCalm(machine.patience))) {
    problems.push(
      stage.product.isAlive() ? 'the server does not answer any more' : 'the process died'
    );
  }
  // The probe reports ten times a second.
  await pause(150);
  const loop = stage.product.takeLoop();
  const seen = await stage.bystander.take();
  const measured = {
    heldMs: Math.max(0, ...loop.held),
    rssMib: stage.product.peakMib(),
    ...seen,
    maySee: attack.bystanderMaySee,
  };
  const witness = await machine.take();
  problems.push(...judgeMeasures(measured, limitsBeside(limits, witness)));
  return {
    problems,
    statuses,
    loop,
    heldMs: measured.heldMs,
    p999Ms: p999Of(loop),
    rssMib: measured.rssMib,
    p99Ms: percentile(seen.latenciesMs, 0.99),
    witnessMs: mean(witness.latenciesMs),
    seconds: seconds(),
  };
}

/** The 99.9th percentile over all iterations of the event loop; unreported ones count as 0. */
function p999Of({ turns, held }) {
  const skipped = Math.max(0, turns - held.length);
  const at = Math.floor(Math.max(turns, held.length) * 0.999) - skipped;
  return at < 0 ? 0 : ([...held].sort((a, b) => a - b)[Math.min(at, held.length - 1)] ?? 0);
}

module.exports = { runAttacks, p999Of };
