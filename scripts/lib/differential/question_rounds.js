'use strict';
/**
 * The same rules for a cluster and for the engine, and what the engine says about somebody under
 * them.
 */
const { API } = require('./people');
const { order } = require('./world');

/** Of bcrypt, as cheap as it gets: everybody signs in anew after each change of the rules. */
const COST = 4;
const INTERNAL = { kind: 'internal' };

/**
 * @param {object} rules entities by type and name, in an order in which each finds what it refers
 *   to
 */
async function alike(sides, rules) {
  for (const [type, entities] of Object.entries(rules)) {
    const body = Object.entries(entities).map(([name, value]) => ({
      op: 'add',
      path: `/${name}`,
      value,
    }));
    await onBoth(sides, 'PATCH', `${API}/${type}`, body);
  }
}

async function onBoth({ cluster, engine }, method, path, body) {
  await order(cluster, method, path, body, [200, 201, 404]);
  const answer = await engine.request(INTERNAL, { method, path, body });
  if (answer.statusCode >= 300 && answer.statusCode !== 404)
    throw new Error(
      `${method} ${path}: the engine answers ${answer.statusCode} ${JSON.stringify(answer.body)}`
    );
}

/** An internal user as an explanation is asked about him, where the cluster sees him come from. */
const subjectOf = (name, { backend_roles = [], opendistro_security_roles, attributes }) => ({
  name,
  backend_roles,
  security_roles: opendistro_security_roles,
  host: '127.0.0.1',
  attributes: Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [`attr.internal.${key}`, value])
  ),
});

async function explained(engine, question) {
  const answer = await engine.explain(INTERNAL, question);
  if (answer.ok) return answer.result;
  throw new Error(`The engine does not answer: ${JSON.stringify(answer.response.body)}`);
}

module.exports = { COST, alike, explained, onBoth, subjectOf };
