'use strict';
/**
 * Starts what is compared: the product with its embedded engine, and a real cluster; alike in every
 * setting.
 */
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { run } = require('../child');
const { inRoot } = require('../paths');
const { startServer, ADMIN } = require('../runtime/server');
const { startNode, stopNode } = require('../cluster/node');
const { securityFiles } = require('./people');
const { Side } = require('./side');

/** Settings of `opensearch.yml`, and the same of the product. */
const SETTINGS = {
  'restapi.admin.enabled': 'true',
  'unsupported.restapi.allow_securityconfig_modification': 'true',
  nodes_dn_dynamic_config_enabled: 'true',
};

const temporary = (name) => fs.mkdtempSync(path.join(os.tmpdir(), name));

/**
 * @param {{ release: import('../cluster/versions').Release, port: number, say: (line: string) =>
 *   void, settings?: Record<string, string> }} options `settings`: more of the plugin
 * @returns {Promise<{ cluster: Side, dir: string, files: string, seeds: Record<string,
 *   Record<string, object>>, stop(): Promise<void> }>} `files`: the configuration it began with,
 *   `seeds`: the same by type and name
 */
async function startCluster({ release, port, say, settings = {} }) {
  const dir = temporary('sd-cluster-');
  const files = path.join(dir, 'security');
  fs.mkdirSync(files);
  const seeds = {};
  for (const [name, content] of Object.entries(await securityFiles(ADMIN))) {
    fs.writeFileSync(path.join(files, name), JSON.stringify(content));
    const { _meta, ...entries } = content;
    seeds[_meta.type] = entries;
  }
  const extraYml = Object.entries({ ...SETTINGS, ...settings })
    .map(([key, value]) => `plugins.security.${key}: ${value}\n`)
    .join('');
  const node = await startNode({
    release, dir, port, say, extraYml, securityConfig: files, adminPassword: ADMIN.password,
  }); // prettier-ignore
  const cluster = new Side({
    name: `OpenSearch ${node.version}`,
    url: node.url,
    ca: node.ca,
    certificate: node.adminCertificate,
    key: node.adminKey,
  });
  const stop = async () => {
    cluster.close();
    await stopNode(dir);
    fs.rmSync(dir, { recursive: true, force: true });
  };
  return { cluster, dir, files, seeds, stop };
}

/**
 * @param {{ dir: string, files: string }} cluster whose configuration the product takes
 * @param {string} compatibility
 * @returns {Promise<{ product: Side, admin: string, stop(): Promise<void> }>} `admin`: credentials
 *   on both
 */
async function startProduct({ dir, files }, compatibility) {
  const server = await startImported(path.join(dir, 'product'), files, compatibility);
  const product = new Side({ name: 'product', url: server.url });
  const stop = async () => {
    product.close();
    await server.stop();
  };
  return { product, admin: `${ADMIN.username}:${ADMIN.password}`, stop };
}

/** What a cluster reads at its first start, the product imports. */
async function startImported(dataDir, files, compatibility) {
  const settings = Object.entries({ ...SETTINGS, compatibility }).map(
    ([key, value]) => `--engine.${key}=${value}`
  );
  const first = await startServer({ args: settings, dataDir });
  await first.stop();
  const { code, stdout } = await run(
    process.execPath,
    [
      inRoot('scripts', 'security.js'),
      'import',
      files,
      '--prune',
      `--path.data=${dataDir}`,
      ...settings,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] }
  );
  if (code !== 0) throw new Error(`The product did not take the configuration.\n${stdout}`);
  const args = [...settings, '--opensearch_security.auth.max_logins_per_minute=0'];
  return startServer({ args, dataDir });
}

module.exports = { startCluster, startProduct };
