'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { run } = require('../lib/child');
const { temporaryFolder } = require('../lib/runtime/server');

const SIZES = [
  { users: 1_000, roles: 100 },
  { users: 10_000, roles: 1_000 },
  { users: 100_000, roles: 10_000 },
];
const CHILD = path.join(__dirname, '..', 'lib', 'bench', 'engine_scale_child.js');

async function child(...args) {
  const { code, stdout } = await run(process.execPath, [CHILD, ...args.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (code !== 0) throw new Error(`engine_scale_child ${args[0]} ended with ${code}`);
  return JSON.parse(stdout);
}

async function measure({ users, roles }) {
  const dataDir = temporaryFolder();
  try {
    await child('fill', dataDir, users, roles);
    return await child('measure', dataDir, users);
  } finally {
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

const ms = (value) => `${value.toFixed(1)} ms`;

module.exports = {
  name: 'Security engine: large configurations',
  async run() {
    const results = [];
    for (const size of SIZES) results.push(await measure(size));
    const { startMs, page, readsPerSecond, write, rssMib } = results.at(-1);
    const [small, middle, large] = results.map((one) => one.page.p95Ms);
    return [
      {
        what: 'Start with 100 000 users and 10 000 roles',
        value: `${(startMs / 1000).toFixed(2)} s`,
        goal: '2 s',
      },
      {
        what: 'Memory (RSS) after all of the below',
        value: `${rssMib.toFixed(0)} MiB`,
        goal: '400 MiB',
      },
      {
        what: 'Searched and sorted page of 100, median of 600 different ones',
        value: ms(page.p50Ms),
      },
      { what: 'the same, p95, no search asked twice', value: ms(page.p95Ms), goal: '15 ms' },
      { what: 'the very first one', value: ms(page.firstMs) },
      {
        what: 'p95 at 1 000, 10 000, 100 000 users',
        value: [small, middle, large].map(ms).join(', '),
        goal: 'logarithmic',
      },
      { what: 'Reading one user', value: `${Math.round(readsPerSecond)} /s`, goal: '8000 /s' },
      {
        what: 'Durable writes, 10 connections',
        value: `${Math.round(write.perSecond)} /s`,
        goal: '1000 /s',
      },
      { what: 'their latency, p99', value: ms(write.p99Ms), goal: '30 ms' },
    ];
  },
};
