'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { inRoot, CACHE, BUILD_PUBLIC } = require('../lib/paths');
const { run } = require('../lib/child');

async function buildSeconds() {
  const startedAtMs = performance.now();
  const { code } = await run(process.execPath, [inRoot('scripts', 'build.js')], {
    stdio: 'ignore',
  });
  if (code !== 0) throw new Error('The build failed.');
  return (performance.now() - startedAtMs) / 1000;
}

module.exports = {
  name: 'Production build',
  async run() {
    fs.rmSync(path.join(CACHE, 'webpack'), { recursive: true, force: true });
    // Compressed files of the last build would be taken over as they are.
    fs.rmSync(BUILD_PUBLIC, { recursive: true, force: true });
    const cold = await buildSeconds();
    const warm = await buildSeconds();
    return [
      { what: 'Cold: no cache, nothing built', value: `${cold.toFixed(1)} s`, goal: '40 s' },
      { what: 'Warm: nothing changed', value: `${warm.toFixed(1)} s`, goal: '5 s' },
    ];
  },
};
