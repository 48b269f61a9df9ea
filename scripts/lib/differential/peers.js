'use strict';
/** Starts what is compared: the product with its embedded engine, and a real cluster; alike in every setting. */
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { run } = require('../child');
const { inRoot } = require('../paths');
const { startServer, ADMIN } = require('../bench_server');
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
 * @param {{ release: import('../cluster/versions').Release, port: number, say: (line: string) => void }} options
 * @returns {Promise<{ product: Side, cluster: Side, admin: string,
 *   seeds: Record<string, Record<string, object>>, stop(): Promise<void> }>} `admin`: credentials on both; `seeds`: what
 *   both begin with
 */
async function startPeers({ release, port, say }) {
  const dir = temporary('sd-cluster-');
  const files = path.join(dir, 'security');
  fs.mkdirSync(files);
  const seeds = {};
  for (const [name, content] of Object.entries(await securityFiles(ADMIN))) {
    fs.writeFileSync(path.join(files, name), JSON.stringify(content));
    const { _meta, ...entries } = content;
    seeds[_meta.type] = entries;
  }
  const extraYml = Object.entries(SETTINGS)
    .map(([key, value]) => `plugins.security.${key}: ${value}\n`)
    .join('');
  const node = await startNode({
    release, dir, port, say, extraYml, securityConfig: files, adminPassword: ADMIN.password,
  }); // prettier-ignore
  const dataDir = path.join(dir, 'product');
  const server = await startProduct(dataDir, files, release.line).catch(async (error) => {
    await stopNode(dir);
    throw error;
  });
  const product = new Side({ name: 'product', url: server.url });
  const cluster = new Side({
    name: `OpenSearch ${node.version}`,
    url: node.url,
    ca: node.ca,
    certificate: node.adminCertificate,
    key: node.adminKey,
  });
  return {
    product,
    cluster,
    seeds,
    admin: `${ADMIN.username}:${ADMIN.password}`,
    stop: async () => {
      product.close();
      cluster.close();
      await Promise.all([server.stop(), stopNode(dir)]);
      fs.rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** What a cluster reads at its first start, the product imports. */
async function startProduct(dataDir, files, compatibility) {
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

module.exports = { startPeers };
