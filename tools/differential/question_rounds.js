'use strict';
/** Applies the same rules to a cluster and the engine, and asks the engine for explanations. */
const { API } = require('./people');
const { order } = require('./test_data');

/** The lowest bcrypt cost, because users authenticate again after each change of the rules. */
const COST = 4;
const INTERNAL = { kind: 'internal' };

/**
 * @param {object} rules entities by type and name, ordered so that references come after their
 *   targets
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
  const response = await engine.request(INTERNAL, { method, path, body });
  if (response.statusCode >= 300 && response.statusCode !== 404)
    throw new Error(
      `${method} ${path}: the engine answers ${response.statusCode} ${JSON.stringify(response.body)}`
    );
}

/**
 * An internal user as the described subject of an explanation, with the address that the cluster
 * sees.
 */
const subjectOf = (name, { backend_roles = [], opendistro_security_roles, attributes }) => ({
  name,
  backend_roles,
  security_roles: opendistro_security_roles,
  host: '127.0.0.1',
  attributes: Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [`attr.internal.${key}`, value])
  ),
});

async function explained(engine, request) {
  const response = await engine.explain(INTERNAL, request);
  if (response.ok) return response.result;
  throw new Error(`The engine does not answer: ${JSON.stringify(response.response.body)}`);
}

module.exports = { COST, alike, explained, onBoth, subjectOf };
