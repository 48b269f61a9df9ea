'use strict';
/** Identity providers controlled by the attacker: they sign anything. */
const crypto = require('node:crypto');
const http = require('node:http');
const { once } = require('node:events');
const { inRoot } = require('../../scripts/lib/paths');
const { registerTypeScript } = require('../../scripts/lib/typescript');

const CLIENT = { client_id: 'dashboards', client_secret: 's'.repeat(40) };
const KID = 'one';
const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * @param {object} header with `alg`: RS256, HS256, HS512 or none
 * @param {object} claims
 * @param {crypto.KeyLike} [key]
 * @returns {string} a JSON web token, signed accordingly
 */
function signedToken(header, claims, key) {
  const text = `${encode({ typ: 'JWT', ...header })}.${encode(claims)}`;
  const digest = `sha${/\d+/.exec(header.alg)?.[0]}`;
  if (header.alg.startsWith('RS'))
    return `${text}.${crypto.sign(digest, Buffer.from(text), key).toString('base64url')}`;
  if (header.alg.startsWith('HS'))
    return `${text}.${crypto.createHmac(digest, key).update(text).digest('base64url')}`;
  return `${text}.`;
}

const newKeys = () => crypto.generateKeyPairSync('rsa', { modulusLength: 2_048 });

/** An OpenID provider that issues the id tokens that `token` makes from the correct claims. */
async function startOpenIdProvider() {
  const keys = newKeys();
  const provider = { keys, issuer: '', nonce: '', token: undefined };
  provider.claims = () => {
    const nowS = Math.floor(Date.now() / 1_000);
    const times = { iat: nowS, exp: nowS + 600 };
    return {
      iss: provider.issuer,
      aud: CLIENT.client_id,
      sub: 'olga',
      nonce: provider.nonce,
      ...times,
    };
  };
  provider.sign = (claims = provider.claims()) =>
    signedToken({ alg: 'RS256', kid: KID }, claims, keys.privateKey);
  const responses = {
    '/keys': () => ({
      keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: KID, use: 'sig' }],
    }),
    '/token': () => ({ access_token: 'x', token_type: 'Bearer', id_token: provider.token() }),
    '/.well-known/openid-configuration': () => ({
      issuer: provider.issuer,
      authorization_endpoint: `${provider.issuer}/authorize`,
      token_endpoint: `${provider.issuer}/token`,
      jwks_uri: `${provider.issuer}/keys`,
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    }),
  };
  const server = http.createServer((request, response) => {
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(responses[request.url.split('?')[0]]?.() ?? {}));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  provider.issuer = `http://127.0.0.1:${server.address().port}`;
  return provider;
}

/**
 * The SAML provider of the tests; it builds and signs assertions with the libraries of real
 * providers.
 */
function makeSamlProvider() {
  registerTypeScript();
  return require(inRoot('test/helpers/saml_provider.ts')).SamlProviderDouble.make();
}

module.exports = { CLIENT, KID, newKeys, signedToken, startOpenIdProvider, makeSamlProvider };
