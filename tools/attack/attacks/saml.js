'use strict';
/** SAML: forged, wrapped or replayed responses and logouts. */
const { times } = require('../http');
const { inflateRawSync, deflateRawSync } = require('node:zlib');
const { makeSamlProvider } = require('../providers');
const { idp, start, browser, whoIs, tryMethods, BASE, FORM, TYPED } = require('./single_sign_on');

const ACS = '/_opendistro/_security/saml/acs';

const samlAttack = {
  name: 'saml',
  what: 'assertions unsigned, wrapped, borrowed, old, used twice, with entities and comments, and bombs',
  start,
  async fire(context) {
    const { saml } = idp;
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
    const bombs = times(9, (at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`);
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

module.exports = [samlAttack];
