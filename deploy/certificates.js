'use strict';
/** An authority and certificates that it signs, made by the command `openssl`. */
const fs = require('node:fs');
const path = require('node:path');
const { execFileSync } = require('node:child_process');

/**
 * Distinguished name of a certificate made here, the most specific part first, as OpenSearch's
 * security plugin reads it.
 */
const subjectOf = (name, organization) => `CN=${name},OU=it,O=${organization},C=DE`;

/**
 * Makes what is missing in a folder: `root-ca.pem`, `<name>.pem`, and a `*-key.pem` (PKCS#8) beside
 * each. Keys are for their owner alone (mode 0600).
 * @param {string} dir
 * @param {{ organization: string, names: readonly string[], hosts: readonly string[], days: number
 *   }} wanted `hosts`: names and IP addresses for which each certificate is good
 */
function makeCertificates(dir, { organization, names, hosts, days }) {
  const has = (file) => fs.existsSync(path.join(dir, file));
  const missing = names.filter((name) => !has(`${name}.pem`));
  if (missing.length === 0) return;
  if (has('root-ca.pem') && !has('root-ca-key.pem'))
    throw new Error(
      `root-ca-key.pem is missing in ${dir}, so ${missing.map((name) => `${name}.pem`).join(', ')} cannot be signed. Put the key back, then run this again.`
    );
  const openssl = (...args) => execFileSync('openssl', args, { cwd: dir, stdio: 'ignore' });
  const subject = (name) => ['-subj', `/C=DE/O=${organization}/OU=it/CN=${name}`];
  const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout'];
  if (!has('root-ca.pem')) {
    const lasting = ['-x509', '-days', String(days), '-out', 'root-ca.pem'];
    openssl('req', ...key, 'root-ca-key.pem', ...subject('root'), ...lasting);
  }
  fs.writeFileSync(path.join(dir, 'leaf.ext'), `${leafExtensions(hosts)}\n`);
  for (const name of missing) {
    openssl('req', ...key, `${name}-key.pem`, ...subject(name), '-out', `${name}.csr`);
    const signing = ['-CA', 'root-ca.pem', '-CAkey', 'root-ca-key.pem', '-CAcreateserial'];
    const lasting = ['-days', String(days), '-extfile', 'leaf.ext', '-out', `${name}.pem`];
    openssl('x509', '-req', '-in', `${name}.csr`, ...signing, ...lasting);
  }
  for (const file of fs.readdirSync(dir))
    if (/\.(csr|srl|ext)$/.test(file)) fs.rmSync(path.join(dir, file));
    else if (file.endsWith('-key.pem')) fs.chmodSync(path.join(dir, file), 0o600);
}

const leafExtensions = (hosts) =>
  [
    `subjectAltName=${hosts.map((host) => `${/^[\d.]+$/.test(host) ? 'IP' : 'DNS'}:${host}`).join(',')}`,
    'extendedKeyUsage=serverAuth,clientAuth',
    'basicConstraints=CA:FALSE',
  ].join('\n');

module.exports = { makeCertificates, subjectOf };
