'use strict';
const fs = require('node:fs');
const { inRoot } = require('../../scripts/lib/paths');
const {
  startServer,
  untilFirst200,
  median,
  rssMib,
  temporaryFolder,
} = require('../../scripts/lib/runtime/server');

const RUNS = 5;
/**
 * Wait before memory is read from `/status` and the operating system, so that start-up garbage is
 * collected.
 */
const IDLE_MS = 5000;

const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;

async function measure(command, dataDir) {
  const timesMs = [];
  for (let i = 0; i < RUNS; i++) {
    const server = await startServer({ command, dataDir });
    timesMs.push(await untilFirst200(server));
    await server.stop();
  }
  return median(timesMs);
}

module.exports = {
  name: 'Start',
  async run() {
    const dataDir = temporaryFolder();
    try {
      const first = await startServer({ dataDir });
      const firstMs = await untilFirst200(first);
      await first.stop();
      const secondMs = await measure([inRoot('scripts', 'start.js')], dataDir);
      const serverMs = await measure(undefined, dataDir);
      const idle = await startServer({ dataDir });
      await untilFirst200(idle);
      await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
      const idleMib = rssMib(idle.pid);
      await idle.stop();
      return [
        { what: 'Server process to its first 200, empty data folder', value: seconds(firstMs) },
        {
          what: `Second start (\`scripts/start.js\`) to the first 200, median of ${RUNS}`,
          value: seconds(secondMs),
          goal: '2 s',
        },
        { what: 'of which the server process', value: seconds(serverMs), goal: '0.7 s' },
        { what: 'Idle memory (RSS)', value: `${idleMib.toFixed(0)} MiB`, goal: '140 MiB' },
      ];
    } finally {
      fs.rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
