#!/usr/bin/env node
'use strict';
/**
 * Makes what compose.yaml and kustomization.yaml need and nobody else may have: certificates,
 * passwords, and the first users of the cluster. What is there stays, so that it can be run again.
 */
const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { hash } = require('@node-rs/bcrypt');
const { X509Certificate } = crypto;
const { makeCertificates } = require('./certificates');

const HELP = `node deploy/prepare.js [DIR] [--host=NAME …]

Writes DIR/secrets: certificates, passwords and first users; DIR is this folder otherwise.
Needs OpenSSL. What is there already stays, except a certificate for other hosts than you name.

  --host=NAME   a name or address under which users reach the product; default: the one of the present
                certificate, or localhost; to change it, name all hosts (needs secrets/root-ca-key.pem)
`;
const ORGANIZATION = 'security-dashboards';
/** Of all nodes in compose.yaml and in kubernetes/opensearch.yaml. */
const NODES = ['opensearch-0', 'opensearch-1', 'opensearch-2'];
const NODE_HOSTS = [
  'opensearch',
  ...NODES,
  ...NODES.map((name) => `${name}.opensearch`),
  'localhost',
  '127.0.0.1',
];
/** Two years: renewed by deleting secrets/*.pem but root-ca*, running this again and restarting. */
const DAYS = 730;
/** As the cluster's own tool makes hashes. */
const BCRYPT_COST = 12;
const PASSWORD_BYTES = 18;
/** They make administrators of the cluster, and no container needs them. */
const NOT_MOUNTED = ['root-ca-key.pem', 'admin-key.pem'];

async function prepare(dir, hosts) {
  const secrets = path.join(dir, 'secrets');
  // Containers read the files as users of their own; people of this machine do not get so far.
  fs.mkdirSync(secrets, { recursive: true, mode: 0o700 });
  makeCertificates(secrets, {
    organization: ORGANIZATION,
    names: ['node', 'admin'],
    hosts: NODE_HOSTS,
    days: DAYS,
  });
  const isRenewed = makeBalancerCertificate(secrets, hosts);
  // HAProxy wants both in one file.
  const both = ['tls.pem', 'tls-key.pem'].map((file) => fs.readFileSync(path.join(secrets, file)));
  fs.writeFileSync(path.join(secrets, 'balancer.pem'), Buffer.concat(both));
  const passwords = passwordsIn(secrets, path.join(dir, '.env'));
  const users = path.join(secrets, 'internal_users.yml');
  if (!fs.existsSync(users)) fs.writeFileSync(users, await firstUsers(passwords));
  for (const file of fs.readdirSync(secrets))
    fs.chmodSync(path.join(secrets, file), NOT_MOUNTED.includes(file) ? 0o600 : 0o644);
  return isRenewed;
}

/**
 * Makes the certificate of the balancer, or another one in place of one for other hosts.
 * @param {string} secrets
 * @param {readonly string[] | undefined} hosts undefined: any present certificate is kept
 * @returns {boolean} whether a present one was replaced
 */
function makeBalancerCertificate(secrets, hosts) {
  const make = () =>
    makeCertificates(secrets, {
      organization: ORGANIZATION,
      names: ['tls'],
      days: DAYS,
      hosts: hosts ?? ['localhost'],
    });
  const files = ['tls.pem', 'tls-key.pem'].map((file) => path.join(secrets, file));
  const isOther = hosts && fs.existsSync(files[0]) && !isSameSet(hosts, hostsOf(files[0]));
  if (!isOther) {
    make();
    return false;
  }
  const before = files.map((file) => fs.readFileSync(file));
  fs.rmSync(files[0]);
  try {
    make();
  } catch (error) {
    files.forEach((file, at) => fs.writeFileSync(file, before[at]));
    throw new Error(
      `The certificate is for ${hostsOf(files[0]).join(', ')}, and could not be renewed for ${hosts.join(', ')}: ${error.message}`
    );
  }
  return true;
}

/** Names and addresses of a certificate. */
const hostsOf = (file) =>
  new X509Certificate(fs.readFileSync(file)).subjectAltName
    .split(', ')
    .map((name) => name.slice(name.indexOf(':') + 1));

const isSameSet = (one, other) =>
  JSON.stringify([...new Set(one)].sort()) === JSON.stringify([...new Set(other)].sort());

/**
 * Reads the files with the passwords. Makes missing ones, with the passwords that earlier versions
 * kept in `.env`.
 * @param {string} secrets
 * @param {string} earlier
 * @returns {{ admin: string, server: string }}
 */
function passwordsIn(secrets, earlier) {
  const lines = fs.existsSync(earlier) ? fs.readFileSync(earlier, 'utf8') : '';
  const passwordOf = (user) => {
    const file = path.join(secrets, `${user}-password`);
    if (!fs.existsSync(file)) {
      const before = new RegExp(`^${user.toUpperCase()}_PASSWORD=(.+)$`, 'm').exec(lines)?.[1];
      fs.writeFileSync(file, `${before ?? newPassword()}\n`, { mode: 0o600 });
    }
    const password = fs.readFileSync(file, 'utf8').trim();
    if (!password) throw new Error(`${file} is empty. Delete it to have a new password made.`);
    return password;
  };
  return { admin: passwordOf('admin'), server: passwordOf('server') };
}

/** With each kind of character that rules for passwords ask for. */
const newPassword = () => `${crypto.randomBytes(PASSWORD_BYTES).toString('base64url')}-aA1`;

async function firstUsers({ admin, server }) {
  const user = async (name, password, more) =>
    `${name}:\n  hash: "${await hash(password, BCRYPT_COST)}"\n  reserved: true\n${more}`;
  return [
    '_meta:\n  type: "internalusers"\n  config_version: 2\n',
    await user('admin', admin, '  backend_roles: ["admin"]\n'),
    await user('kibanaserver', server, '  description: "Calls of the server itself"\n'),
  ].join('\n');
}

function optionsOf(argv) {
  const hosts = argv.filter((arg) => arg.startsWith('--host=')).map((arg) => arg.slice(7));
  const rest = argv.filter((arg) => !arg.startsWith('--host='));
  const isWrong = rest.length > 1 || rest.some((arg) => arg.startsWith('-'));
  return {
    isWrong: isWrong || hosts.some((host) => !/^[\w.*-]+$/.test(host)),
    dir: path.resolve(rest[0] ?? __dirname),
    ...(hosts.length > 0 && { hosts }),
  };
}

async function main(argv) {
  if (argv.includes('--help')) return void process.stdout.write(HELP);
  const { isWrong, dir, hosts } = optionsOf(argv);
  if (isWrong) {
    process.stderr.write(HELP);
    process.exitCode = 64;
    return undefined;
  }
  const isRenewed = await prepare(dir, hosts);
  if (isRenewed)
    process.stdout.write(
      `Renewed the certificate for ${hosts.join(', ')}. Restart the balancer, or apply the manifests again.\n`
    );
  process.stdout.write(`Certificates, passwords and first users are in ${path.join(dir, 'secrets')}.
The password of admin is in admin-password there.
Keep secrets/root-ca-key.pem somewhere else: it makes administrators of the cluster.\n`);
  return undefined;
}

main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
