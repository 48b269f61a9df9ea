'use strict';
/** Product, users and browsers of the attacks on single sign-on. */
const { randomBytes } = require('node:crypto');
const { change } = require('../people');
const { CLIENT, makeSamlProvider, startOpenIdProvider } = require('../providers');

const SECRET = randomBytes(64);
/** Address of the trusted proxy. */
const PROXY = '127.0.0.9';
/** The product's address in the configuration of the SAML domain. */
const BASE = 'http://dashboards.test';
const SESSION = 'security_authentication';
const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'kbn-xsrf': undefined };
const TYPED = { 'sec-fetch-site': 'none', 'kbn-xsrf': undefined };

/** The identity providers, once the first attack has started. */
const idp = {};

async function start() {
  idp.openid ??= await startOpenIdProvider();
  idp.saml ??= await makeSamlProvider();
  return {
    args: [
      '--engine.unsupported.restapi.allow_securityconfig_modification=true',
      '--opensearch_security.auth.type=["basicauth","openid","saml","jwt","proxy"]',
      '--opensearch_security.auth.multiple_auth_enabled=true',
      `--opensearch_security.openid.connect_url=${idp.openid.issuer}/.well-known/openid-configuration`,
      ...Object.entries(CLIENT).map(
        ([key, value]) => `--opensearch_security.openid.${key}=${value}`
      ),
      `--opensearch_security.openid.base_redirect_url=${BASE}`,
      '--opensearch_security.jwt.url_param=token',
      '--opensearch_security.proxycache.user_header=x-proxy-user',
      '--opensearch_security.proxycache.roles_header=x-proxy-roles',
      `--server.trustedProxies=["${PROXY}"]`,
    ],
    prepare,
  };
}

const domain = (order, type, config, challenge = false) => ({
  order,
  http_authenticator: { type, challenge, config },
  authentication_backend: { type: type === 'basic' ? 'intern' : 'noop' },
});

/** Configures the authentication domains. Each login method has its own user. */
async function prepare({ url, people: users }) {
  const connectUrl = `${idp.openid.issuer}/.well-known/openid-configuration`;
  const authc = {
    passwords: domain(0, 'basic', {}),
    openid: domain(1, 'openid', {
      openid_connect_url: connectUrl,
      required_audience: CLIENT.client_id,
    }),
    tokens: domain(2, 'jwt', {
      signing_key: SECRET.toString('base64'),
      roles_key: 'roles',
      required_issuer: 'us',
    }),
    proxy: domain(3, 'proxy', { user_header: 'x-proxy-user', roles_header: 'x-proxy-roles' }),
    saml: domain(
      4,
      'saml',
      {
        idp: { metadata_content: idp.saml.metadata, entity_id: idp.saml.entityId },
        sp: { entity_id: 'dashboards' },
        kibana_url: BASE,
        roles_key: 'groups',
        exchange_key: 'a text of more than thirty-two characters',
      },
      true
    ),
  };
  const xff = { enabled: true, internalProxies: PROXY.replaceAll('.', '\\.') };
  await change(url, users.admin, 'PATCH', '/api/securityconfig', [
    { op: 'add', path: '/config/dynamic/authc', value: authc },
    { op: 'add', path: '/config/dynamic/http/xff', value: xff },
  ]);
  await change(url, users.admin, 'PUT', '/api/rolesmapping/kibana_user', {
    users: ['betty', 'walter', 'olga', 'sam', 'tom', 'pia'],
  });
}

/** A browser that keeps its cookies between requests. */
function browser({ fire }) {
  const jar = new Map();
  return {
    jar,
    async ask(call) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { ...TYPED, ...(cookie && { cookie }), ...call.headers };
      const response = await fire({ ...call, headers });
      for (const line of [response.headers['set-cookie'] ?? []].flat()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
        if (value) jar.set(name, value);
        else jar.delete(name);
      }
      return response;
    },
  };
}

/** @returns {Promise<string | undefined>} the user of a browser's session */
async function whoIs({ fire }, { jar }) {
  const cookie = `${SESSION}=${jar.get(SESSION) ?? ''}`;
  const { status, text } = await fire({
    path: '/api/v1/configuration/account',
    headers: { cookie },
  });
  return status === 200 ? JSON.parse(text).data.user_name : undefined;
}

/**
 * Runs login attempts. The legitimate one comes first: if it fails, the rejection of the others
 * proves nothing.
 * @param {string} kind
 * @param {string} rightful the user whom the legitimate attempt logs in
 * @param {() => Promise<ReturnType<typeof browser>>} right
 * @param {Record<string, () => Promise<ReturnType<typeof browser>>>} wrong attempts by their flaw
 */
async function tryMethods(context, kind, rightful, right, wrong) {
  const { check } = context;
  const who = await whoIs(context, await right());
  check(who === rightful, `${kind}: the right way lets in ${who}`);
  // The first login of a kind loads its libraries once; an attacker cannot repeat that.
  context.product.takeLoop();
  for (const [what, method] of Object.entries(wrong)) {
    const intruder = await whoIs(context, await method());
    check(intruder === undefined, `${kind}, ${what}: lets in ${intruder}`);
  }
}

module.exports = {
  idp,
  start,
  browser,
  whoIs,
  tryMethods,
  BASE,
  FORM,
  PROXY,
  SECRET,
  SESSION,
  TYPED,
};
