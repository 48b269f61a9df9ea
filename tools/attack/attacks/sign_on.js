'use strict';
/** Tokens and assertions that are expensive to read. For forged ones there are unit tests. */
const { randomBytes } = require('node:crypto');
const { inRoot } = require('../../../scripts/lib/paths');
const { registerTypeScript } = require('../../../scripts/lib/typescript');
const { times } = require('../http');
const { change, ENGINE } = require('../people');

/** The product's address in the configuration of the SAML domain. */
const BASE = 'http://dashboards.test';
const UNASKED = '/_opendistro/_security/saml/acs/idpinitiated';
const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'kbn-xsrf': undefined };

/** The SAML provider of the tests, which signs whatever it is given. */
async function makeSamlProvider() {
  registerTypeScript();
  return require(inRoot('test/helpers/saml_provider.ts')).SamlProviderDouble.make();
}

const domain = (order, type, config, challenge = false) => ({
  order,
  http_authenticator: { type, challenge, config },
  authentication_backend: { type: type === 'basic' ? 'intern' : 'noop' },
});

let saml;
async function start() {
  saml ??= await makeSamlProvider();
  const config = {
    idp: { metadata_content: saml.metadata, entity_id: saml.entityId },
    sp: { entity_id: 'dashboards' },
    kibana_url: BASE,
    roles_key: 'groups',
    exchange_key: 'a text of more than thirty-two characters',
  };
  const authc = {
    passwords: domain(0, 'basic', {}),
    tokens: domain(1, 'jwt', { signing_key: randomBytes(64).toString('base64') }),
    saml: domain(2, 'saml', config, true),
  };
  return {
    args: [
      '--engine.unsupported.restapi.allow_securityconfig_modification=true',
      '--opensearch_security.auth.type=["basicauth","saml","jwt"]',
      '--opensearch_security.auth.multiple_auth_enabled=true',
    ],
    prepare: async ({ url, people: { admin } }) => {
      await change(url, admin, 'PATCH', '/api/securityconfig', [
        { op: 'add', path: '/config/dynamic/authc', value: authc },
      ]);
      await change(url, admin, 'PUT', '/api/rolesmapping/kibana_user', {
        users: ['betty', 'walter', 'sam'],
      });
    },
  };
}

const signOn = {
  name: 'sign_on',
  what: 'tokens and assertions that are long, deep, full of entities or of transforms',
  start,
  async fire({ check, fire }) {
    const response = { recipient: BASE + UNASKED, audience: 'dashboards', name: 'sam' };
    const post = (xml) => {
      const SAMLResponse = Buffer.from(xml).toString('base64');
      const body = new URLSearchParams({ SAMLResponse }).toString();
      return fire({ method: 'POST', path: UNASKED, headers: FORM, body });
    };
    const isIn = ({ headers }) =>
      /security_authentication=[^;]/.test(String(headers['set-cookie']));
    check(isIn(await post(saml.signed(response))), 'a right assertion is refused');

    const entities = times(9, (at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`);
    const transform = '<Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/>';
    const assertions = {
      'with entities that multiply': `<!DOCTYPE r [<!ENTITY e0 "a">${entities.join('')}]>${saml.signed(response)}`,
      'that nests 30 000 deep': saml.response('<a>'.repeat(30_000), response),
      'of 3 000 transforms': saml
        .signed(response)
        .replace(/<(ds:)?Transform /, (found) => transform.repeat(3_000) + found),
      'of 4 MB': saml.response('a'.repeat(4 * 2 ** 20), response),
      'of 200 000 attributes': saml.response(`<a ${'b="" '.repeat(40_000)}/>`, response),
    };
    for (const [what, xml] of Object.entries(assertions)) {
      check(!isIn(await post(xml)), `an assertion ${what} logs in`);
    }
    const encode = (text) => Buffer.from(text).toString('base64url');
    const head = encode('{"alg":"HS512"}');
    for (const text of [
      `${head}.${'a'.repeat(12_000)}.x`,
      `${head}.${encode('{"a":'.repeat(2_000))}.x`,
      `${encode('['.repeat(9_000))}.${head}.x`,
      '.'.repeat(12_000),
    ]) {
      const headers = { authorization: `Bearer ${text}`, 'kbn-xsrf': undefined };
      const { status } = await fire({ path: `${ENGINE}/authinfo`, headers });
      check(status === 401, `the token ${text.slice(0, 40)}… was answered ${status}`);
    }
  },
};

module.exports = [signOn];
