'use strict';
/** OpenID Connect: forged or replayed tokens and logouts. */
const { CLIENT, KID, newKeys, signedToken } = require('../providers');
const { idp, start, browser, whoIs, tryMethods, BASE, FORM } = require('./single_sign_on');

const openIdAttack = {
  name: 'openid',
  what: 'id tokens that are forged, borrowed, old or huge, answers used twice and by others, logouts',
  start,
  async fire(context) {
    const { openid } = idp;
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
      await fire('POST', '/auth/openid/backchannel_logout', FORM, `logout_token=${token}`);
      check((await whoIs(context, olga)) === 'olga', `OpenID: a logout ${what} ends the session`);
    }
  },
};

module.exports = [openIdAttack];
