'use strict';
/** The engine alone, in this process: for questions, which need no server. */
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { ENGINE_ENTRY } = require('../paths');
const { ADMIN } = require('../runtime/server');

/** @param {string} compatibility @returns {Promise<{ engine: import('../../../src/backend/contract').Engine, stop(): Promise<void> }>} */
async function startEngine(compatibility) {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'sd-engine-'));
  const { engine } = await require(ENGINE_ENTRY).startEmbeddedEngine({
    dataDir,
    initialAdminPassword: ADMIN.password,
    settings: { compatibility, allowsSecurityConfigModification: true },
  });
  return {
    engine,
    stop: async () => {
      await engine.stop();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

module.exports = { startEngine };
