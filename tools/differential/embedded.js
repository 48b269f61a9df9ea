'use strict';
/** The embedded engine in this process, for explanations, which need no server. */
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { ENGINE_ENTRY } = require('../../scripts/lib/paths');
const { ADMIN } = require('../../scripts/lib/runtime/server');

/**
 * @param {string} compatibility
 * @param {Record<string, string>} [settings] further settings by their names on a cluster
 * @returns {Promise<{ engine: import('../../src/backend/api').Engine, stop(): Promise<void> }>}
 */
async function startEngine(compatibility, { dfm_empty_overrides_all = 'false' } = {}) {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'sd-engine-'));
  const { engine } = await require(ENGINE_ENTRY).startEmbeddedEngine({
    dataDir,
    initialAdminPassword: ADMIN.password,
    settings: {
      compatibility,
      allowsSecurityConfigModification: true,
      dfmEmptyOverridesAll: dfm_empty_overrides_all === 'true',
    },
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
