'use strict';
/**
 * Stryker plugins. Stryker's jest runner loads every test file that imports the mutated file, for
 * each mutant. This one runs only the files that reach the mutant, the nearest first, and stops at
 * the first failing test.
 */
const fs = require('node:fs');
const path = require('node:path');
const { createHash } = require('node:crypto');

/** Used instead of a test name for a whole file. */
const WHOLE_FILE = '@file ';
/** In the copy of the project, which all Stryker processes share. */
const COSTS = 'mutation_costs.json';
/** Slower tests run last, however near. */
const LONG_MS = 4_000;
/** Cost of loading a file before its first test. */
const LOAD_MS = 400;

class NearestFirst {
  /** @param {{ injectFunction(factory: unknown): unknown }} injector Stryker's */
  constructor(injector) {
    this.injector = injector;
  }

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    const { strykerPlugins } = await import('@stryker-mutator/jest-runner');
    this.runner = this.injector.injectFunction(strykerPlugins[0].factory);
    await this.runner.init();
    const { jestWrapper } = this.runner;
    this.runCli = jestWrapper.runCLI.bind(jestWrapper);
    jestWrapper.runCLI = (argv, roots) => this.run(argv, roots);
  }

  async dryRun(options) {
    this.plan = undefined;
    const result = await this.runner.dryRun(options);
    const costs = { tests: {}, files: {} };
    for (const { id, fileName, timeSpentMs } of result.tests ?? []) {
      const file = path.relative(process.cwd(), fileName);
      (costs.tests[id] ??= {})[file] = timeSpentMs;
      costs.files[file] = (costs.files[file] ?? LOAD_MS) + timeSpentMs;
    }
    fs.writeFileSync(COSTS, JSON.stringify(costs));
    const files = Object.entries(costs.files).map(([file, timeSpentMs]) => {
      const id = WHOLE_FILE + file;
      return { id, name: id, fileName: path.resolve(file), timeSpentMs, status: 0 };
    });
    result.tests?.push(...files);
    return result;
  }

  mutantRun(options) {
    this.costs ??= JSON.parse(fs.readFileSync(COSTS, 'utf8'));
    const changed = path.relative(process.cwd(), options.sandboxFileName);
    this.plan = planRun(options.testFilter, this.costs, changed);
    return this.runner.mutantRun(options);
  }

  async run(argv, roots) {
    if (!this.plan) return this.runCli(argv, roots);
    const all = { numRuntimeErrorTestSuites: 0, testResults: [] };
    for (const { files, pattern } of this.plan) {
      const { results } = await this.runCli(
        {
          ...argv,
          _: files,
          findRelatedTests: false,
          runTestsByPath: true,
          testNamePattern: pattern,
        },
        roots
      );
      all.numRuntimeErrorTestSuites += results.numRuntimeErrorTestSuites;
      all.testResults.push(...results.testResults);
      if (results.numFailedTests + results.numRuntimeErrorTestSuites > 0) break;
    }
    return { results: all };
  }
}

/**
 * @param {readonly string[]} ids names of tests, and of whole files
 * @returns {{ files: string[], pattern?: string }[]} runs of jest; without `pattern` all tests
 */
function planRun(ids, costs, changed) {
  const wanted = new Map();
  const of = (file) => {
    if (!wanted.has(file)) wanted.set(file, { file, names: [], ms: LOAD_MS });
    return wanted.get(file);
  };
  for (const id of ids.filter((one) => one.startsWith(WHOLE_FILE))) {
    const file = id.slice(WHOLE_FILE.length);
    Object.assign(of(file), { names: undefined, ms: costs.files[file] });
  }
  for (const id of ids) {
    for (const [file, ms] of Object.entries(costs.tests[id] ?? {})) {
      const entry = of(file);
      if (!entry.names) continue;
      entry.names.push(id);
      entry.ms += ms;
    }
  }
  const rank = ({ file, ms }) => (ms > LONG_MS ? -1 : sharedFolders(file, changed));
  const sorted = [...wanted.values()].sort((a, b) => rank(b) - rank(a) || a.ms - b.ms);
  return batches(sorted).map((batch) => ({
    files: batch.map(({ file }) => file),
    pattern: batch.every(({ names }) => names)
      ? batch
          .flatMap(({ names }) => names)
          .map((name) => `^${escaped(name)}$`)
          .join('|')
      : undefined,
  }));
}

/**
 * Batch sizes 1, 1, 2, 4 …: the first file detects most mutants, and each run of jest has a fixed
 * cost.
 */
function batches(entries) {
  const found = [];
  for (let at = 0, size = 1; at < entries.length; at += size) {
    if (found.length > 1) size = Math.min(size * 2, 8);
    found.push(entries.slice(at, at + size));
  }
  return found;
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

function sharedFolders(a, b) {
  const [one, other] = [a, b].map((file) => path.dirname(file).split(path.sep));
  const differs = one.findIndex((folder, at) => folder !== other[at]);
  return differs < 0 ? one.length : differs;
}

/** Skips mutants that the seeded draw did not choose, or that were not named. */
class Draw {
  constructor({ draw }) {
    this.draw = draw;
  }

  async init() {}

  async group(mutants) {
    return [mutants.map(({ id }) => id)];
  }

  async check(mutants) {
    const { seed, share, names } = this.draw;
    const isDrawn = (name) => (names ? names.includes(name) : fraction(seed + name) < share);
    return Object.fromEntries(
      mutants.map((mutant) => [
        mutant.id,
        isDrawn(nameOf(mutant))
          ? { status: 'passed' }
          : { status: 'compileError', reason: 'Not drawn.' },
      ])
    );
  }
}

/** A mutant's key, the same in each run; positions count from 0. */
const nameOf = ({ fileName, location: { start, end }, mutatorName, replacement }) =>
  JSON.stringify([path.basename(fileName), start, end, mutatorName, replacement]);

/** A number evenly distributed from 0 to 1, the same for the same text. */
const fraction = (text) => createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32;

const nearestFirst = (injector) => new NearestFirst(injector);
nearestFirst.inject = ['$injector'];
const draw = (options) => new Draw(options);
draw.inject = ['options'];

exports.WHOLE_FILE = WHOLE_FILE;
exports.nameOf = nameOf;
// Named exports, because Stryker imports this file as a module.
exports.strykerPlugins = [
  { kind: 'TestRunner', name: 'nearest', factory: nearestFirst },
  { kind: 'Checker', name: 'draw', factory: draw },
];
exports.strykerValidationSchema = { properties: { draw: { type: 'object' } } };
