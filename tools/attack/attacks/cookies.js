'use strict';
/** Session cookies: forged, fixed or outdated. */
const { randomBytes } = require('node:crypto');
const { change, logIn, PASSWORD, subject } = require('../people');

const OTHER_PASSWORD = 'Stolen-account-wizard-9';

const cookies = {
  name: 'cookies',
  what: 'session cookies: made up, altered, fixed, repeated, after logout and a new password',
  async fire(context) {
    const { fire, url, people: users, check } = context;
    const name = 'security_authentication';
    const owner = { username: 'atk_cookie', password: PASSWORD };
    await change(url, users.admin, 'PUT', `/api/internalusers/${owner.username}`, {
      password: PASSWORD,
    });
    const ask = async (cookie) =>
      (await fire({ path: '/api/v1/configuration/account', headers: { cookie } })).status;
    const { cookie } = await subject(url, owner);
    const value = cookie.slice(name.length + 1);
    check((await ask(cookie)) === 200, 'a right cookie is refused');
    const other = value[0] === 'A' ? 'B' : 'A';
    const wrong = {
      'made up': `${name}=${randomBytes(32).toString('base64url')}`,
      empty: `${name}=`,
      'cut short': cookie.slice(0, -1),
      'with another letter': `${name}=${other}${value.slice(1)}`,
      longer: `${cookie}A`,
      'in other letters': `${name.toUpperCase()}=${value}`,
      'with a prefix': `__Host-${cookie}`,
      'of a pattern': `${name}=%25`,
      'of a path': `${name}=../../${value}`,
      'of a list': `${name}[]=${value}`,
      'of 8 KB': `${name}=${'a'.repeat(8_000)}`,
      __proto__: '__proto__=x; constructor=y',
    };
    for (const [what, one] of Object.entries(wrong)) {
      const found = await ask(one);
      check(
        found === 401 || found === 400 || found === 431,
        `a cookie ${what} was answered ${found}`
      );
    }
    const fixed = `${name}=${randomBytes(32).toString('base64url')}`;
    const login = await logIn(fire, owner, { headers: { cookie: fixed } });
    const line =
      [login.headers['set-cookie']].flat().find((one) => one?.startsWith(`${name}=`)) ?? '';
    check(!line.includes(fixed), 'a login takes the id that the browser came with');
    check((await ask(fixed)) === 401, 'a made-up id becomes a session');
    check(
      /httponly/i.test(line) && /samesite=lax/i.test(line) && /path=\//i.test(line),
      `the cookie is not guarded: ${line.replace(value, '')}`
    );
    const renewed = await logIn(fire, owner, { headers: { cookie } });
    check(
      renewed.status === 200 && (await ask(cookie)) === 401,
      'a login leaves the former session of the browser'
    );

    const left = await subject(url, owner);
    await fire('POST', '/auth/logout', left.headers);
    check((await ask(left.cookie)) === 401, 'a cookie works after logging out');
    const stays = await subject(url, owner);
    await change(url, users.admin, 'PUT', `/api/internalusers/${owner.username}`, {
      password: OTHER_PASSWORD,
    });
    check((await ask(stays.cookie)) === 401, 'a cookie works after the password has been replaced');
    const gone = await subject(url, { ...owner, password: OTHER_PASSWORD });
    await change(url, users.admin, 'DELETE', `/api/internalusers/${owner.username}`);
    check((await ask(gone.cookie)) === 401, 'a cookie works after its user has been deleted');
  },
};

module.exports = [cookies];
