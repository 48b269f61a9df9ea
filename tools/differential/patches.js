'use strict';
/** Random JSON Patches of every entity type, at any depth, with common mistakes. */
const { EXTRA, ODD, TEXTS, VALID } = require('./bodies');

/** Paths inside an entity, below its top-level keys. */
const INSIDE = {
  roles: [
    '/cluster_permissions/0',
    '/cluster_permissions/-',
    '/index_permissions/-',
    '/index_permissions/0',
    '/index_permissions/0/dls',
    '/index_permissions/0/fls',
    '/index_permissions/0/allowed_actions',
    '/index_permissions/0/index_patterns/0',
    '/index_permissions/7',
    '/tenant_permissions/0/tenant_patterns',
    '/description/x',
  ],
  rolesmapping: [
    '/users/0',
    '/users/-',
    '/backend_roles/1',
    '/and_backend_roles/-',
    '/hosts/9',
    '/hosts/x',
  ],
  internalusers: [
    '/attributes/a',
    '/attributes/service',
    '/attributes/a/b',
    '/backend_roles/0',
    '/backend_roles/-',
    '/opendistro_security_roles/-',
    '/nope/0',
  ],
  actiongroups: ['/allowed_actions/0', '/allowed_actions/-', '/allowed_actions/3', '/type/x'],
  tenants: ['/description/x', '/nope/x'],
  nodesdn: ['/nodes_dn/0', '/nodes_dn/-', '/nodes_dn/2'],
  audit: [
    '/audit/enable_rest',
    '/audit/ignore_users/0',
    '/audit/disabled_rest_categories/-',
    '/compliance/enabled',
    '/compliance/read_watched_fields/a',
    '/compliance/nope',
  ],
  allowlist: ['/requests/~1a', '/requests/~1_cat~1nodes', '/requests/~1_cat~1nodes/0'],
};

/**
 * Patches of one entity use paths inside it; patches of a collection start with a name.
 * @param {import('../lib/random').SeededRandom} dice
 * @param {string} kind
 * @param {readonly string[]} [names] escaped for a path
 */
function patchOf(dice, kind, names) {
  return Array.from({ length: dice.below(3) + (dice.oneIn(10) ? 0 : 1) }, () =>
    dice.oneIn(60) ? dice.pick(ODD) : operation(dice, kind, names)
  );
}

function operation(dice, kind, names) {
  const whole = VALID[kind](dice);
  const start = names ? `/${dice.pick(names)}` : '';
  const { path, value } = dice.oneIn(20)
    ? { path: dice.pick(['', '/', 'a', '//', '/a~2', 5]), value: dice.pick([whole, ...ODD]) }
    : target(dice, kind, whole, start);
  const op = dice.weighted({ add: 8, replace: 8, remove: 6, copy: 1, move: 1, test: 1, nope: 1 });
  return {
    ...(dice.oneIn(40) ? {} : { op }),
    ...(dice.oneIn(60) ? {} : { path }),
    ...(op === 'remove' || dice.oneIn(40) ? {} : { value }),
    ...((op === 'copy' || op === 'move') && { from: `${start}/description` }),
  };
}

/** The path and value of an operation. */
function target(dice, kind, whole, start) {
  if (start !== '' && dice.oneIn(6))
    return { path: start, value: dice.oneIn(6) ? dice.pick(ODD) : whole };
  if (dice.oneIn(4)) {
    const value = dice.pick([dice.pick(TEXTS), dice.some(TEXTS, 2), dice.pick(ODD)]);
    return { path: `${start}${dice.pick(INSIDE[kind])}`, value };
  }
  const key = dice.pick([...Object.keys(whole), ...dice.some(EXTRA, 1), 'description']);
  const value = dice.oneIn(4) ? dice.pick(ODD) : (whole[key] ?? dice.pick(ODD));
  return { path: `${start}/${key}`, value };
}

module.exports = { patchOf };
