'use strict';
/** Random bodies of every entity: valid ones, and ones with common mistakes. */

const TEXTS = ['read', 'crud', 'n1', 'logs-*', 'a', '*', 'indices:data/read/search', 'ä ö', 'x.y'];
const ODD = [
  null,
  true,
  false,
  0,
  1,
  -1,
  1.5,
  '',
  ' ',
  [],
  {},
  [null],
  [1],
  [{}],
  [[]],
  ['a', 'a'],
  { a: 1 },
  'TRUE',
  'x'.repeat(300),
];
const EXTRA = ['reserved', 'hidden', 'static', '_meta', 'foo', 'description', 'type', 'enabled'];
const KINDS = ['roles', 'rolesmapping', 'internalusers', 'actiongroups', 'tenants'];

const texts = (dice, from = TEXTS) => dice.some(from, dice.below(3));
const text = (dice) => dice.pick(['', 'some words', 'ä', 'x'.repeat(20)]);
const maybe = (dice, value) => (dice.oneIn(2) ? value : {});

const DLS = [
  '',
  '{"match_all":{}}',
  '{"term":{"user":"${user.name}"}}',
  '{',
  'x',
  '{"bool":{"must":[]}}',
  '[]',
];
const FLS = [[], ['a', 'b'], ['~a'], ['a*', '~b'], ['']];
const MASKS = [[], ['a'], ['a::SHA-256'], ['a::/x/::y'], ['a::/x/'], ['a::NOPE'], ['a::/[/::y']];

/** @type {Readonly<Record<string, (dice: import('../lib/random').SeededRandom) => object>>} */
const VALID = {
  roles: (dice) => ({
    ...maybe(dice, {
      cluster_permissions: texts(dice, ['cluster_monitor', 'cluster_all', 'n1', 'cluster:*']),
    }),
    ...maybe(dice, {
      index_permissions: Array.from({ length: 1 + dice.below(2) }, () => ({
        index_patterns: dice.some(['logs-*', 'a', '/b.*/', '${user.name}'], 1 + dice.below(2)),
        ...maybe(dice, { dls: dice.pick(DLS) }),
        ...maybe(dice, { fls: dice.pick(FLS) }),
        ...maybe(dice, { masked_fields: dice.pick(MASKS) }),
        allowed_actions: texts(dice),
      })),
    }),
    ...maybe(dice, {
      tenant_permissions: [
        {
          tenant_patterns: texts(dice, ['n1', 't*', '*']),
          allowed_actions: dice.pick([['kibana_all_read'], ['kibana_all_write'], []]),
        },
      ],
    }),
    ...maybe(dice, { description: text(dice) }),
  }),
  rolesmapping: (dice) => ({
    ...maybe(dice, { users: texts(dice) }),
    ...maybe(dice, { backend_roles: texts(dice) }),
    ...maybe(dice, { and_backend_roles: texts(dice) }),
    ...maybe(dice, { hosts: texts(dice, ['127.0.0.1', '10.*', 'localhost']) }),
    ...maybe(dice, { description: text(dice) }),
  }),
  internalusers: (dice) => ({
    ...(dice.oneIn(3)
      ? {
          hash: dice.pick([
            '$2y$12$VcCDgh2NDk07JGN0rjGbM.Ad41qVR/YFJcgHp0UGns5JDymv..TOG',
            'nonsense',
            '',
          ]),
        }
      : {
          password: dice.pick([
            'Vintage-Tractor-42',
            'Another-Garden-17',
            'short',
            'password',
            '12345678',
            'nnnnnnnn',
          ]),
        }),
    ...maybe(dice, { backend_roles: texts(dice) }),
    ...maybe(dice, {
      attributes: dice.pick([
        {},
        { a: 'b' },
        { service: 'true' },
        { service: 'TRUE', enabled: 'true' },
        { service: 'false' },
      ]),
    }),
    ...maybe(dice, { description: text(dice) }),
    ...(dice.oneIn(4) && {
      opendistro_security_roles: dice.pick([['n1'], ['kibana_user'], [], ['nowhere']]),
    }),
  }),
  actiongroups: (dice) => ({
    allowed_actions: texts(dice, ['read', 'indices:data/read*', 'n1', 'n2', 'cluster:monitor/*']),
    ...maybe(dice, { type: dice.pick(['cluster', 'index', 'kibana', 'CLUSTER', 'odd', 'all']) }),
    ...maybe(dice, { description: text(dice) }),
  }),
  tenants: (dice) => ({ ...maybe(dice, { description: text(dice) }) }),
  nodesdn: (dice) => ({ nodes_dn: dice.pick([[], ['CN=a'], ['CN=a,O=b', '*'], [''], ['CN=*']]) }),
  allowlist: (dice) => ({
    enabled: false,
    requests: dice.pick([
      {},
      { '/_cat/nodes': ['GET'] },
      { '/_cluster/settings': ['GET', 'PUT'] },
      { '/a': ['NOPE'] },
      { '/a': [] },
    ]),
  }),
  audit: (dice) => ({
    enabled: true,
    audit: {
      ...maybe(dice, { enable_rest: dice.oneIn(2) }),
      ...maybe(dice, {
        disabled_rest_categories: dice.pick([
          [],
          ['AUTHENTICATED'],
          ['GRANTED_PRIVILEGES', 'AUTHENTICATED'],
          ['NONE'],
          ['NOPE'],
        ]),
      }),
      ...maybe(dice, { enable_transport: dice.oneIn(2) }),
      ...maybe(dice, {
        disabled_transport_categories: dice.pick([
          [],
          ['AUTHENTICATED', 'GRANTED_PRIVILEGES'],
          ['INDEX_EVENT'],
        ]),
      }),
      ...maybe(dice, { resolve_bulk_requests: dice.oneIn(2) }),
      ...maybe(dice, { log_request_body: dice.oneIn(2) }),
      ...maybe(dice, { resolve_indices: dice.oneIn(2) }),
      ...maybe(dice, { exclude_sensitive_headers: dice.oneIn(2) }),
      ...maybe(dice, { ignore_users: texts(dice) }),
      ...maybe(dice, { ignore_requests: texts(dice) }),
    },
    compliance: {
      ...maybe(dice, { enabled: dice.oneIn(2) }),
      ...maybe(dice, { internal_config: dice.oneIn(2) }),
      ...maybe(dice, { external_config: dice.oneIn(2) }),
      ...maybe(dice, { read_metadata_only: dice.oneIn(2) }),
      ...maybe(dice, { read_watched_fields: dice.pick([{}, { 'a*': ['b'] }, { a: [] }]) }),
      ...maybe(dice, { read_ignore_users: texts(dice) }),
      ...maybe(dice, { write_metadata_only: dice.oneIn(2) }),
      ...maybe(dice, { write_log_diffs: dice.oneIn(2) }),
      ...maybe(dice, { write_watched_indices: texts(dice) }),
      ...maybe(dice, { write_ignore_users: texts(dice) }),
    },
  }),
  tenancy: (dice) => ({
    ...maybe(dice, { multitenancy_enabled: dice.oneIn(2) }),
    ...maybe(dice, { private_tenant_enabled: dice.oneIn(2) }),
    ...maybe(dice, {
      default_tenant: dice.pick(['', 'Global', 'Private', 'global', 'n1', 'nowhere']),
    }),
    ...maybe(dice, { sign_in_options: dice.pick([['BASIC'], [], ['SAML'], ['NOPE']]) }),
  }),
  account: (dice) => ({
    current_password: dice.pick(['Vintage-Tractor-42', 'wrong', '']),
    password: dice.pick(['Vintage-Tractor-42', 'short', 'password']),
  }),
};

/** A valid body, or one with a mistake. */
function bodyOf(dice, kind) {
  const body = VALID[kind](dice);
  return dice.oneIn(3) ? broken(dice, body) : body;
}

function broken(dice, body) {
  const keys = Object.keys(body);
  switch (dice.below(5)) {
    case 0:
      return dice.pick([[], null, 'text', 7, {}, [body]]);
    case 1:
      return { ...body, [dice.pick(EXTRA)]: dice.pick(ODD) };
    case 2: {
      const { [dice.pick(keys) ?? 'none']: _gone, ...rest } = body;
      return rest;
    }
    default: {
      if (keys.length === 0) return { [dice.pick(EXTRA)]: dice.pick(ODD) };
      const key = dice.pick(keys);
      const value = body[key];
      const goesDeeper =
        dice.oneIn(2) && typeof value === 'object' && value !== null && !Array.isArray(value);
      return { ...body, [key]: goesDeeper ? broken(dice, value) : dice.pick(ODD) };
    }
  }
}

/** The text to send: mostly plain JSON. */
function textOf(dice, value) {
  const json = JSON.stringify(value);
  switch (dice.below(60)) {
    case 0:
      return json.slice(0, dice.below(json.length));
    case 1:
      return `${json} trailing`;
    case 2:
      return '';
    case 3:
      return json.replace('{', '{"description":"a","description":"b",');
    default:
      return json;
  }
}

module.exports = { EXTRA, KINDS, ODD, TEXTS, VALID, bodyOf, textOf };
