'use strict';
/** JSON web tokens and trusted proxies: forged tokens and headers. */
const { times } = require('../http');
const { createHmac, randomBytes } = require('node:crypto');
const { ENGINE } = require('../people');
const { signedToken } = require('../providers');
const { start, browser, tryMethods, PROXY, SECRET, SESSION } = require('./single_sign_on');

const jwtAttack = {
  name: 'jwt',
  what: 'tokens in addresses and headers: unsigned, foreign, expired, or with another algorithm',
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
    check((await by({ ...name, ...client })()).name === 'pia', 'proxy: a valid login fails');
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
      ['as another user', { ...client, 'x-proxy-user': 'mallory' }, PROXY],
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
        const batch = times(20, (each) =>
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

module.exports = [jwtAttack, proxyAttack];
