'use strict';
/** Random requests to the management API: every entity, method, caller and kind of mistake. */
const { API, DYNAMIC, JSON_TYPE, WEIGHTS } = require('./people');
const { KINDS, ODD, bodyOf, textOf } = require('./bodies');
const { patchOf } = require('./patches');

const NAMES = ['n1', 'n2', 'n3', 'n4', 'n5', 'n6'];
const BUILT_IN = {
  roles: ['all_access', 'kibana_user', 'own_index', 'd_plain'],
  // Without the administrator's role mapping: the product protects it, so further comparison would
  // be impossible.
  rolesmapping: ['own_index', 'd_plain', 'kibana_user'],
  internalusers: ['d_plain', 'nobody_here'],
  actiongroups: ['read', 'crud', 'kibana_all_read'],
  tenants: ['global_tenant'],
};
const ODD_NAMES = [
  'a%20b',
  'a%2Fb',
  'a%25b',
  '%C3%A4',
  '*',
  'a.b',
  'a@b.org',
  '_meta',
  '..',
  'x'.repeat(80),
  '%5Bx%5D',
  'a:b',
  '%00',
  '%ff',
  '',
];
/** Names in paths of a JSON Patch. */
const ODD_POINTERS = ['a b', 'a~1b', 'a.b', '_meta', 'ä', '*', ''];
/** Legacy paths of two entity types, without PATCH. */
const ALIASES = { internalusers: 'user', actiongroups: 'actiongroup' };
const METHODS = ['GET', 'PUT', 'PATCH', 'DELETE', 'POST', 'OPTIONS', 'HEAD'];

/**
 * @typedef {{ who: string, kind: string, name?: string, method: string, path: string, headers:
 *   Record<string, string>, body?: string }} Call
 */

/** Makes one request per kind; the keys are those of the weights. */
const SUBJECTS = {
  entity(dice) {
    const kind = dice.pick(KINDS);
    const name = nameOf(dice, kind);
    const method = methodOf(dice, { GET: 4, PUT: 8, PATCH: 8, DELETE: 3 });
    const word = dice.oneIn(15) ? (ALIASES[kind] ?? kind) : kind;
    return withBody(dice, { kind, name, method, path: `${API}/${word}/${name}` }, () =>
      method === 'PATCH' ? patchOf(dice, kind) : bodyOf(dice, kind)
    );
  },
  collection(dice) {
    const kind = dice.pick(KINDS);
    const method = methodOf(dice, { GET: 3, PATCH: 10, DELETE: 1, PUT: 1 });
    return withBody(dice, { kind, method, path: `${API}/${kind}` }, () =>
      method === 'PATCH'
        ? patchOf(dice, kind, dice.oneIn(8) ? [...BUILT_IN[kind], ...ODD_POINTERS] : NAMES)
        : bodyOf(dice, kind)
    );
  },
  nodesdn(dice) {
    const name = dice.pick(['', 'n1', 'n2']);
    const method = methodOf(dice, { GET: 4, PUT: 5, PATCH: 5, DELETE: 2 });
    return withBody(
      dice,
      {
        kind: 'nodesdn',
        name: name || undefined,
        method,
        path: `${API}/nodesdn${name && `/${name}`}`,
      },
      () =>
        method === 'PATCH'
          ? patchOf(dice, 'nodesdn', name ? undefined : ['n1', 'n2'])
          : bodyOf(dice, 'nodesdn')
    );
  },
  document(dice) {
    const kind = dice.pick(['audit', 'allowlist']);
    const method = methodOf(dice, { GET: 3, PUT: 6, PATCH: 6, DELETE: 1 });
    const at = kind === 'audit' ? (method === 'PUT' ? '/config' : '') : '';
    return withBody(
      dice,
      { kind, method, path: `${API}/${kind}${dice.oneIn(15) ? '/x' : at}` },
      () => (method === 'PATCH' ? patchOf(dice, kind, ['config']) : bodyOf(dice, kind))
    );
  },
  tenancy(dice) {
    const method = methodOf(dice, { GET: 3, PUT: 6, PATCH: 1, DELETE: 1 });
    return withBody(dice, { kind: 'tenancy', method, path: `${API}/tenancy/config` }, () =>
      bodyOf(dice, 'tenancy')
    );
  },
  securityconfig(dice) {
    const method = methodOf(dice, { GET: 4, PATCH: 3, PUT: 2, DELETE: 1 });
    // Always with an authentication domain: a cluster without one rejects every later request.
    const body = { dynamic: { ...DYNAMIC, ...dice.pick([{}, { kibana: {} }, { nope: 1 }]) } };
    const path = `${API}/securityconfig${method === 'PUT' ? dice.pick(['/config', '']) : dice.pick(['', '/config'])}`;
    return withBody(dice, { kind: 'securityconfig', method, path }, () =>
      method === 'PATCH' ? [settingOf(dice), ...(dice.oneIn(3) ? [settingOf(dice)] : [])] : body
    );
  },
  listeners(dice) {
    const name = dice.pick(['', '', '/l1', '/l2']);
    const method = methodOf(dice, name ? { PUT: 5, DELETE: 3 } : { GET: 1 });
    const path = `${API}/authfailurelisteners${name}`;
    return withBody(dice, { kind: 'listeners', method, path }, () => listenerOf(dice));
  },
  upgrade(dice) {
    const [method, path, body] = dice.pick([
      ['GET', '/_upgrade_check'],
      ['POST', '/_upgrade_perform', {}],
      ['POST', '/_upgrade_perform', { configs: ['roles'] }],
      ['DELETE', '/cache'],
      ['DELETE', '/cache/user/n1'],
      ['PUT', '/ssl/transport/reloadcerts'],
    ]);
    return withBody(dice, { kind: 'upgrade', method, path: `${API}${path}` }, () => body ?? {});
  },
  account(dice) {
    const method = methodOf(dice, { GET: 4, PUT: 3, DELETE: 1, PATCH: 1 });
    return withBody(dice, { kind: 'account', method, path: `${API}/account` }, () =>
      bodyOf(dice, 'account')
    );
  },
  tokens(dice) {
    const path = dice.pick([
      `${API}/internalusers/${nameOf(dice, 'internalusers')}/authtoken`,
      `${API}/user/n1/authtoken`,
      `${API}/generateonbehalfoftoken`,
      `${API}/authtoken`,
    ]);
    return withBody(
      dice,
      { kind: 'tokens', method: dice.pick(['POST', 'POST', 'POST', 'GET']), path },
      () =>
        dice.pick([
          {},
          { description: 'x' },
          { description: 'x', durationSeconds: 60 },
          { service: 'y' },
        ])
    );
  },
  information(dice) {
    const path = dice.pick([
      '/_plugins/_security/authinfo',
      '/_plugins/_security/health',
      '/_plugins/_security/whoami',
      '/_plugins/_security/dashboardsinfo',
      '/_plugins/_security/kibanainfo',
      '/_plugins/_security/tenantinfo',
      '/_plugins/_security/sslinfo',
      '/_plugins/_security/whoamiprotected',
      `${API}/permissionsinfo`,
      `${API}/ssl/certs`,
      `${API}/certificates`,
      `${API}/cache`,
      `${API}/migrate`,
      `${API}/validate`,
      `${API}/ssl/http/reloadcerts`,
      `${API}/nope`,
      `${API}/certificates/_local`,
      `${API}/nodesdn`,
      '/_plugins/_security/nope',
      '/_plugins/_security/configupdate',
      `${API}/ssl/x/reloadcerts`,
      `${API}//roles`,
      `${API}/roles//n1`,
      '/_cat/nodes?h=cluster_manager',
      '/_cat/nodes?h=cluster_manager&size=1',
      '/_opendistro/_security/authinfo',
      '/_opendistro/_security/api/account',
      '/_opendistro/_security/sslinfo',
      `${API}/user`,
      `${API}/actiongroup/n1`,
      `${API}/authfailurelisteners`,
    ]);
    const query = dice.pick([
      '',
      '',
      '',
      '?pretty',
      '?format=yaml',
      '?filter_path=user*',
      '?nope=1',
      '?nope=1&foo',
      '?prety',
      '?verbos=1',
      '?verbose=true',
      '?auth_type=basic',
      '?show_dn=true',
      '?cert_type=http',
    ]);
    const method = dice.weighted({ GET: 12, POST: 2, DELETE: 1, PUT: 2, OPTIONS: 1, HEAD: 1 });
    const asked = path.includes('?') ? query.replace('?', '&') : query;
    return withBody(dice, { kind: 'information', method, path: `${path}${asked}` }, () => ({}));
  },
};

/** Settings that neither lock everyone out nor open the cluster. */
const settingOf = (dice) => ({
  op: dice.pick(['replace', 'add', 'add', 'remove']),
  path: dice.weighted({
    '/config/dynamic/do_not_fail_on_forbidden': 6,
    '/config/dynamic/do_not_fail_on_forbidden_empty': 4,
    '/config/dynamic/multi_rolespan_enabled': 2,
    '/config/dynamic/hosts_resolver_mode': 2,
    '/config/dynamic/filtered_alias_mode': 2,
    '/config/dynamic/kibana': 1,
    '/config/dynamic/on_behalf_of': 1,
    '/config/dynamic/nope': 1,
    '/config/nope': 1,
  }),
  value: dice.oneIn(2) ? dice.pick([true, false]) : dice.pick(['x', {}, ...ODD]),
});

/** Permits more attempts than a run makes, so that no caller is ever blocked. */
function listenerOf(dice) {
  const listener = dice.pick([
    { type: 'ip', allowed_tries: 900_000 },
    { type: 'username', authentication_backend: 'internal', allowed_tries: 900_000 },
    { type: 'username', allowed_tries: 900_000 },
    { type: 'nope' },
  ]);
  const key = dice.pick(['time_window_seconds', 'ignore_hosts', 'max_blocked_clients', 'nope']);
  return dice.oneIn(3) ? { ...listener, [key]: dice.pick(ODD) } : listener;
}

const SUBJECT_WEIGHTS = {
  entity: 50,
  collection: 14,
  nodesdn: 5,
  document: 8,
  tenancy: 4,
  securityconfig: 4,
  account: 3,
  tokens: 3,
  information: 10,
  listeners: 1,
  upgrade: 1,
};

const nameOf = (dice, kind) =>
  dice.oneIn(12)
    ? dice.pick(ODD_NAMES)
    : dice.oneIn(5)
      ? dice.pick(BUILT_IN[kind])
      : dice.pick(NAMES);

const methodOf = (dice, weights) => (dice.oneIn(25) ? dice.pick(METHODS) : dice.weighted(weights));

/** Adds a body, occasionally with a type other than JSON; requests without a body have no type. */
function withBody(dice, call, make) {
  const carries = ['PUT', 'PATCH', 'POST'].includes(call.method) || dice.oneIn(40);
  if (!carries) return { ...call, headers: {} };
  const body = textOf(dice, make());
  const type = dice.oneIn(40)
    ? dice.pick([
        {},
        { 'content-type': 'json' },
        { 'content-type': 'text/plain' },
        { 'content-type': 'application/x-www-form-urlencoded' },
        { 'content-type': 'application/json; charset=utf-8' },
        { 'content-type': 'application/cbor' },
      ])
    : JSON_TYPE;
  return { ...call, headers: type, body };
}

/** @param {import('../lib/random').SeededRandom} dice @returns {Call} */
function randomCall(dice) {
  const who = dice.weighted(WEIGHTS);
  return disguised(dice, { ...SUBJECTS[dice.weighted(SUBJECT_WEIGHTS)](dice), who });
}

/** Occasionally uses the legacy prefix, a query parameter, or another response format. */
function disguised(dice, call) {
  const isPlain = !call.path.includes('?');
  const path = dice.oneIn(25)
    ? call.path.replace('/_plugins/_security/', '/_opendistro/_security/')
    : call.path;
  const query =
    isPlain && dice.oneIn(30)
      ? dice.pick([
          '?pretty',
          '?format=yaml',
          '?format=cbor',
          '?format=smile',
          '?filter_path=status',
          '?nope=1',
          '?formt=yaml&human',
          '?filterBy=service',
        ])
      : '';
  const accept = dice.oneIn(60)
    ? { accept: dice.pick(['application/yaml', 'application/cbor', 'text/html']) }
    : dice.oneIn(200)
      ? { _opendistro_security_user: 'x' }
      : {};
  return { ...call, path: `${path}${query}`, headers: { ...call.headers, ...accept } };
}

module.exports = { randomCall, NAMES };
