'use strict';
const fs = require('node:fs');
const { inRoot } = require('../lib/paths');
const { ADMIN, temporaryFolder } = require('../lib/runtime/server');

const REQUESTS = 100_000;

module.exports = {
  name: 'Security engine: generated requests',
  async run() {
    require('../lib/typescript').registerTypeScript();
    const { startEmbeddedEngine } = require(inRoot('src', 'backend', 'embedded', 'index.ts'));
    const { fuzz } = require(inRoot('src', 'backend', 'testing', 'fuzz.ts'));
    const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
    process.stdout.write(`  seed ${seed} (FUZZ_SEED repeats it)\n`);
    const dataDir = temporaryFolder();
    const settings = { hasNodesDnApi: true };
    const { engine } = await startEmbeddedEngine({
      dataDir,
      settings,
      initialAdminPassword: ADMIN.password,
    });
    try {
      const authorization = `Basic ${Buffer.from(`admin:${ADMIN.password}`).toString('base64')}`;
      const { principal } = await engine.authenticate({
        headers: { authorization },
        remoteAddress: '::1',
      });
      const admin = { kind: 'user', principal, remoteAddress: '::1' };
      const startedAt = performance.now();
      const { statuses, slowestMs } = await fuzz({ engine, admin, requests: REQUESTS, seed });
      const perSecond = REQUESTS / ((performance.now() - startedAt) / 1000);
      const seen = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
      return [
        {
          what: `Requests without an unexpected 5xx, a hang, or a change after a 4xx (seed ${seed})`,
          value: `${REQUESTS} of ${REQUESTS}`,
          goal: 'all',
        },
        { what: 'Answers', value: seen.join(', ') },
        { what: 'Slowest answer', value: `${slowestMs.toFixed(0)} ms`, goal: '10 s' },
        { what: 'Rate', value: `${Math.round(perSecond)} /s` },
      ];
    } finally {
      await engine.stop();
      fs.rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
