'use strict';
/** What a provider's id token has to pass at this server's own OpenID client. */
const SERVER = 'src/plugins/security/server';

/** The certified library's answer to a token, without one of its checks or of ours. */
const ID_TOKEN = {
  file: `${SERVER}/sign_in/openid/openid_sign_in.ts`,
  test: `${SERVER}/routes/sign_in/lying_provider.test.ts`,
};
const laxGrant = (verified) => ({
  guard: '      const tokens = await library.authorizationCodeGrant(',
  without: `      const jose = await import('jose');
      const { token_endpoint, jwks_uri, issuer } = configuration.serverMetadata();
      const said = await (await fetch(token_endpoint as string, { method: 'POST' })).json();
      const keys = jose.createRemoteJWKSet(new URL(jwks_uri as string));
      const { payload } = ${verified};
      const tokens = ((..._rest: unknown[]) => ({ ...said, claims: () => payload }) as Tokens)(`,
});
const KEYS_OF_PROVIDER = {
  file: `${SERVER}/sign_in/openid/provider_keys.ts`,
  test: ID_TOKEN.test,
};
const SIGNATURE = 'await compactVerify(token, keys, { algorithms: [...PUBLIC_KEY_ALGORITHMS] });';
const SIGNS_NOBODY_IN = 'a lying token endpoint signs nobody in with';

/** @type {readonly import('./guards').Guard[]} */
const ID_TOKEN_GUARDS = [
  {
    ...KEYS_OF_PROVIDER,
    attack: 'OpenID id token: forged',
    guard: SIGNATURE,
    without: 'void compactVerify;',
    name: `${SIGNS_NOBODY_IN} a forged signature`,
  },
  {
    ...ID_TOKEN,
    ...laxGrant("await jose.jwtVerify(said.id_token, keys, { audience: 'dashboards' })"),
    attack: 'OpenID id token: wrong issuer',
    name: `${SIGNS_NOBODY_IN} another issuer`,
  },
  {
    ...ID_TOKEN,
    ...laxGrant('await jose.jwtVerify(said.id_token, keys, { issuer })'),
    attack: 'OpenID id token: wrong audience',
    name: `${SIGNS_NOBODY_IN} another audience`,
  },
  {
    attack: 'OpenID id token: expired',
    file: `${SERVER}/sign_in/openid/openid_client.ts`,
    guard: 'SIGN_IN_LIMITS.providerClockMs / 1_000',
    without: '1e9',
    test: ID_TOKEN.test,
    name: `${SIGNS_NOBODY_IN} an end that is past`,
  },
  {
    ...KEYS_OF_PROVIDER,
    attack: 'OpenID id token: algorithm `none`',
    guard: SIGNATURE,
    without: `const { decodeProtectedHeader } = await import('jose');
      if (decodeProtectedHeader(token).alg !== 'none') ${SIGNATURE}`,
    name: `${SIGNS_NOBODY_IN} the algorithm none`,
  },
  {
    ...KEYS_OF_PROVIDER,
    attack: 'OpenID id token: public key as a secret',
    guard: SIGNATURE,
    without: `const { decodeProtectedHeader } = await import('jose');
      if (decodeProtectedHeader(token).alg !== 'HS256') ${SIGNATURE}
      else {
        const { keys: [jwk] } = await (await fetch(this.known?.from as string)).json();
        const pem = (await import('node:crypto')).createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
        await compactVerify(token, Buffer.from(pem));
      }`,
    name: `${SIGNS_NOBODY_IN} the public key as a secret`,
  },
  {
    ...ID_TOKEN,
    ...laxGrant("await jose.jwtVerify(said.id_token, keys, { issuer, audience: 'dashboards' })"),
    attack: 'OpenID id token: nonce of another sign-in',
    name: `${SIGNS_NOBODY_IN} the nonce of another sign-in`,
  },
  {
    ...ID_TOKEN,
    attack: 'OpenID id token: without a nonce',
    guard: '          expectedNonce: pending.nonce,\n',
    without: '',
    name: `${SIGNS_NOBODY_IN} no nonce`,
  },
  {
    ...KEYS_OF_PROVIDER,
    attack: 'OpenID: provider asked for every key that is invented',
    guard: 'cooldownDuration: SIGN_IN_LIMITS.providerPauseMs',
    without: 'cooldownDuration: 0',
    name: 'a provider that has changed its keys',
  },
];

module.exports = { ID_TOKEN_GUARDS };
