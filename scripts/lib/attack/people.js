'use strict';
/** Who takes part: the administrator, users made by him, and strangers. */
const { ADMIN, signIn } = require('../runtime/server');
const { basic, send } = require('./http');

const PASSWORD = 'Quiet-harbour-lantern-73';
const BYSTANDER = { username: 'betty', password: PASSWORD };
/** May read and write saved objects. */
const WRITER = { username: 'walter', password: PASSWORD };
/** Has no role at all. */
const NOBODY = { username: 'norbert', password: PASSWORD };
const ENGINE = '/_plugins/_security';
const XSRF = { 'kbn-xsrf': 'true' };

/**
 * @param {string} url
 * @returns {Promise<{ admin: Person, writer: Person, nobody: Person, bystander: Person }>}
 * @typedef {{ username: string, password: string, cookie: string, headers: { cookie: string },
 *   basic: string }} Person
 */
async function settle(url) {
  const admin = await person(url, ADMIN);
  for (const { username, password } of [BYSTANDER, WRITER, NOBODY]) {
    await change(url, admin, 'PUT', `/api/internalusers/${username}`, { password });
  }
  const users = [BYSTANDER.username, WRITER.username];
  await change(url, admin, 'PUT', '/api/rolesmapping/kibana_user', { users });
  return {
    admin,
    writer: await person(url, WRITER),
    nobody: await person(url, NOBODY),
    bystander: await person(url, BYSTANDER),
  };
}

async function person(url, { username, password }) {
  const cookie = await signIn(url, { username, password });
  return {
    username,
    password,
    cookie,
    headers: { cookie, ...XSRF },
    basic: basic(username, password),
  };
}

/** What the administrator has the engine change, or an error. */
async function change(url, { headers }, method, path, body) {
  const answer = await send(url, { method, path: ENGINE + path, headers, body });
  if (answer.status < 300) return;
  throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
}

/** One sign-in with the form. @returns {Promise<import('./http').Answer>} */
const logIn = (fire, { username, password }, options = {}) =>
  fire({ method: 'POST', path: '/auth/login', body: { username, password }, ...options });

module.exports = { settle, person, change, logIn, ENGINE, PASSWORD };
