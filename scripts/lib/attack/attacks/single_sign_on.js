'use strict';
/** Single sign-on by every protocol: forged or replayed credentials of identity providers. */
const { inflateRawSync, deflateRawSync } = require('node:zlib');
const { createHmac, randomBytes } = require('node:crypto');
const { change, ENGINE } = require('../people');
const {
  CLIENT,
  KID,
  makeSamlProvider,
  newKeys,
  signedToken,
  startOpenIdProvider,
} = require('../providers');

const SECRET = randomBytes(64);
/** Address of the trusted proxy. */
const PROXY = '127.0.0.9';
const ACS = '/_opendistro/_security/saml/acs';
/** The product's address in the configuration of the SAML domain. */
const BASE = 'http://dashboards.test';
const SESSION = 'security_authentication';
const TYPED = { 'sec-fetch-site': 'none', 'kbn-xsrf': undefined };
const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'kbn-xsrf': undefined };

let openid;
let saml;

async function start() {
  openid ??= await startOpenIdProvider();
  saml ??= await makeSamlProvider();
  return {
    args: [
      '--engine.unsupported.restapi.allow_securityconfig_modification=true',
      '--opensearch_security.auth.type=["basicauth","openid","saml","jwt","proxy"]',
      '--opensearch_security.auth.multiple_auth_enabled=true',
      `--opensearch_security.openid.connect_url=${openid.issuer}/.well-known/openid-configuration`,
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
  const connectUrl = `${openid.issuer}/.well-known/openid-configuration`;
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
        idp: { metadata_content: saml.metadata, entity_id: saml.entityId },
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

const openIdAttack = {
  name: 'openid',
  what: 'id tokens that are forged, borrowed, old or huge, answers used twice and by others, logouts',
  start,
  async fire(context) {
    const { check, fire } = context;
    const begin = async (one, query = '') => {
      const { headers } = await one.ask({ path: `/auth/openid/login${query}` });
      const asked = new URL(headers.location ?? BASE, BASE).searchParams;
      openid.nonce = asked.get('nonce') ?? '';
      return `/auth/openid/login?code=c${Math.random()}&state=${asked.get('state')}`;
    };
    const byToken = (token) => async () => {
      const one = browser(context);
      const path = await begin(one);
      openid.token = token;
      await one.ask({ path });
      return one;
    };
    const claims = (more) => () => openid.sign({ ...openid.claims(), ...more });
    const as = (header, key) => () => signedToken({ kid: KID, ...header }, openid.claims(), key());
    const publicPem = () => openid.keys.publicKey.export({ type: 'spki', format: 'pem' });
    const nowS = Math.floor(Date.now() / 1_000);
    const tokens = {
      'without a signature': as({ alg: 'none' }, () => undefined),
      'signed with the public key as a secret': as({ alg: 'HS256' }, publicPem),
      'signed with the client secret': as({ alg: 'HS256' }, () => CLIENT.client_secret),
      'signed with another key': as({ alg: 'RS256' }, () => newKeys().privateKey),
      'with a key of its own': () => {
        const own = newKeys();
        const jwk = own.publicKey.export({ format: 'jwk' });
        return signedToken({ alg: 'RS256', kid: KID, jwk }, openid.claims(), own.privateKey);
      },
      'with a key id that is a path': as(
        { alg: 'RS256', kid: '../../../dev/null' },
        () => newKeys().privateKey
      ),
      'with the signature cut off': () => openid.sign().replace(/[^.]*$/, ''),
      'with other claims under the same signature': () => {
        const [head, , signature] = openid.sign().split('.');
        const other = Buffer.from(JSON.stringify({ ...openid.claims(), sub: 'admin' }));
        return `${head}.${other.toString('base64url')}.${signature}`;
      },
      'of another issuer': claims({ iss: 'http://evil.example' }),
      'for another audience': claims({ aud: 'somebody_else' }),
      'for two, another authorized': claims({ aud: [CLIENT.client_id, 'other'], azp: 'other' }),
      'of the past': claims({ exp: nowS - 600 }),
      'of the future': claims({ iat: nowS + 7_200, nbf: nowS + 7_200 }),
      'without an end': claims({ exp: undefined }),
      'with another nonce': claims({ nonce: 'other' }),
      'without a nonce': claims({ nonce: undefined }),
      'without a name': claims({ sub: undefined }),
      'with a list for a name': claims({ sub: ['admin'] }),
      'of 2 MB': claims({ x: 'x'.repeat(2 ** 21) }),
      'nested 20 000 deep': () =>
        `${openid.sign().split('.')[0]}.${Buffer.from(`${'{"a":'.repeat(20_000)}1`).toString('base64url')}.x`,
      'that is none': () => 'x.y',
    };
    await tryMethods(
      context,
      'OpenID',
      'olga',
      byToken(() => openid.sign()),
      {
        ...Object.fromEntries(
          Object.entries(tokens).map(([what, token]) => [`a token ${what}`, byToken(token)])
        ),
        'an answer to another browser': async () => {
          const path = await begin(browser(context));
          const victim = browser(context);
          await begin(victim);
          openid.token = () => openid.sign();
          await victim.ask({ path });
          return victim;
        },
        'an answer used twice': async () => {
          const one = browser(context);
          const path = await begin(one);
          openid.token = () => openid.sign();
          const rounds = new Map(one.jar);
          await one.ask({ path });
          const two = browser(context);
          rounds.forEach((value, name) => two.jar.set(name, value));
          await two.ask({ path });
          return two;
        },
        'a made-up state': async () => {
          const one = browser(context);
          await begin(one);
          await one.ask({ path: '/auth/openid/login?code=c&state=x' });
          return one;
        },
      }
    );
    for (const next of [
      '//evil.example',
      'https://evil.example',
      '/\\evil.example',
      '/app/../\t/evil',
    ]) {
      const one = browser(context);
      const { status } = await one.ask({
        path: `/auth/openid/login?nextUrl=${encodeURIComponent(next)}`,
      });
      check(status >= 400, `nextUrl=${next} was answered ${status}`);
    }

    const olga = await byToken(() => openid.sign())();
    const event = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    const word = {
      iss: openid.issuer,
      aud: CLIENT.client_id,
      sub: 'olga',
      iat: nowS,
      jti: 'j1',
      events: event,
    };
    const forged = {
      unsigned: signedToken({ alg: 'none' }, word),
      'with another key': signedToken({ alg: 'RS256', kid: KID }, word, newKeys().privateKey),
      'with the client secret': signedToken({ alg: 'HS256' }, word, CLIENT.client_secret),
      'for another audience': openid.sign({ ...word, aud: 'other' }),
      'with a nonce': openid.sign({ ...word, nonce: 'n' }),
      'without an event': openid.sign({ ...word, events: undefined }),
    };
    for (const [what, token] of Object.entries(forged)) {
      await fire({
        method: 'POST',
        path: '/auth/openid/backchannel_logout',
        headers: FORM,
        body: `logout_token=${token}`,
      });
      check((await whoIs(context, olga)) === 'olga', `OpenID: a logout ${what} ends the session`);
    }
  },
};

const samlAttack = {
  name: 'saml',
  what: 'assertions unsigned, wrapped, borrowed, old, used twice, with entities and comments, and bombs',
  start,
  async fire(context) {
    const { check, fire } = context;
    const visitor = await makeSamlProvider();
    const begin = async (one) => {
      const { headers } = await one.ask({ path: '/auth/saml/login' });
      const request = new URL(headers.location ?? BASE, BASE).searchParams.get('SAMLRequest') ?? '';
      return /ID="([^"]+)"/.exec(inflateRawSync(Buffer.from(request, 'base64')).toString())?.[1];
    };
    /**
     * The form that the provider's page posts. `again` marks the second post from our own page,
     * which carries the cookies.
     */
    const post = async (one, xml, path = ACS) => {
      const fields = { SAMLResponse: Buffer.from(xml).toString('base64'), again: '1' };
      const headers = { ...FORM, 'sec-fetch-site': 'same-origin' };
      await one.ask({
        method: 'POST',
        path,
        headers,
        body: new URLSearchParams(fields).toString(),
      });
      return one;
    };
    const right = (requestId, more) => ({
      recipient: BASE + ACS,
      audience: 'dashboards',
      requestId,
      roles: ['dev'],
      name: 'sam',
      ...more,
    });
    const by = (make) => async () => {
      const one = browser(context);
      const requestId = await begin(one);
      return post(one, make(right(requestId)));
    };
    const evil = (response) => saml.assertion({ ...response, name: 'admin', id: '_evil' });
    const signed = (response) => saml.sign(saml.assertion(response), 'Assertion');
    const doctype = (declaration) => (response) =>
      `<!DOCTYPE r [${declaration}]>${saml.signed(response)}`;
    const pastMs = Date.now() - 3_600_000;
    const bombs = Array.from(
      { length: 9 },
      (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`
    );
    const ways = {
      'not signed': (response) => saml.response(saml.assertion(response), response),
      'signed by a stranger': (response) => visitor.signed({ ...response, issuer: saml.entityId }),
      'for another audience': (response) => saml.signed({ ...response, audience: 'other' }),
      'for another address': (response) =>
        saml.signed({ ...response, recipient: 'http://evil.example/acs' }),
      'of another issuer': (response) =>
        saml.signed({ ...response, issuer: 'http://evil.example' }),
      'of the past': (response) =>
        saml.signed({ ...response, confirmedUntilMs: pastMs, conditionsUntilMs: pastMs }),
      'an answer to no question': (response) => saml.signed({ ...response, requestId: '_none' }),
      'signed with SHA-1': (response) =>
        saml.response(saml.sign(saml.assertion(response), 'Assertion', 'signature'), response),
      'digested with SHA-1': (response) =>
        saml.response(saml.sign(saml.assertion(response), 'Assertion', 'digest'), response),
      'wrapped: another assertion before the signed one': (response) =>
        saml.response(evil(response) + signed(response), response),
      'wrapped: another assertion after the signed one': (response) =>
        saml.response(signed(response) + evil(response), response),
      'wrapped: the signed one within another': (response) =>
        saml.response(
          evil(response).replace(
            '</saml:Subject>',
            `</saml:Subject><saml:Advice>${signed(response)}</saml:Advice>`
          ),
          response
        ),
      'wrapped: the signed one in extensions': (response) =>
        saml
          .response(evil(response), response)
          .replace(
            '<samlp:Status>',
            `<samlp:Extensions>${signed(response)}</samlp:Extensions><samlp:Status>`
          ),
      'changed after it was signed': (response) =>
        saml.signed(response).replace('>sam<', '>admin<'),
      'with a comment within the name': (response) =>
        saml
          .signed({ ...response, name: 'admin.sam' })
          .replace('admin.sam', 'admin<!---->.sam')
          .replace('.sam', ''),
      'with an external entity': doctype('<!ENTITY x SYSTEM "file:///etc/passwd">'),
      'with entities that multiply': doctype(`<!ENTITY e0 "aaaaaaaaaa">${bombs.join('')}`),
      'nested 50 000 deep': (response) =>
        saml.response('<a>'.repeat(50_000) + '</a>'.repeat(50_000), response),
      'of 5 000 transforms': (response) =>
        saml
          .signed(response)
          .replace(
            /<ds:Transform |<Transform /,
            (found) =>
              `${'<Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/>'.repeat(5_000)}${found}`
          ),
      'that is no XML': () => '<<<&',
      'deflated, 200 MB': () => deflateRawSync(Buffer.alloc(200 * 2 ** 20, 'a')),
    };
    await tryMethods(
      context,
      'SAML',
      'sam',
      by((response) => saml.signed(response)),
      {
        ...Object.fromEntries(Object.entries(ways).map(([what, make]) => [what, by(make)])),
        'an answer to another browser': async () => {
          const requestId = await begin(browser(context));
          const victim = browser(context);
          await begin(victim);
          return post(victim, saml.signed(right(requestId)));
        },
        'an answer used twice': async () => {
          const one = browser(context);
          const xml = saml.signed(right(await begin(one)));
          const rounds = new Map(one.jar);
          await post(one, xml);
          const two = browser(context);
          rounds.forEach((value, name) => two.jar.set(name, value));
          return post(two, xml);
        },
        'an unasked answer used twice': async () => {
          const path = `${ACS}/idpinitiated`;
          const xml = saml.signed(right(undefined, { recipient: BASE + path }));
          await post(browser(context), xml, path);
          return post(browser(context), xml, path);
        },
      }
    );
    const sam = await by((response) => saml.signed(response))();
    const destination = `${BASE}/_opendistro/_security/saml/logout`;
    const query = (provider, order, weak) =>
      provider.byRedirect(provider.logoutRequest({ destination, name: 'sam', ...order }), weak);
    const logouts = {
      'by a stranger': query(visitor, { issuer: saml.entityId }),
      'for another address': query(saml, { destination: 'http://evil.example' }),
      'of yesterday': query(saml, { issuedAtMs: Date.now() - 86_400_000 }),
      'signed with SHA-1': query(saml, {}, 'sha1'),
      'not signed': query(saml, {}).replace(/&SigAlg.*/, ''),
    };
    for (const [what, search] of Object.entries(logouts)) {
      await fire({ path: `/_opendistro/_security/saml/logout?${search}`, headers: TYPED });
      check((await whoIs(context, sam)) === 'sam', `SAML: a logout ${what} ends the session`);
    }
  },
};

const jwtAttack = {
  name: 'jwt',
  what: 'tokens in addresses and headers, signed by nobody, others or with another algorithm, or old',
  start,
  async fire(context) {
    const { check, fire } = context;
    const nowS = Math.floor(Date.now() / 1_000);
    const token = (more = {}, header = { alg: 'HS512' }, key = SECRET) =>
      signedToken(header, { iss: 'us', sub: 'tom', exp: nowS + 600, ...more }, key);
    const inAddress = (text) => async () => {
      const one = browser(context);
      await one.ask({ path: `/app/home?token=${text}` });
      return one;
    };
    const text = token();
    const [head, body, signature] = text.split('.');
    const admins = Buffer.from(
      JSON.stringify({ iss: 'us', sub: 'admin', exp: nowS + 600 })
    ).toString('base64url');
    const wrong = {
      'without a signature': token({}, { alg: 'none' }),
      'without a signature, in capitals': token({}, { alg: 'nOnE' }),
      'with another secret': token({}, { alg: 'HS512' }, randomBytes(64)),
      'with an empty secret': token({}, { alg: 'HS512' }, ''),
      'with the secret as text': token({}, { alg: 'HS512' }, SECRET.toString('base64')),
      'with its signature cut short': `${head}.${body}.${signature.slice(0, 20)}`,
      'with other claims under the same signature': `${head}.${admins}.${signature}`,
      'with an extension that must be understood': token({}, { alg: 'HS512', crit: ['x'], x: 1 }),
      'of the past': token({ exp: nowS - 600 }),
      'of the future': token({ nbf: nowS + 7_200 }),
      'of another issuer': token({ iss: 'them' }),
      'without a name': token({ sub: undefined }),
      'with an object for a name': token({ sub: { toString: 'admin' } }),
      'in five parts': `${head}.${body}.${signature}.a.b`,
      'of 12 000 letters': `${head}.${'a'.repeat(12_000)}.x`,
    };
    await tryMethods(
      context,
      'JWT',
      'tom',
      inAddress(text),
      Object.fromEntries(
        Object.entries(wrong).map(([what, one]) => [`a token ${what}`, inAddress(one)])
      )
    );
    const call = async (headers) => (await fire({ path: `${ENGINE}/authinfo`, headers })).status;
    check(
      (await call({ authorization: `Bearer ${text}` })) === 200,
      'JWT: the right token is refused'
    );
    for (const [what, one] of Object.entries(wrong)) {
      const status = await call({ authorization: `Bearer ${one}` });
      check(
        status === 401 || status === 431,
        `JWT: a call with a token ${what} was answered ${status}`
      );
    }
    const posing = createHmac('sha512', SECRET).update('x').digest('base64url');
    for (const headers of [
      { cookie: `${SESSION}=${text}` },
      { authorization: `Basic ${text}` },
      { authorization: posing },
    ]) {
      const status = await call(headers);
      check(
        status === 401,
        `JWT: ${Object.keys(headers)} that holds a token was answered ${status}`
      );
    }
  },
};

const proxyAttack = {
  name: 'proxy_and_trust',
  what: 'headers that only a trusted proxy may send: names, roles, addresses, protocols',
  start,
  async fire(context) {
    const { check, fire } = context;
    const name = { 'x-proxy-user': 'pia', 'x-proxy-roles': 'dev' };
    const by =
      (headers, from = PROXY) =>
      async () => {
        const one = browser(context);
        await one.ask({ path: '/app/home', headers, from });
        // A proxy session is valid only together with the proxy's headers.
        const { status, text } = await fire({
          path: '/api/v1/configuration/account',
          headers: { ...headers, cookie: `${SESSION}=${one.jar.get(SESSION) ?? ''}` },
          from,
        });
        one.name = status === 200 ? JSON.parse(text).data.user_name : undefined;
        return one;
      };
    const client = { 'x-forwarded-for': '127.0.0.77' };
    check(
      (await by({ ...name, ...client })()).name === 'pia',
      'proxy: the right way lets in nobody'
    );
    const wrong = {
      'headers of a stranger': by(name, '127.0.0.4'),
      'headers of a stranger who names the proxy': by(
        { ...name, 'x-forwarded-for': PROXY },
        '127.0.0.4'
      ),
      'headers of a stranger who names both': by(
        { ...name, 'x-forwarded-for': `127.0.0.77, ${PROXY}` },
        '127.0.0.4'
      ),
      'no client named': by(name),
      'an empty client': by({ ...name, 'x-forwarded-for': '' }),
      'an unreadable client': by({ ...name, 'x-forwarded-for': 'unknown' }),
      'roles alone': by({ 'x-proxy-roles': 'admin', ...client }),
      'an empty name': by({ 'x-proxy-user': '', 'x-proxy-roles': 'admin', ...client }),
      'an underscore in the header': by({ x_proxy_user: 'admin', ...client }),
    };
    for (const [what, way] of Object.entries(wrong)) {
      const { name: who } = await way();
      check(who === undefined, `proxy, ${what}: lets in ${who}`);
    }
    const pia = await by({ ...name, ...client })();
    const cookie = `${SESSION}=${pia.jar.get(SESSION)}`;
    for (const [what, headers, from] of [
      ['beside the proxy', {}, '127.0.0.4'],
      ['as somebody else', { ...client, 'x-proxy-user': 'mallory' }, PROXY],
    ]) {
      const { status, text } = await fire({
        path: '/api/v1/configuration/account',
        headers: { cookie, ...headers },
        from,
      });
      check(
        status === 401 || !text.includes('"pia"'),
        `proxy: a session goes on ${what} (${status})`
      );
    }

    // A client that forges addresses is still limited as one client.
    for (const [what, from, forwarded] of [
      ['a stranger', '127.0.0.4', (at) => `10.0.${at % 250}.1`],
      ['a client of the proxy', PROXY, (at) => `10.1.${at % 250}.1, 127.0.0.78`],
    ]) {
      const startedAtMs = performance.now();
      let tried = 0;
      for (let at = 0; at < 300; at += 20) {
        const batch = Array.from({ length: 20 }, (_, each) =>
          fire({
            path: `${ENGINE}/authinfo`,
            headers: {
              authorization: `Basic ${btoa(`guess${at + each}:x`)}`,
              'x-forwarded-for': forwarded(at + each),
            },
            from,
          })
        );
        tried += (await Promise.all(batch)).filter(({ status }) => status === 401).length;
      }
      const minutes = Math.ceil((performance.now() - startedAtMs) / 60_000);
      check(
        tried <= 130 + 120 * minutes,
        `${what} who invents addresses tried ${tried} of 300 guesses`
      );
    }
    const secure = await fire({
      path: '/app/login',
      headers: { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' },
      from: '127.0.0.4',
    });
    check(!secure.text.includes('evil.example'), 'a stranger names the host of the page');
  },
};

module.exports = [openIdAttack, samlAttack, jwtAttack, proxyAttack];
