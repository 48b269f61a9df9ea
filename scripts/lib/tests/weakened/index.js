'use strict';
/** Runs each attack's test on sources without the guard that it is for; it has to fail there. */
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { run } = require('../../child');
const { inRoot } = require('../../paths');
const { GUARDS } = require('./guards');
const { VARIABLE } = require('./weaken');

const CONFIG = inRoot('scripts', 'lib', 'tests', 'weakened', 'jest_config.js');

/**
 * @param {{ workers: number, wanted: string }} options `wanted`: part of an attack's name
 * @returns {Promise<boolean>} whether the tests pass on the real sources, and each fails without
 */
async function runWeakened({ workers, wanted }) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sd-weakened-'));
  try {
    const chosen = GUARDS.map((guard, at) => ({ ...guard, at })).filter(({ attack }) =>
      attack.toLowerCase().includes(wanted.toLowerCase())
    );
    const files = [...new Set(chosen.map(({ test }) => test))];
    const real = await runTests(folder, { id: 'real', files, workers });
    if (!real.success) {
      say('The tests fail on the real sources already; that proves nothing.', real.said);
      return false;
    }
    say(`${files.length} test files pass on the real sources.`);
    let missed = 0;
    const waiting = [...chosen];
    const judge = async () => {
      for (let one = waiting.shift(); one; one = waiting.shift()) {
        const { at, attack, test, name } = one;
        const result = await runTests(folder, {
          id: String(at),
          files: [test],
          name,
          weakened: at,
        });
        const problem = problemOf(result);
        if (problem) missed++;
        say(`${problem ? `MISSED   ${attack}: ${problem}` : `noticed  ${attack}`}`);
      }
    };
    await Promise.all(Array.from({ length: workers }, judge));
    say(`${chosen.length - missed} of ${chosen.length} guards are noticed when they are gone.`);
    return missed === 0;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns {string | undefined} why the run proves nothing */
function problemOf({ ran, failed, broken, said }) {
  if (broken > 0) return `its sources do not run:\n${said}`;
  if (ran === 0) return 'there is no such test';
  return failed === 0 ? 'its test passes without the guard' : undefined;
}

async function runTests(folder, { id, files, name = '', weakened, workers = 1 }) {
  const report = path.join(folder, `${id}.json`);
  const output = path.join(folder, `${id}.log`);
  const jest = inRoot('node_modules', 'jest', 'bin', 'jest.js');
  const out = fs.openSync(output, 'w');
  await run(
    process.execPath,
    [
      jest,
      ...['--config', CONFIG, '--rootDir', inRoot(), '--maxWorkers', String(workers)],
      ...['--json', '--outputFile', report, '--testNamePattern', `^${escaped(name)}`],
      ...['--runTestsByPath', ...files],
    ],
    {
      cwd: inRoot(),
      stdio: ['ignore', out, out],
      env: { ...process.env, ...(weakened !== undefined && { [VARIABLE]: String(weakened) }) },
    }
  );
  fs.closeSync(out);
  const said = fs.readFileSync(output, 'utf8');
  if (!fs.existsSync(report)) return { success: false, ran: 0, failed: 0, broken: 1, said };
  const told = JSON.parse(fs.readFileSync(report, 'utf8'));
  const {
    numPassedTests: passed,
    numFailedTests: failed,
    numRuntimeErrorTestSuites: broken,
  } = told;
  return { success: told.success, ran: passed + failed, failed, broken, said };
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const say = (...lines) => process.stdout.write(`${lines.join('\n')}\n`);

module.exports = { runWeakened };
