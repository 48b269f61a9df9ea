'use strict';
/** Certificates for loopback: an authority, the node's and the super administrator's. */
const { makeCertificates, subjectOf: subjectIn } = require('../../../deploy/certificates');

const ORGANIZATION = 'test';

/** The distinguished name of a certificate, in the plugin's order. */
const subjectOf = (name) => subjectIn(name, ORGANIZATION);

/**
 * Creates the missing files of a folder: `root-ca.pem`, `node.pem`, `admin.pem`, and a `*-key.pem`
 * (PKCS#8) for each.
 */
function ensureCertificates(dir) {
  makeCertificates(dir, {
    organization: ORGANIZATION,
    names: ['node', 'admin'],
    hosts: ['localhost', '127.0.0.1'],
    days: 3_650,
  });
}

module.exports = { ensureCertificates, subjectOf };
