'use strict';
/**
 * An authority, the node's certificate and the administrator's ("super admin"), for loopback only.
 */
const { makeCertificates, subjectOf: subjectIn } = require('../../../deploy/certificates');

const ORGANIZATION = 'test';

/** Distinguished name of a certificate, in the order that the plugin reads. */
const subjectOf = (name) => subjectIn(name, ORGANIZATION);

/**
 * Makes what is missing in a folder: `root-ca.pem`, `node.pem`, `admin.pem`, and a `*-key.pem`
 * (PKCS#8) beside each.
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
