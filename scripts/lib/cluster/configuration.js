'use strict';
/** Writes the files that a node needs before its first start. */
const fs = require('node:fs');
const path = require('node:path');
const { hash } = require('@node-rs/bcrypt');
const { subjectOf } = require('./certificates');
const { PLUGIN_FOLDER } = require('./software');

/** The default cost of the plugin and its hash tool. */
const PASSWORD_ROUNDS = 12;
const PREPARED = '.prepared';

/**
 * @param {{ home: string, dir: string, port: number, heap: string, adminPassword: string,
 *   passwordRounds?: number, isShortLived?: boolean, extraYml?: string, yml?: string,
 *   securityConfig?: string }} node `passwordRounds`: bcrypt cost, 4 to 31, each step doubles the
 *   work; `isShortLived`: halves the start-up work and stays slower afterwards; `yml`: replaces all
 *   settings below; `securityConfig`: a folder whose `*.yml` replace the shipped files before the
 *   first start
 */
async function writeConfiguration(node) {
  const conf = path.join(node.dir, 'config');
  const logging = 'log4j2.properties';
  fs.copyFileSync(path.join(node.home, 'config', logging), path.join(conf, logging));
  fs.writeFileSync(path.join(conf, 'opensearch.yml'), node.yml ?? settings(node));
  const options = fs.readFileSync(path.join(node.home, 'config', 'jvm.options'), 'utf8');
  // The paths are relative to the server's home, which is shared and read-only.
  const own = options.replaceAll('logs/', `${path.join(node.dir, 'logs')}/`);
  fs.writeFileSync(path.join(conf, 'jvm.options'), own);
  const heapFolder = path.join(conf, 'jvm.options.d');
  fs.mkdirSync(heapFolder, { recursive: true });
  const heap = [`-Xms${node.heap}`, `-Xmx${node.heap}`];
  // Without this option, the optimizing compiler uses most of the processor in the first minutes.
  const lines = node.isShortLived ? [...heap, '-XX:TieredStopAtLevel=1'] : heap;
  fs.writeFileSync(path.join(heapFolder, 'heap.options'), `${lines.join('\n')}\n`);
  await seedSecurity(node, path.join(conf, 'opensearch-security'));
}

const settings = ({
  dir,
  port,
  passwordRounds = PASSWORD_ROUNDS,
  extraYml = '',
}) => `cluster.name: security-dashboards
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
plugins.security.password.hashing.bcrypt.rounds: ${passwordRounds}
${extraYml}`;

/** Writes the files from which the plugin fills its index at the first start. */
async function seedSecurity({ home, securityConfig, ...node }, target) {
  if (fs.existsSync(path.join(target, PREPARED))) return;
  fs.mkdirSync(target, { recursive: true });
  fs.cpSync(path.join(home, PLUGIN_FOLDER, 'config'), target, { recursive: true });
  if (securityConfig) fs.cpSync(securityConfig, target, { recursive: true });
  fs.writeFileSync(path.join(target, PREPARED), '');
  if (securityConfig && fs.existsSync(path.join(securityConfig, 'internal_users.yml'))) return;
  const file = path.join(target, 'internal_users.yml');
  fs.writeFileSync(file, await withPasswords(fs.readFileSync(file, 'utf8'), node));
}

/** Replaces the well-known passwords of the shipped file, at the given cost. */
async function withPasswords(users, { adminPassword, passwordRounds }) {
  const passwords = [
    ['admin', adminPassword],
    // The shipped password.
    ...(passwordRounds === undefined ? [] : [['kibanaserver', 'kibanaserver']]),
  ];
  let text = users;
  for (const [name, password] of passwords) {
    const hashed = await hash(password, passwordRounds ?? PASSWORD_ROUNDS);
    text = text.replace(
      new RegExp(`(^${name}:[\\s\\S]*?hash:\\s*)["'][^"']*["']`, 'm'),
      (_all, before) => `${before}"${hashed}"`
    );
  }
  return text;
}

/** Stores audit events in an index, so that they can be read. */
const AUDIT_YML = 'plugins.security.audit.type: internal_opensearch\n';

/**
 * Options of test nodes. After each configuration change the plugin verifies every caller's
 * password again, which takes a quarter of a second at the default cost.
 */
const FOR_TESTS = { passwordRounds: 4, isShortLived: true };

module.exports = { writeConfiguration, AUDIT_YML, FOR_TESTS };
