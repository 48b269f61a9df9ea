'use strict';
/** The users of an attack: the administrator, the users it creates, and unauthenticated callers. */
const { ADMIN, login } = require('../../scripts/lib/runtime/server');
const { basic, send } = require('./http');

const PASSWORD = 'Quiet-harbour-lantern-73';
const BYSTANDER = { username: 'betty', password: PASSWORD };
/** A user who may read and write saved objects. */
const WRITER = { username: 'walter', password: PASSWORD };
/** A user without roles. */
const WITHOUT_ROLES = { username: 'norbert', password: PASSWORD };
const ENGINE = '/_plugins/_security';
const XSRF = { 'kbn-xsrf': 'true' };

/**
 * @param {string} url
 * @returns {Promise<{ admin: Person, writer: Person, nobody: Person, bystander: Person }>}
 * @typedef {{ username: string, password: string, cookie: string, headers: { cookie: string },
 *   basic: string }} Person
 */
async function settle(url) {
  const admin = await subject(url, ADMIN);
  for (const { username, password } of [BYSTANDER, WRITER, WITHOUT_ROLES]) {
    await change(url, admin, 'PUT', `/api/internalusers/${username}`, { password });
  }
  const users = [BYSTANDER.username, WRITER.username];
  await change(url, admin, 'PUT', '/api/rolesmapping/kibana_user', { users });
  return {
    admin,
    writer: await subject(url, WRITER),
    nobody: await subject(url, WITHOUT_ROLES),
    bystander: await subject(url, BYSTANDER),
  };
}

async function subject(url, { username, password }) {
  const cookie = await login(url, { username, password });
  return {
    username,
    password,
    cookie,
    headers: { cookie, ...XSRF },
    basic: basic(username, password),
  };
}

/** Sends a change to the engine as the given user. Throws if it is rejected. */
async function change(url, { headers }, method, path, body) {
  const response = await send(url, { method, path: ENGINE + path, headers, body });
  if (response.status < 300) return;
  throw new Error(`${method} ${path} answered ${response.status}: ${response.text}`);
}

/**
 * Logs in once with the form.
 * @returns {Promise<import('./http').Answer>}
 */
const logIn = (fire, { username, password }, options = {}) =>
  fire({ method: 'POST', path: '/auth/login', body: { username, password }, ...options });

module.exports = { settle, subject, change, logIn, ENGINE, PASSWORD };
