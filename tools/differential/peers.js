'use strict';
/** Starts the product with its embedded engine and a real cluster, with the same settings. */
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { run } = require('../../scripts/lib/child');
const { inRoot } = require('../../scripts/lib/paths');
const { startServer, ADMIN } = require('../../scripts/lib/runtime/server');
const { subjectOf } = require('../../scripts/lib/cluster/certificates');
const { startNode, stopNode } = require('../../scripts/lib/cluster/node');
const { securityFiles } = require('./people');
const { ComparedServer } = require('./target');

/** Settings of `opensearch.yml`, which the product gets as well. */
const SETTINGS = {
  'restapi.admin.enabled': 'true',
  'unsupported.restapi.allow_securityconfig_modification': 'true',
  nodes_dn_dynamic_config_enabled: 'true',
};

const temporary = (name) => fs.mkdtempSync(path.join(os.tmpdir(), name));

/**
 * @typedef {import('../../scripts/lib/cluster/versions').Release} Release
 *
 * @param {{ release: Release, port: number, say: (line: string) => void, settings?: Record<string,
 *   string> }} options `settings`: further settings of the plugin
 * @returns {Promise<{ cluster: ComparedServer, dir: string, files: string, keys: Record<string,
 *   string>, seeds: Record<string, Record<string, object>>, stop(): Promise<void> }>} `files`: the
 *   initial configuration; `seeds`: the same by type and name; `keys`: files of the authority and
 *   of the administrator's certificate
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
    release,
    dir,
    port,
    say,
    extraYml,
    securityConfig: files,
    adminPassword: ADMIN.password,
  });
  const keys = { ca: node.ca, certificate: node.adminCertificate, key: node.adminKey };
  const cluster = new ComparedServer({
    name: `OpenSearch ${node.version}`,
    url: node.url,
    ...keys,
  });
  const stop = async () => {
    cluster.close();
    await stopNode(dir);
    fs.rmSync(dir, { recursive: true, force: true });
  };
  return { cluster, dir, files, keys, seeds, stop };
}

/**
 * @param {Pick<Awaited<ReturnType<typeof startCluster>>, 'dir' | 'files' | 'keys'>} cluster source
 *   of the product's configuration and certificates
 * @param {string} compatibility
 * @returns {Promise<{ product: ComparedServer, admin: string, stop(): Promise<void> }>} `admin`:
 *   credentials on both sides
 */
async function startProduct(cluster, compatibility) {
  const server = await startImported(cluster, compatibility);
  const product = new ComparedServer({ name: 'product', url: server.url, ...cluster.keys });
  const stop = async () => {
    product.close();
    await server.stop();
  };
  return { product, admin: `${ADMIN.username}:${ADMIN.password}`, stop };
}

/** Imports the files that the cluster reads at its first start. */
async function startImported({ dir, files }, compatibility) {
  const dataDir = path.join(dir, 'product');
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
  const args = [...settings, ...tlsOf(dir), '--opensearch_security.auth.max_logins_per_minute=0'];
  return startServer({ args, dataDir });
}

/** The node's own certificate, so that both sides report the same one. */
const tlsOf = (dir) => {
  const conf = path.join(dir, 'config');
  return [
    '--server.ssl.enabled=true',
    '--server.ssl.clientAuthentication=optional',
    `--server.ssl.certificate=${path.join(conf, 'node.pem')}`,
    `--server.ssl.key=${path.join(conf, 'node-key.pem')}`,
    `--server.ssl.certificateAuthorities=${path.join(conf, 'root-ca.pem')}`,
    `--engine.authcz.admin_dn=${JSON.stringify([subjectOf('admin')])}`,
    `--engine.nodes_dn=${JSON.stringify([subjectOf('node')])}`,
  ];
};

module.exports = { startCluster, startProduct };
