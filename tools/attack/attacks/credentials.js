'use strict';
/** Credentials other than passwords: on-behalf-of tokens, API keys, second factors. */
const { randomBytes } = require('node:crypto');
const { Secret, TOTP } = require('otpauth');
const { runPool, times } = require('../http');
const { change, ENGINE, logIn, PASSWORD, subject } = require('../people');
const { signedToken } = require('../providers');

const ACCOUNT = '/api/v1/configuration/account';
const OWN_KEYS = '/api/v1/account/api_keys';
const FACTORS = '/api/v1/account/factors';
const SIGNING_KEY = randomBytes(64);
/** An administrator that other attacks do not use, so it can be changed freely. */
const CHIEF = { username: 'chief', password: PASSWORD };
const OTHER_PASSWORD = 'Stolen-account-wizard-9';
const BARE = { 'kbn-xsrf': undefined };

async function prepare({ url, people: { admin } }) {
  await change(url, admin, 'PATCH', '/api/securityconfig', [
    {
      op: 'add',
      path: '/config/dynamic/on_behalf_of',
      value: { enabled: true, signing_key: SIGNING_KEY.toString('base64') },
    },
  ]);
  const body = { password: CHIEF.password, backend_roles: ['admin'] };
  await change(url, admin, 'PUT', `/api/internalusers/${CHIEF.username}`, body);
}
const start = async () => ({
  args: ['--engine.unsupported.restapi.allow_securityconfig_modification=true'],
  prepare,
});

/** Requests that change the caller's own account, by every route. Only a session may send them. */
const ownChanges = () => {
  const entry = { password: OTHER_PASSWORD, backend_roles: ['admin'] };
  const password = { password: OTHER_PASSWORD, current_password: CHIEF.password };
  return [
    ['POST', ACCOUNT, password],
    ['PUT', `${ENGINE}/api/account`, password],
    ['PUT', '/_opendistro/_security/api/account', password],
    ['POST', '/api/v1/configuration/internalusers/chief', entry],
    ['PUT', `${ENGINE}/api/internalusers/chief`, entry],
    ['PUT', `${ENGINE}/api/user/chief`, entry],
    [
      'PATCH',
      `${ENGINE}/api/internalusers/chief`,
      [{ op: 'add', path: '/password', value: OTHER_PASSWORD }],
    ],
    ['PATCH', `${ENGINE}/api/internalusers`, [{ op: 'add', path: '/chief', value: entry }]],
    ['DELETE', `${ENGINE}/api/internalusers/chief?confirm_lockout=true`],
    ['POST', OWN_KEYS, { name: 'more', days: 1, current_password: CHIEF.password }],
    ['POST', FACTORS, { kind: 'totp', current_password: CHIEF.password }],
    ['DELETE', '/api/v1/factors/chief'],
    ['DELETE', '/api/v1/account/sessions'],
    ['POST', `${ENGINE}/api/obo/token`, { description: 'd' }],
    ['POST', `${ENGINE}/api/generateonbehalfoftoken`, { description: 'd' }],
    ['POST', `${ENGINE}/api/internalusers/chief/authtoken`],
  ];
};

async function tryOwnChanges({ fire, check }, what, headers) {
  for (const [method, path, body] of ownChanges()) {
    const { status } = await fire(method, path, { ...BARE, ...headers }, body);
    check(status >= 400, `${what}: ${method} ${path} was answered ${status}`);
  }
  const { status } = await logIn(fire, CHIEF, { from: '127.0.0.3' });
  check(status === 200, `${what}: the owner's password has changed (${status})`);
}

/** @returns {(headers: object) => Promise<number>} the status of an authenticated request */
const whoAmI =
  ({ fire }) =>
  async (headers, from = '127.0.0.5') =>
    (await fire({ path: `${ENGINE}/authinfo`, headers: { ...BARE, ...headers }, from })).status;

const onBehalfOf = {
  name: 'on_behalf_of',
  what: 'on-behalf-of tokens: altered, spliced, signed with another key, expired, and beyond their scope',
  start,
  async fire(context) {
    const { fire, url, people: users, check, product } = context;
    const chief = await subject(url, CHIEF);
    const status = whoAmI(context);
    const order = async ({ headers }) => {
      const path = `${ENGINE}/api/obo/token`;
      const { text } = await fire('POST', path, headers, { description: 'd', durationSeconds: 60 });
      return JSON.parse(text).authenticationToken ?? '';
    };
    const bearer = (token) => ({ authorization: `Bearer ${token}` });
    const token = await order(chief);
    check((await status(bearer(token))) === 200, 'a right token is refused');
    await tryOwnChanges(context, 'a token', bearer(token));

    const [head, claims, signature] = token.split('.');
    const read = JSON.parse(Buffer.from(claims, 'base64url').toString());
    const [, adminClaims] = (await order(users.admin)).split('.');
    const again = (more, header = { alg: 'HS512' }, key = randomBytes(64)) =>
      signedToken(header, { ...read, ...more }, key);
    const wrong = {
      'without a signature': again({}, { alg: 'none' }),
      'of another key': again({}),
      'of an empty key': again({}, { alg: 'HS512' }, ''),
      'of a weaker algorithm': again({}, { alg: 'HS256' }, SIGNING_KEY),
      "with another's claims": `${head}.${adminClaims}.${signature}`,
      'without an end': again({ exp: undefined }, { alg: 'HS512' }, SIGNING_KEY),
      'of another issuer': again({ iss: 'other' }, { alg: 'HS512' }, SIGNING_KEY),
      'of another kind': again({ typ: 'access' }, { alg: 'HS512' }, SIGNING_KEY),
      'with its signature cut off': `${head}.${claims}.`,
      'with something after it': `${token}x`,
    };
    for (const [what, one] of Object.entries(wrong)) {
      const found = await status(bearer(one));
      check(found === 401, `a token ${what} was answered ${found}`);
    }
    for (const [what, headers] of Object.entries({
      cookie: { cookie: `security_authentication=${token}` },
      'API key': { authorization: `ApiKey ${token}` },
      'HTTP Basic': { authorization: `Basic ${token}` },
    })) {
      const found = await status(headers);
      check(found === 401, `a token as ${what} was answered ${found}`);
    }
    product.moveClock(120_000);
    await context.until(async () => (await status(bearer(token))) === 401, 3_000);
    const late = await status(bearer(token));
    check(late === 401, `a token of 60 s is answered ${late} after 120 s`);
    product.moveClock(0);

    const second = await order(chief);
    await change(url, users.admin, 'PATCH', '/api/internalusers/chief', [
      { op: 'add', path: '/password', value: OTHER_PASSWORD },
    ]);
    const after = await status(bearer(second));
    check(after === 401, `a token outlives the password it was made under (${after})`);
    await change(url, users.admin, 'PATCH', '/api/internalusers/chief', [
      { op: 'add', path: '/password', value: CHIEF.password },
    ]);
  },
};

const apiKeys = {
  name: 'api_keys',
  what: 'API keys: guessed, altered, narrowed, revoked, of suspended people, and what they may not do',
  start,
  async fire(context) {
    const { fire, url, people: users, check } = context;
    const chief = await subject(url, CHIEF);
    const status = whoAmI(context);
    const make = async ({ headers, password }, more = {}) => {
      const body = { name: `k${Math.random()}`, days: 1, current_password: password, ...more };
      const { text, status: made } = await fire('POST', OWN_KEYS, headers, body);
      return { ...JSON.parse(text), made };
    };
    const by = (token) => ({ authorization: `ApiKey ${token}` });
    const { key, token } = await make(chief);
    check((await status(by(token))) === 200, 'a right key is refused');
    await tryOwnChanges(context, 'a key', by(token));

    const reader = await make(chief, { isReadOnly: true });
    const narrow = await make(users.writer, { roles: ['kibana_user'] });
    const writes = [
      ['PUT', `${ENGINE}/api/tenants/atk_key`, { description: 'x' }],
      [
        'PATCH',
        `${ENGINE}/api/tenants`,
        [{ op: 'add', path: '/atk_key', value: { description: 'x' } }],
      ],
      ['POST', '/api/v1/configuration/tenants/atk_key', { description: 'x' }],
      ['DELETE', `${ENGINE}/api/roles/kibana_user`],
      ['DELETE', `${ENGINE}/api/cache`],
    ];
    const restrictedKeys = {
      'that only reads': by(reader.token),
      'that only reads, with another method named': {
        ...by(reader.token),
        'x-http-method-override': 'GET',
      },
      'of somebody without rights': by(narrow.token),
      'of somebody without rights, beside an identity': {
        ...by(narrow.token),
        opendistro_security_impersonate_as: 'admin',
      },
    };
    for (const [what, headers] of Object.entries(restrictedKeys)) {
      for (const [method, path, body] of writes) {
        const { status: found } = await fire(method, path, { ...BARE, ...headers }, body);
        check(found >= 400, `a key ${what}: ${method} ${path} was answered ${found}`);
      }
    }
    const foreign = await make(users.writer, { roles: ['all_access'] });
    check(foreign.made >= 400, 'a key gets a role that its owner does not have');
    for (const path of [`${OWN_KEYS}/${key.id}`, `/api/v1/api_keys/${key.id}`]) {
      const { status: found } = await fire('DELETE', path, users.writer.headers);
      check(found === 403 || found === 404, `a stranger revokes a key (${found})`);
    }

    const last = token.endsWith('A') ? 'B' : 'A';
    const wrong = {
      'cut short': token.slice(0, -1),
      'with another end': token.slice(0, -1) + last,
      'in capitals': token.toUpperCase(),
      "with another's id": token.replace(key.id, narrow.key.id),
      'that is its id': key.id,
      'that is empty': '',
      twice: `${token} ${token}`,
      'of 10 000 letters': `sdk_${'a'.repeat(10_000)}`,
    };
    for (const [what, one] of Object.entries(wrong)) {
      const found = await status(by(one));
      check(found === 401, `a key ${what} was answered ${found}`);
    }
    for (const [what, call] of Object.entries({
      'in the address': { path: `${ENGINE}/authinfo?api_key=${token}`, headers: BARE },
      'in a cookie': {
        path: `${ENGINE}/authinfo`,
        headers: { ...BARE, cookie: `security_authentication=${token}` },
      },
    })) {
      const { status: found } = await fire(call);
      check(found === 401, `a key ${what} was answered ${found}`);
    }
    const guesses = times(
      300,
      (at) => () =>
        fire({
          path: `${ENGINE}/authinfo`,
          headers: { ...BARE, ...by(`sdk_${key.id}${at}`) },
          from: '127.0.0.41',
        })
    );
    const startedAtMs = performance.now();
    const tried = (await runPool(20, guesses)).filter((response) => response.status === 401).length;
    const minutes = Math.ceil((performance.now() - startedAtMs) / 60_000);
    check(tried <= 130 + 120 * minutes, `${tried} of 300 keys were tried by one address`);

    const state = (enabled) =>
      change(url, users.admin, 'PATCH', '/api/internalusers/chief', [
        { op: 'add', path: '/attributes', value: { enabled } },
      ]);
    await state('false');
    check((await status(by(token))) === 401, 'a key works for a suspended user');
    await state('true');
    await fire('DELETE', `${OWN_KEYS}/${key.id}`, (await subject(url, CHIEF)).headers);
    check((await status(by(token))) === 401, 'a revoked key works');
  },
};

const codeOf = (secret, ahead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + ahead * 30_000,
  });

const factors = {
  name: 'second_factors',
  what: 'passwords without the factor, guessed, repeated and simultaneous codes, rounds of others',
  start,
  async fire(context) {
    const { fire, url, people: users, check } = context;
    const owner = { username: 'atk_factor', password: PASSWORD };
    await change(url, users.admin, 'PUT', `/api/internalusers/${owner.username}`, {
      password: PASSWORD,
    });
    const { headers, basic } = await subject(url, owner);
    const post = async (path, body, more = headers) => fire('POST', path, more, body);
    const begun = JSON.parse(
      (await post(FACTORS, { kind: 'totp', current_password: PASSWORD })).text
    );
    const { secret } = begun.totp;
    const added = await post(`${FACTORS}/_confirm`, {
      id: begun.id,
      name: 'Phone',
      code: codeOf(secret, -1),
    });
    const recoveryCodes = JSON.parse(added.text).recoveryCodes ?? [];
    check(recoveryCodes.length > 0, `no factor was added (${added.status})`);

    const begin = async () => JSON.parse((await logIn(fire, owner)).text).attributes?.round?.id;
    const round = (id, fields, from) =>
      fire({ method: 'POST', path: '/auth/login/round', body: { id, fields }, from });
    const isIn = ({ status, headers: found }) =>
      status === 200 || /security_authentication=[^;]/.test(String(found['set-cookie']));
    const half = await logIn(fire, owner);
    check(!isIn(half), 'the password alone opens a session');
    const { id } = JSON.parse(half.text).attributes.round;
    const status = whoAmI(context);
    for (const [what, call] of Object.entries({
      'HTTP Basic': { authorization: basic },
      'the round as a cookie': { cookie: `security_authentication=${id}` },
      'the round as a token': { authorization: `Bearer ${id}` },
    })) {
      const found = await status(call);
      check(found === 401, `without the factor, ${what} was answered ${found}`);
    }
    const bad = {
      'an empty code': '',
      'a list': ['000000'],
      'an object': { $ne: '' },
      'a long code': '0'.repeat(10_000),
      'other digits': '٠٠٠٠٠٠',
    };
    for (const [what, code] of Object.entries(bad)) {
      check(!isIn(await round(await begin(), { code })), `${what} counts as a factor`);
    }
    check(!isIn(await round(id, {})), 'no code counts as a factor');
    const code = codeOf(secret);
    const ids = await Promise.all(Array.from({ length: 8 }, begin));
    const raced = await Promise.all(ids.map((one) => round(one, { code })));
    const won = raced.filter(isIn).length;
    check(won === 1, `one code, sent 8 times at once, opens ${won} sessions`);
    check(!isIn(await round(await begin(), { code })), 'a code opens a second session');
    const recovered = await Promise.all(
      (await Promise.all(Array.from({ length: 8 }, begin))).map((one) =>
        round(one, { code: recoveryCodes[0] })
      )
    );
    const recoveries = recovered.filter(isIn).length;
    check(
      recoveries === 1,
      `one recovery code, sent 8 times at once, opens ${recoveries} sessions`
    );

    let guesses = 0;
    for (let turn = 0; turn < 40; turn++) {
      const one = await begin();
      if (!one) break;
      for (let at = 0; at < 8; at++) {
        const response = await round(
          one,
          { code: String(100_000 + turn * 8 + at) },
          `127.0.0.${50 + turn}`
        );
        if (response.status === 401 && response.text.includes('factor')) guesses++;
        if (response.status === 429) break;
      }
    }
    const late = await round((await begin()) ?? 'x', { code: recoveryCodes[1] }, '127.0.0.3');
    check(
      !isIn(late),
      `after 320 guesses by one who knows the password the next one counts (${guesses})`
    );
  },
};

module.exports = [onBehalfOf, apiKeys, factors];
