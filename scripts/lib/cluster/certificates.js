'use strict';
/**
 * An authority, the node's certificate and the administrator's ("super admin"), for loopback only.
 */
const fs = require('node:fs');
const path = require('node:path');
const { execFileSync } = require('node:child_process');

const NAMES = ['node', 'admin'];
const DAYS = 3_650;

/** Distinguished name of a certificate, in the order that the plugin reads. */
const subjectOf = (name) => `CN=${name},OU=it,O=test,C=DE`;

const LEAF = [
  'subjectAltName=DNS:localhost,IP:127.0.0.1',
  'extendedKeyUsage=serverAuth,clientAuth',
  'basicConstraints=CA:FALSE',
].join('\n');

/**
 * Makes what is missing in a folder: `root-ca.pem`, `node.pem`, `admin.pem`, and a `*-key.pem`
 * (PKCS#8) beside each.
 */
function ensureCertificates(dir) {
  if (fs.existsSync(path.join(dir, 'admin.pem'))) return;
  const openssl = (...args) => execFileSync('openssl', args, { cwd: dir, stdio: 'ignore' });
  const subject = (name) => `/C=DE/O=test/OU=it/CN=${name}`;
  const key = ['-newkey', 'rsa:2048', '-nodes'];
  openssl('req', '-x509', ...key, '-days', DAYS, '-subj', subject('root'),
    '-keyout', 'root-ca-key.pem', '-out', 'root-ca.pem'); // prettier-ignore
  fs.writeFileSync(path.join(dir, 'leaf.ext'), `${LEAF}\n`);
  for (const name of NAMES) {
    openssl(
      'req',
      ...key,
      '-subj',
      subject(name),
      '-keyout',
      `${name}-key.pem`,
      '-out',
      `${name}.csr`
    );
    openssl('x509', '-req', '-in', `${name}.csr`, '-CA', 'root-ca.pem', '-CAkey', 'root-ca-key.pem',
      '-CAcreateserial', '-days', DAYS, '-extfile', 'leaf.ext', '-out', `${name}.pem`); // prettier-ignore
  }
  for (const file of fs.readdirSync(dir))
    if (/\.(csr|srl|ext)$/.test(file)) fs.rmSync(path.join(dir, file));
    else if (file.endsWith('-key.pem')) fs.chmodSync(path.join(dir, file), 0o600);
}

module.exports = { ensureCertificates, subjectOf };
