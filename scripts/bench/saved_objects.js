'use strict';
/** Pages of 100 among 100 000 saved objects, at the client that the `_find` route calls. */
const { inRoot } = require('../lib/paths');
const { registerTypeScript } = require('../lib/typescript');

module.exports = {
  name: 'Saved objects: `_find`, 100 000 objects',
  async run() {
    registerTypeScript();
    const bench = inRoot('src', 'core', 'server', 'saved_objects', 'bench', 'find_bench.ts');
    const timings = await require(bench).benchmarkFind((line) =>
      process.stdout.write(`  ${line}\n`)
    );
    return timings.map(({ name, total, medianMs, p95Ms }) => ({
      what: `${name} (${total} found)`,
      value: `${medianMs.toFixed(1)} ms, p95 ${p95Ms.toFixed(1)} ms`,
      goal: 'p95 15 ms',
    }));
  },
};
