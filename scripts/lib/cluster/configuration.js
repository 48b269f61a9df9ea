'use strict';
/**
 * Writes what one node needs before it starts: its settings, its heap, the first security
 * configuration.
 */
const fs = require('node:fs');
const path = require('node:path');
const { hash } = require('@node-rs/bcrypt');
const { subjectOf } = require('./certificates');
const { PLUGIN_FOLDER } = require('./software');

/** As the plugin's own tool makes them. */
const BCRYPT_COST = 12;
const PREPARED = '.prepared';

/**
 * @param {{ home: string, dir: string, port: number, heap: string, adminPassword: string,
 *   extraYml?: string, yml?: string, securityConfig?: string }} node
 *   `yml`: all settings instead of those here; `securityConfig`: a folder whose `*.yml` replace the
 *   shipped ones before the first start
 */
async function writeConfiguration(node) {
  const conf = path.join(node.dir, 'config');
  const logging = 'log4j2.properties';
  fs.copyFileSync(path.join(node.home, 'config', logging), path.join(conf, logging));
  fs.writeFileSync(path.join(conf, 'opensearch.yml'), node.yml ?? settings(node));
  const options = fs.readFileSync(path.join(node.home, 'config', 'jvm.options'), 'utf8');
  // Relative to the server's home, which several nodes share and none may write.
  const own = options.replaceAll('logs/', `${path.join(node.dir, 'logs')}/`);
  fs.writeFileSync(path.join(conf, 'jvm.options'), own);
  const heapFolder = path.join(conf, 'jvm.options.d');
  fs.mkdirSync(heapFolder, { recursive: true });
  fs.writeFileSync(path.join(heapFolder, 'heap.options'), `-Xms${node.heap}\n-Xmx${node.heap}\n`);
  await seedSecurity(node, path.join(conf, 'opensearch-security'));
}

const settings = ({ dir, port, extraYml = '' }) => `cluster.name: security-dashboards
node.name: n1
discovery.type: single-node
network.host: 127.0.0.1
http.port: ${port}
transport.port: ${port + 50}
path.data: ${path.join(dir, 'data')}
path.logs: ${path.join(dir, 'logs')}
node.store.allow_mmap: false
cluster.routing.allocation.disk.threshold_enabled: false
plugins.security.ssl.transport.pemcert_filepath: node.pem
plugins.security.ssl.transport.pemkey_filepath: node-key.pem
plugins.security.ssl.transport.pemtrustedcas_filepath: root-ca.pem
plugins.security.ssl.transport.enforce_hostname_verification: false
plugins.security.ssl.http.enabled: true
plugins.security.ssl.http.pemcert_filepath: node.pem
plugins.security.ssl.http.pemkey_filepath: node-key.pem
plugins.security.ssl.http.pemtrustedcas_filepath: root-ca.pem
plugins.security.allow_default_init_securityindex: true
plugins.security.authcz.admin_dn: ["${subjectOf('admin')}"]
plugins.security.nodes_dn: ["${subjectOf('node')}"]
plugins.security.restapi.roles_enabled: ["all_access", "security_rest_api_access"]
plugins.security.system_indices.enabled: true
${extraYml}`;

/** The plugin fills its index from these files at the first start. */
async function seedSecurity({ home, adminPassword, securityConfig }, target) {
  if (fs.existsSync(path.join(target, PREPARED))) return;
  fs.mkdirSync(target, { recursive: true });
  fs.cpSync(path.join(home, PLUGIN_FOLDER, 'config'), target, { recursive: true });
  if (securityConfig) fs.cpSync(securityConfig, target, { recursive: true });
  const file = path.join(target, 'internal_users.yml');
  const text = fs.readFileSync(file, 'utf8');
  fs.writeFileSync(path.join(target, PREPARED), '');
  if (securityConfig && fs.existsSync(path.join(securityConfig, 'internal_users.yml'))) return;
  const hashed = await hash(adminPassword, BCRYPT_COST);
  // The shipped file has a password that everybody knows.
  const own = text.includes('@ADMIN_HASH@')
    ? text.replaceAll('@ADMIN_HASH@', () => hashed)
    : text.replace(
        /(^admin:[\s\S]*?hash:\s*)["'][^"']*["']/m,
        (_all, before) => `${before}"${hashed}"`
      );
  fs.writeFileSync(file, own);
}

/** An audit log that can be read. */
const AUDIT_YML = 'plugins.security.audit.type: internal_opensearch\n';

module.exports = { writeConfiguration, AUDIT_YML };
