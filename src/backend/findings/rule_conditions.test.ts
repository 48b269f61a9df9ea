/**
 * Each condition of each rule: a configuration with the fault, and one that differs in this
 * condition alone, in which the rule finds nothing.
 */
import { setImmediate } from 'node:timers/promises';
import { runToCompletion } from '../scheduling/cooperative_task';
import { findFindings, RULES } from './find_findings';
import { configurationOf, findingsIn, NOW, type Content } from './mocks';

type Row = readonly [condition: string, fault: Content, lookAlike: Content];

const on = (patterns: string[], actions: string[], more: object = {}) => ({
  index_permissions: [{ index_patterns: patterns, allowed_actions: actions, ...more }],
});
const tenant = (pattern: string, actions = ['kibana_all_read']) => ({
  tenant_permissions: [{ tenant_patterns: [pattern], allowed_actions: actions }],
});
const cluster = (...actions: string[]) => ({ cluster_permissions: actions });
const member = (...roles: string[]) => ({ opendistro_security_roles: roles });
const RESERVED = { reserved: true };
const SUSPENDED = { attributes: { enabled: 'false' } };
const SERVICE = { attributes: { service: 'true' } };
const SALES = on(['sales-*'], ['read']);
const ALL = on(['*'], ['crud']);
const ANYONE = { r: { users: ['*'] } };
/** Every way to have role `r`; a role without users is held by one of these. */
const WAYS = {
  users: { rolesmapping: { r: { users: ['jane'] } } },
  'backend roles': { rolesmapping: { r: { backend_roles: ['ops'] } } },
  'all of some backend roles': { rolesmapping: { r: { and_backend_roles: ['ops', 'eu'] } } },
  hosts: { rolesmapping: { r: { hosts: ['10.1.2.3'] } } },
  'its own roles': { internalusers: { jane: member('r') } },
} as const;
const eachWay = (row: (way: string, held: Content) => Row): readonly Row[] =>
  Object.entries(WAYS).map(([way, held]) => row(way, held));

const domain = (type: string, order: number, more: object = {}) => ({
  http_enabled: true,
  order,
  http_authenticator: { type, challenge: true },
  authentication_backend: { type: 'intern' },
  ...more,
});
const domains = (authc: object) => ({ dynamic: { authc } });
const WITH_LDAP = domains({
  basic: domain('basic', 0),
  ldap: domain('basic', 1, { authentication_backend: { type: 'ldap' } }),
});
const anonymous = (isOn: boolean) => ({ dynamic: { http: { anonymous_auth_enabled: isOn } } });
const onForbidden = (isReduced: boolean, isEmpty: boolean, evaluation = 'legacy') => ({
  dynamic: {
    do_not_fail_on_forbidden: isReduced,
    do_not_fail_on_forbidden_empty: isEmpty,
    privileges_evaluation_type: evaluation,
  },
});
const people = (count: number, more: object = {}) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`user${n}`, more]));
const used = (index?: string, action = 'indices:data/read/search') => ({
  live: { requests: [{ user: 'jane', action, index, count: 1, lastMs: NOW }] } as Content['live'],
});
const DAY_MS = 86_400_000;
const key = (lastUsedMs: number | null, createdMs = 0) => ({
  live: {
    apiKeys: [
      {
        id: 'k1',
        name: 'nightly',
        user: 'jane',
        createdAt: new Date(createdMs).toISOString(),
        lastUsedAt: lastUsedMs === null ? null : new Date(lastUsedMs).toISOString(),
      },
    ],
  },
});
const HIDDEN = '{"term":{"public":true}}';
const MATCH_ALL = '{"match_all":{}}';
/** Jane has role `one`, which restricts, and role `other`. */
const pair = (one: object, other: object, settings: Content['settings'] = {}): Content => ({
  roles: { one, other },
  internalusers: { jane: member('one', 'other') },
  settings,
});
const EMPTY_LIFTS = { dfmEmptyOverridesAll: true };
const NARROW = on(['sales-1'], ['read']);
const only = (users: string[]) => ({
  hr: { rule: 'only', action: 'read', index: 'jane-notes', users },
});
const fields = { live: { fields: () => new Set(['public']) } };
const filtered = (dls: string, more: object = {}) => ({
  ...fields,
  roles: { r: { ...on(['hr-*'], ['read'], { dls }), ...more } },
});
const audited = (audit: object, enabled = true) => ({ audit: { enabled, audit } });
const withGroups = (roles: object, more: object = {}) => ({
  roles: { r: roles },
  actiongroups: { g: { allowed_actions: ['read'], ...more } },
});
const hashed = (cost: string) => ({
  internalusers: { jane: {} },
  hashes: { jane: `$2y$${cost}$${'a'.repeat(53)}` },
});
const PUBLISHED = '$2a$12$u1ShR4l4uBS3Uv59Pa2y5.1uQuZBrZtmNfqB3iM/.jL0XoV9sghS2';
const BACKEND_ROLES = { settings: { rolesMappingResolution: 'BACKENDROLES_ONLY' } } as const;

const CONDITIONS: Readonly<Record<string, readonly Row[]>> = {
  'broken-promise': [
    [
      'the guardrail is valid',
      { guardrails: only(['ann']), roles: { r: on(['*'], ['read']) }, rolesmapping: ANYONE },
      {
        guardrails: { hr: { ...only(['ann']).hr, action: 'indices:data/read/*' } },
        roles: { r: on(['*'], ['read']) },
        rolesmapping: ANYONE,
      },
    ],
    [
      'the user can log in',
      {
        guardrails: only(['ann']),
        roles: { r: on(['*'], ['read']) },
        internalusers: { jane: member('r') },
      },
      {
        guardrails: only(['ann']),
        roles: { r: on(['*'], ['read']) },
        internalusers: { jane: { ...member('r'), ...SERVICE } },
      },
    ],
    [
      'a user whom a mapping names is not suspended',
      {
        guardrails: only(['ann']),
        roles: { r: on(['*'], ['read']) },
        rolesmapping: WAYS.users.rolesmapping,
      },
      {
        guardrails: only(['ann']),
        roles: { r: on(['*'], ['read']) },
        rolesmapping: WAYS.users.rolesmapping,
        internalusers: { jane: SUSPENDED },
      },
    ],
    [
      'a pattern with an attribute is of one user',
      {
        guardrails: only(['ann']),
        roles: { r: on(['${user.name}-notes'], ['read']) },
        ...WAYS.users,
      },
      {
        guardrails: only(['ann']),
        roles: { r: on(['${user.name}-notes'], ['read']) },
        rolesmapping: ANYONE,
      },
    ],
    [
      'all roles of a person are known',
      {
        guardrails: { ops: { rule: 'always', action: 'read', index: 'logs-*', users: ['joe'] } },
        internalusers: { joe: {} },
      },
      {
        guardrails: { ops: { rule: 'always', action: 'read', index: 'logs-*', users: ['joe'] } },
        roles: { r: SALES },
        rolesmapping: { r: { users: ['joe'] } },
      },
    ],
  ],
  'idle-user': [
    [
      'the user was not seen',
      { internalusers: { jane: {} }, live: { logins: new Set() } },
      { internalusers: { jane: {} }, live: { logins: new Set(['jane']) } },
    ],
    [
      'the user is not suspended',
      { internalusers: { jane: {} }, live: { logins: new Set() } },
      { internalusers: { jane: SUSPENDED }, live: { logins: new Set() } },
    ],
    [
      'the user is no service account',
      { internalusers: { jane: {} }, live: { logins: new Set() } },
      { internalusers: { jane: SERVICE }, live: { logins: new Set() } },
    ],
    [
      'the user is not built in',
      { internalusers: { jane: {} }, live: { logins: new Set() } },
      { internalusers: { jane: RESERVED }, live: { logins: new Set() } },
    ],
  ],
  'unused-role': [
    [
      'the role is about data',
      { roles: { r: SALES }, ...WAYS['its own roles'], live: { requests: [] } },
      { roles: { r: tenant('sales') }, ...WAYS['its own roles'], live: { requests: [] } },
    ],
    [
      'a user has the role',
      { roles: { r: SALES }, ...WAYS['its own roles'], live: { requests: [] } },
      { roles: { r: SALES }, internalusers: { jane: {} }, live: { requests: [] } },
    ],
    ...(['backend roles', 'all of some backend roles', 'hosts'] as const).map((way): Row => [
      `all who have the role are known (${way})`,
      { roles: { r: SALES }, ...WAYS.users, live: { requests: [] } },
      { roles: { r: SALES }, ...WAYS[way], live: { requests: [] } },
    ]),
    [
      'no request used it with the action',
      { roles: { r: SALES }, ...WAYS['its own roles'], ...used('sales-1', 'indices:admin/delete') },
      { roles: { r: SALES }, ...WAYS['its own roles'], ...used('sales-1') },
    ],
    [
      'the index of the use is known',
      { roles: { r: SALES }, ...WAYS['its own roles'], ...used('hr-1') },
      { roles: { r: SALES }, ...WAYS['its own roles'], ...used(undefined) },
    ],
    [
      'no request used its cluster permissions',
      {
        roles: { r: cluster('cluster:monitor/health') },
        ...WAYS['its own roles'],
        ...used(undefined, 'cluster:monitor/state'),
      },
      {
        roles: { r: cluster('cluster:monitor/health') },
        ...WAYS['its own roles'],
        ...used(undefined, 'cluster:monitor/health'),
      },
    ],
    [
      'the attribute of the user names another index',
      {
        roles: { r: on(['${attr.internal.team}-*'], ['read']) },
        ...used('eu-1'),
        internalusers: { jane: { ...member('r'), attributes: { team: 'us' } } },
      },
      {
        roles: { r: on(['${attr.internal.team}-*'], ['read']) },
        ...used('eu-1'),
        internalusers: { jane: { ...member('r'), attributes: { team: 'eu' } } },
      },
    ],
    [
      'the role is not built in',
      { roles: { r: SALES }, ...WAYS['its own roles'], live: { requests: [] } },
      { roles: { r: { ...SALES, ...RESERVED } }, ...WAYS['its own roles'], live: { requests: [] } },
    ],
  ],
  'idle-api-key': [
    ['the last use is 90 days ago', key(NOW - 90 * DAY_MS), key(NOW - 90 * DAY_MS + 1)],
    ['a key without a use is as old', key(null, NOW - 90 * DAY_MS), key(null, NOW - DAY_MS)],
  ],
  'empty-tenant': [
    [
      'the tenant is not built in',
      { tenants: { sales: {} }, live: { emptyTenants: new Set(['sales']) } },
      { tenants: { sales: RESERVED }, live: { emptyTenants: new Set(['sales']) } },
    ],
  ],
  'missing-second-factor': [
    [
      'the administrator is not suspended',
      { internalusers: { boss: member('all_access') }, live: {} },
      { internalusers: { boss: { ...member('all_access'), ...SUSPENDED } }, live: {} },
    ],
    [
      'the administrator is no service account',
      { internalusers: { boss: member('all_access') }, live: {} },
      { internalusers: { boss: { ...member('all_access'), ...SERVICE } }, live: {} },
    ],
    [
      'the administrator is an internal user',
      { internalusers: { boss: member('all_access') }, live: {} },
      { rolesmapping: { all_access: { users: ['boss'] } }, live: {} },
    ],
  ],
  'weak-password-rules': [
    [
      'the strength is below the default',
      { live: {}, settings: { passwordStrength: 'good' } },
      { live: {}, settings: { passwordStrength: 'strong' } },
    ],
    [
      'no expression is required',
      { live: {}, settings: { passwordStrength: 'good' } },
      { live: {}, settings: { passwordStrength: 'good', passwordRegex: '.{16,}' } },
    ],
  ],
  'plain-http': [['the address has no TLS', { live: { plainAddress: 'http://a' } }, { live: {} }]],
  'certificate-ends': [
    [
      'a certificate ends',
      { live: { certificates: [{ file: 'a', usedBy: 'b', endsAtMs: NOW }] } },
      { live: { certificates: [] } },
    ],
  ],
  'unknown-field': [
    [
      'the field is no pattern',
      filtered('{"exists":{"field":"private"}}'),
      filtered('{"exists":{"field":"priv*"}}'),
    ],
    [
      'the field is not one of OpenSearch',
      filtered('{"term":{"id":"1"}}'),
      filtered('{"term":{"_id":"1"}}'),
    ],
    ['the query is valid', filtered('{"term":{"x":1}}'), filtered('{"term":{"x":1}')],
    ['there is a filter', filtered('{"term":{"x":1}}'), filtered(' ')],
    [
      'the role is not built in',
      filtered('{"term":{"x":1}}'),
      filtered('{"term":{"x":1}}', RESERVED),
    ],
  ],
  'pattern-without-index': [
    ...['sale*', '/sale/', '.kibana', 'other:sale', '<sale-{now/d}>', '${user.name}'].map(
      (pattern): Row => [
        `${pattern} can have an index`,
        { roles: { r: on(['sale'], ['read']) }, live: { indices: new Set(['x']) } },
        { roles: { r: on([pattern], ['read']) }, live: { indices: new Set(['x']) } },
      ]
    ),
    [
      'the role is not built in',
      { roles: { r: on(['sale'], ['read']) }, live: { indices: new Set() } },
      {
        roles: { r: { ...on(['sale'], ['read']), ...RESERVED } },
        live: { indices: new Set() },
      },
    ],
  ],
  'open-mapping': [
    [
      'the pattern has one character besides wildcards',
      { roles: { r: SALES }, rolesmapping: { r: { users: ['a*'] } } },
      { roles: { r: SALES }, rolesmapping: { r: { users: ['ab*'] } } },
    ],
    [
      'addresses are those of hosts',
      { roles: { r: SALES }, rolesmapping: { r: { hosts: ['*.*.*.*'] } } },
      { roles: { r: SALES }, rolesmapping: { r: { backend_roles: ['*.*.*.*'] } } },
    ],
    ...['.kibana', '*:.kibana', '${user.name}'].map((pattern): Row => [
      `${pattern} holds no data of others`,
      { roles: { r: SALES }, rolesmapping: ANYONE },
      { roles: { r: on([pattern], ['read']) }, rolesmapping: ANYONE },
    ]),
    [
      'the role reads or writes',
      { roles: { r: SALES }, rolesmapping: ANYONE },
      { roles: { r: on(['sales-*'], ['indices_monitor']) }, rolesmapping: ANYONE },
    ],
    [
      'the mapping is not built in',
      { roles: { r: SALES }, rolesmapping: ANYONE },
      { roles: { r: SALES }, rolesmapping: { r: { users: ['*'], ...RESERVED } } },
    ],
  ],
  'anonymous-reach': [
    [
      'anonymous access is on',
      { config: anonymous(true), roles: { r: SALES }, rolesmapping: ANYONE },
      { config: anonymous(false), roles: { r: SALES }, rolesmapping: ANYONE },
    ],
    [
      'the mapping names the anonymous user',
      { config: anonymous(true), roles: { r: SALES }, rolesmapping: ANYONE },
      { config: anonymous(true), roles: { r: SALES }, ...WAYS.users },
    ],
    [
      'the role opens data',
      { config: anonymous(true), roles: { r: SALES }, rolesmapping: ANYONE },
      { config: anonymous(true), roles: { r: on(['.a'], ['read']) }, rolesmapping: ANYONE },
    ],
  ],
  'write-everywhere': [
    ...eachWay((way, held) => [
      `a user has the role (${way})`,
      { roles: { r: ALL }, ...held },
      { roles: { r: ALL }, internalusers: { jane: {} } },
    ]),
    [
      'the pattern stands for all indices',
      { roles: { r: ALL }, ...WAYS.users },
      { roles: { r: on(['sales-*'], ['crud']) }, ...WAYS.users },
    ],
    ...['indices:data/write/index', 'indices:data/write/delete', 'indices:admin/delete'].map(
      (action): Row => [
        `the role writes (${action})`,
        { roles: { r: on(['*'], [action]) }, ...WAYS.users },
        { roles: { r: on(['*'], ['indices:admin/get']) }, ...WAYS.users },
      ]
    ),
    [
      'the role is not administrative',
      { roles: { r: ALL }, ...WAYS.users },
      { roles: { r: ALL }, ...WAYS.users, settings: { apiRoles: ['r'] } },
    ],
    [
      'the role is not built in',
      { roles: { r: ALL }, ...WAYS.users },
      { roles: { r: { ...ALL, ...RESERVED } }, ...WAYS.users },
    ],
  ],
  'hidden-administrator': [
    ...eachWay((way, held) => [
      `a user has the role (${way})`,
      { roles: { r: cluster('restapi:admin/*') }, ...held },
      { roles: { r: cluster('restapi:admin/*') }, internalusers: { jane: {} } },
    ]),
    [
      'the role is not built in',
      { roles: { r: cluster('restapi:admin/*') }, ...WAYS.users },
      { roles: { r: { ...cluster('restapi:admin/*'), ...RESERVED } }, ...WAYS.users },
    ],
  ],
  'many-administrators': [
    [
      'a user with two administrator roles counts once',
      {
        internalusers: people(11, member('all_access', 'ops')),
        settings: { apiRoles: ['all_access', 'ops'] },
      },
      {
        internalusers: people(10, member('all_access', 'ops')),
        settings: { apiRoles: ['all_access', 'ops'] },
      },
    ],
    [
      'service accounts do not count',
      { internalusers: people(11, member('all_access')) },
      { internalusers: people(11, { ...member('all_access'), ...SERVICE }) },
    ],
  ],
  'lifted-restriction': [
    [
      'the restricted role filters documents',
      pair(on(['hr-*'], ['read'], { dls: HIDDEN }), on(['hr-*'], ['read'], { dls: MATCH_ALL }), {}),
      pair(on(['hr-*'], ['read'], { dls: MATCH_ALL }), on(['hr-*'], ['read'], { dls: MATCH_ALL })),
    ],
    [
      'the other role shows all documents',
      pair(on(['hr-*'], ['read'], { dls: HIDDEN }), on(['hr-*'], ['read'], { dls: MATCH_ALL })),
      pair(
        on(['hr-*'], ['read'], { dls: HIDDEN }),
        on(['hr-*'], ['read'], { dls: '{"match_all":{"boost":1}}' })
      ),
    ],
    [
      'the role lists fields to include',
      pair(on(['hr-*'], ['read'], { fls: ['name'] }), on(['*'], ['read'], { fls: ['~salary'] })),
      pair(on(['hr-*'], ['read'], { fls: ['~name'] }), on(['*'], ['read'], { fls: ['~salary'] })),
    ],
    [
      'the other role lists fields to exclude',
      pair(on(['hr-*'], ['read'], { fls: ['name'] }), on(['*'], ['read'], { fls: ['!salary'] })),
      pair(on(['hr-*'], ['read'], { fls: ['name'] }), on(['*'], ['read'], { fls: ['salary'] })),
    ],
    [
      'the setting lifts masks',
      pair(on(['hr-*'], ['read'], { masked_fields: ['name'] }), ALL, EMPTY_LIFTS),
      pair(on(['hr-*'], ['read'], { masked_fields: ['name'] }), ALL),
    ],
    [
      'the other role has no mask of its own',
      pair(on(['hr-*'], ['read'], { masked_fields: ['name'] }), ALL, EMPTY_LIFTS),
      pair(
        on(['hr-*'], ['read'], { masked_fields: ['name'] }),
        on(['*'], ['read'], { masked_fields: ['id'] }),
        EMPTY_LIFTS
      ),
    ],
    [
      'the restricted role reads',
      pair(on(['hr-*'], ['read'], { dls: HIDDEN }), on(['*'], ['read'], { dls: MATCH_ALL })),
      pair(
        on(['hr-*'], ['indices:admin/get'], { dls: HIDDEN }),
        on(['*'], ['read'], { dls: MATCH_ALL })
      ),
    ],
    [
      'the other role covers the pattern',
      pair(on(['hr-*'], ['read'], { dls: HIDDEN }), on(['hr-*'], ['read'], { dls: MATCH_ALL })),
      pair(on(['hr-*'], ['read'], { dls: HIDDEN }), on(['hr-1*'], ['read'], { dls: MATCH_ALL })),
    ],
    [
      'one user has both roles',
      pair(on(['hr-*'], ['read'], { dls: HIDDEN }), on(['hr-*'], ['read'], { dls: MATCH_ALL })),
      {
        ...pair(
          on(['hr-*'], ['read'], { dls: HIDDEN }),
          on(['hr-*'], ['read'], { dls: MATCH_ALL })
        ),
        internalusers: { jane: member('one'), joe: member('other') },
      },
    ],
  ],
  'redundant-role': [
    ['the role grants something', pair(cluster('a'), cluster('a')), pair(tenant('t'), tenant('t'))],
    ...Object.entries({ dls: HIDDEN, fls: ['name'], masked_fields: ['name'] }).map(
      ([part, value]): Row => [
        `the role does not restrict (${part})`,
        pair(NARROW, SALES),
        pair(on(['sales-1'], ['read'], { [part]: value }), SALES),
      ]
    ),
    ...Object.entries({ dls: HIDDEN, fls: ['name'], masked_fields: ['name'] }).map(
      ([part, value]): Row => [
        `the wider role does not restrict (${part})`,
        pair(NARROW, SALES),
        pair(NARROW, on(['sales-*'], ['read'], { [part]: value })),
      ]
    ),
    [
      'the role is not built in',
      pair(NARROW, SALES),
      pair({ ...NARROW, ...RESERVED }, { ...SALES, ...RESERVED }),
    ],
    [
      'internal users have the role',
      pair(NARROW, SALES),
      { ...pair(NARROW, SALES), internalusers: { jane: member('other') } },
    ],
    [
      'all who have the role have the wider one',
      pair(NARROW, SALES),
      {
        ...pair(NARROW, SALES),
        internalusers: {
          ann: member('one', 'other'),
          jane: member('one'),
          joe: member('one', 'other'),
        },
      },
    ],
    ...(['backend_roles', 'hosts'] as const).map((field): Row => [
      `the same ${field} get the wider role`,
      {
        ...pair(NARROW, SALES),
        rolesmapping: { one: { [field]: ['10.1.2.3'] }, other: { [field]: ['10.1.2.3'] } },
      },
      { ...pair(NARROW, SALES), rolesmapping: { one: { [field]: ['10.1.2.3'] } } },
    ]),
    [
      'no user gets the role by several backend roles together',
      { ...pair(NARROW, SALES), rolesmapping: { one: {}, other: {} } },
      {
        ...pair(NARROW, SALES),
        rolesmapping: { one: { and_backend_roles: ['a', 'b'] }, other: {} },
      },
    ],
    [
      'the wider role has the cluster permissions',
      pair(cluster('cluster:monitor/state'), cluster('cluster:monitor/*')),
      pair(cluster('cluster:monitor/state'), cluster('cluster:admin/*')),
    ],
    [
      'a bare * includes the permission',
      pair(cluster('cluster:monitor/state'), cluster('*')),
      pair(cluster('restapi:admin/roles'), cluster('*')),
    ],
    [
      'the wider role has the patterns',
      pair(NARROW, SALES),
      pair(on(['sales-1', 'hr-1'], ['read']), SALES),
    ],
    ['the wider role has the actions', pair(NARROW, SALES), pair(on(['sales-1'], ['crud']), SALES)],
    [
      'the wider role has the tenants',
      pair({ ...NARROW, ...tenant('a') }, { ...SALES, ...tenant('a*') }),
      pair({ ...NARROW, ...tenant('a') }, { ...SALES, ...tenant('b*') }),
    ],
    [
      'the wider role may do as much in the tenants',
      pair({ ...NARROW, ...tenant('a') }, { ...SALES, ...tenant('a*') }),
      pair({ ...NARROW, ...tenant('a', ['kibana_all_write']) }, { ...SALES, ...tenant('a*') }),
    ],
  ],
  'missing-role': [
    [
      'a mapping is not built in',
      { rolesmapping: { gone: { backend_roles: ['a'] } } },
      { rolesmapping: { gone: { backend_roles: ['a'], ...RESERVED } } },
    ],
    [
      'the role of a mapping does not exist',
      { rolesmapping: { r: { backend_roles: ['a'] } } },
      { roles: { r: SALES }, rolesmapping: { r: { backend_roles: ['a'] } } },
    ],
    [
      'the role of a user does not exist',
      WAYS['its own roles'],
      { ...WAYS['its own roles'], roles: { r: SALES } },
    ],
  ],
  'missing-action-group': [
    ...['indices:data/read', 'read*', '/read/'].map((action): Row => [
      `${action} is no name of a group`,
      { roles: { r: on(['a'], ['reed']) } },
      { roles: { r: on(['a'], [action]) } },
    ]),
    ...[cluster('g'), on(['a'], ['g']), tenant('t', ['g'])].map((role): Row => [
      `the group does not exist (${Object.keys(role).join()})`,
      { roles: { r: role } },
      withGroups(role),
    ]),
    [
      'the role is not built in',
      { roles: { r: cluster('g') } },
      { roles: { r: { ...cluster('g'), ...RESERVED } } },
    ],
    [
      'the action group is not built in',
      { actiongroups: { a: { allowed_actions: ['g'] } } },
      { actiongroups: { a: { allowed_actions: ['g'], ...RESERVED } } },
    ],
  ],
  'missing-tenant': [
    ...['t*', '/t/', '${user.name}'].map((pattern): Row => [
      `${pattern} is no name of a tenant`,
      { roles: { r: tenant('t') } },
      { roles: { r: tenant(pattern) } },
    ]),
    [
      'the tenant does not exist',
      { roles: { r: tenant('t') } },
      { roles: { r: tenant('t') }, tenants: { t: {} } },
    ],
    [
      'the role is not built in',
      { roles: { r: tenant('t') } },
      { roles: { r: { ...tenant('t'), ...RESERVED } } },
    ],
  ],
  'missing-user': [
    ['the user does not exist', WAYS.users, { ...WAYS.users, internalusers: { jane: {} } }],
    ['the name is no pattern', WAYS.users, { rolesmapping: { r: { users: ['jan?'] } } }],
    [
      'the user is not the anonymous one',
      WAYS.users,
      { rolesmapping: { r: { users: ['opendistro_security_anonymous'] } } },
    ],
    [
      'no other login is switched on',
      {
        ...WAYS.users,
        config: domains({
          basic: domain('basic', 0),
          ldap: domain('basic', 1, {
            http_enabled: false,
            authentication_backend: { type: 'ldap' },
          }),
        }),
      },
      { ...WAYS.users, config: WITH_LDAP },
    ],
    [
      'the mapping is not built in',
      WAYS.users,
      { rolesmapping: { r: { users: ['jane'], ...RESERVED } } },
    ],
  ],
  'invalid-document-filter': [
    ...['{"term":', '{"trem":{"a":1}}'].map((dls): Row => [
      `the role is not built in (${dls})`,
      { roles: { r: on(['a'], ['read'], { dls }) } },
      { roles: { r: { ...on(['a'], ['read'], { dls }), ...RESERVED } } },
    ]),
  ],
  'invalid-pattern': [
    ...[on(['/a(/'], ['read']), on(['Logs'], ['read']), tenant('/a(/')].map((role): Row => [
      `the role is not built in (${JSON.stringify(role)})`,
      { roles: { r: role } },
      { roles: { r: { ...role, ...RESERVED } } },
    ]),
    [
      'the mapping is not built in',
      { rolesmapping: { r: { users: ['/a(/'] } } },
      { rolesmapping: { r: { users: ['/a(/'], ...RESERVED } } },
    ],
    ...(['users', 'backend_roles', 'hosts'] as const).map((field): Row => [
      `an expression of ${field} is faulty`,
      { rolesmapping: { r: { [field]: ['/a(/'] } } },
      { rolesmapping: { r: { [field]: ['/a()/'] } } },
    ]),
    [
      'no index has such a name',
      { roles: { r: on(['Logs'], ['read']) }, live: { indices: new Set(['logs']) } },
      { roles: { r: on(['Logs'], ['read']) }, live: { indices: new Set(['Logs']) } },
    ],
  ],
  'missing-attribute': [
    [
      'the user is no service account',
      { roles: { r: on(['${attr.internal.team}'], ['read']) }, ...WAYS['its own roles'] },
      {
        roles: { r: on(['${attr.internal.team}'], ['read']) },
        internalusers: { jane: { ...member('r'), ...SERVICE } },
      },
    ],
    [
      'the user has the role',
      { roles: { r: on(['${attr.internal.team}'], ['read']) }, ...WAYS['its own roles'] },
      { roles: { r: on(['${attr.internal.team}'], ['read']) }, internalusers: { jane: {} } },
    ],
    [
      'the user lacks the attribute',
      { roles: { r: on(['${attr.internal.team}'], ['read']) }, ...WAYS['its own roles'] },
      {
        roles: { r: on(['${attr.internal.team}'], ['read']) },
        internalusers: { jane: { ...member('r'), attributes: { team: 'eu' } } },
      },
    ],
    [
      'the release knows no default values',
      {
        roles: { r: on(['${attr.internal.team:-x}'], ['read']) },
        ...WAYS['its own roles'],
        settings: { release: '3.6.0' },
      },
      {
        roles: { r: on(['${attr.internal.team:-x}'], ['read']) },
        ...WAYS['its own roles'],
        settings: { release: '3.7.0' },
      },
    ],
    [
      'the role is not built in',
      { roles: { r: on(['${attr.internal.team}'], ['read']) }, ...WAYS['its own roles'] },
      {
        roles: { r: { ...on(['${attr.internal.team}'], ['read']), ...RESERVED } },
        ...WAYS['its own roles'],
      },
    ],
    [
      'the role with an unknown variable is not built in',
      { roles: { r: on(['${user}'], ['read']) } },
      { roles: { r: { ...on(['${user}'], ['read']), ...RESERVED } } },
    ],
  ],
  'silent-denials': [
    [
      'searches without permission find nothing',
      { config: onForbidden(true, true) },
      { config: onForbidden(true, false) },
    ],
    [
      'requests are reduced to what is permitted',
      { config: onForbidden(true, true) },
      { config: onForbidden(false, true) },
    ],
    [
      'the evaluation reads the settings',
      { config: onForbidden(true, true) },
      { config: onForbidden(true, true, 'v4') },
    ],
  ],
  'setting-without-effect': [
    [
      'searches without permission are meant to find nothing',
      { config: onForbidden(false, true) },
      { config: onForbidden(false, false) },
    ],
    [
      'requests are not reduced',
      { config: onForbidden(false, true) },
      { config: onForbidden(true, true) },
    ],
    [
      'the evaluation reads the settings',
      { config: onForbidden(false, true) },
      { config: onForbidden(false, true, 'v4') },
    ],
  ],
  'unreachable-domain': [
    [
      'the challenging domain is switched on',
      { config: domains({ oidc: domain('openid', 0), basic: domain('basic', 1) }) },
      {
        config: domains({
          oidc: domain('openid', 0, { http_enabled: false }),
          basic: domain('basic', 1),
        }),
      },
    ],
    [
      'the domain behind it is switched on',
      { config: domains({ oidc: domain('openid', 0), basic: domain('basic', 1) }) },
      {
        config: domains({
          oidc: domain('openid', 0),
          basic: domain('basic', 1, { http_enabled: false }),
        }),
      },
    ],
    [
      'the challenging domain ends the login',
      { config: domains({ oidc: domain('openid', 0), basic: domain('basic', 1) }) },
      { config: domains({ proxy: domain('proxy', 0), basic: domain('basic', 1) }) },
    ],
  ],
  'sole-administrator': [
    [
      'there are ten users',
      { internalusers: { ...people(9), boss: member('all_access') } },
      { internalusers: { ...people(8), boss: member('all_access') } },
    ],
    [
      'no other login is switched on',
      { internalusers: { ...people(9), boss: member('all_access') } },
      { internalusers: { ...people(9), boss: member('all_access') }, config: WITH_LDAP },
    ],
    [
      'no second administrator can log in',
      {
        internalusers: {
          ...people(9),
          boss: member('all_access'),
          ann: { ...member('all_access'), ...SUSPENDED },
        },
      },
      { internalusers: { ...people(9), boss: member('all_access'), ann: member('all_access') } },
    ],
    [
      'there is an administrator',
      { internalusers: { ...people(9), boss: member('all_access') } },
      { internalusers: { ...people(9), boss: {} } },
    ],
  ],
  'demonstration-user': [
    [
      'the user is not suspended',
      { internalusers: { jane: {} }, hashes: { jane: PUBLISHED } },
      { internalusers: { jane: SUSPENDED }, hashes: { jane: PUBLISHED } },
    ],
  ],
  'old-password-hash': [
    ['the cost is below 10', hashed('09'), hashed('10')],
    [
      'the cost of a built-in user is below 10',
      { ...hashed('09'), internalusers: { jane: RESERVED } },
      { ...hashed('10'), internalusers: { jane: RESERVED } },
    ],
  ],
  'audit-off': [
    [
      'neither layer is recorded',
      audited({ enable_rest: false, enable_transport: false }),
      audited({ enable_rest: false, enable_transport: true }),
    ],
    [
      'neither layer is recorded (REST)',
      audited({ enable_rest: false, enable_transport: false }),
      audited({ enable_rest: true, enable_transport: false }),
    ],
    ['it is switched off', audited({}, false), audited({}, true)],
    ...['FAILED_LOGIN', 'MISSING_PRIVILEGES', 'BAD_HEADERS', 'SSL_EXCEPTION'].map((one): Row => [
      `${one} is left out`,
      audited({ disabled_rest_categories: [one] }),
      audited({ disabled_rest_categories: ['AUTHENTICATED'] }),
    ]),
  ],
  'unassigned-role': [
    ...eachWay((way, held) => [
      `no user has it (${way})`,
      { roles: { r: SALES } },
      { roles: { r: SALES }, ...held },
    ]),
    [
      'backend roles are no roles',
      { roles: { r: SALES } },
      { roles: { r: SALES }, ...BACKEND_ROLES },
    ],
    [
      'the role is not built in',
      { roles: { r: SALES } },
      { roles: { r: { ...SALES, ...RESERVED } } },
    ],
  ],
  'unused-action-group': [
    ...[cluster('g'), on(['a'], ['g']), tenant('t', ['g'])].map((role): Row => [
      `no role lists it (${Object.keys(role).join()})`,
      withGroups(cluster('other')),
      withGroups(role),
    ]),
    [
      'the group is not built in',
      withGroups(cluster('other')),
      withGroups(cluster('other'), RESERVED),
    ],
  ],
  'tenant-named-like-user': [
    [
      'the names are the same',
      { tenants: { jane: {} }, internalusers: { jane: {} } },
      { tenants: { jane2: {} }, internalusers: { jane: {} } },
    ],
    [
      'the tenant is not built in',
      { tenants: { jane: {} }, internalusers: { jane: {} } },
      { tenants: { jane: RESERVED }, internalusers: { jane: {} } },
    ],
  ],
  'unnamed-tenant': [
    [
      'a pattern that stands for some tenants does not match',
      { tenants: { sales: {} }, roles: { r: tenant('hr*') } },
      { tenants: { sales: {} }, roles: { r: tenant('sa*') } },
    ],
    [
      'no pattern has an attribute that can stand for the name',
      { tenants: { sales: {} }, roles: { r: tenant('x-${user.name}') } },
      { tenants: { sales: {} }, roles: { r: tenant('s${attr.internal.rest}') } },
    ],
    ['the tenant is not built in', { tenants: { sales: {} } }, { tenants: { sales: RESERVED } }],
  ],
  'unreadable-tenant': [
    ...eachWay((way, held) => [
      `no user has the role (${way})`,
      { tenants: { t: {} }, roles: { r: tenant('t') } },
      { tenants: { t: {} }, roles: { r: tenant('t') }, ...held },
    ]),
    [
      'a role names the tenant',
      { tenants: { t: {} }, roles: { r: tenant('t') } },
      { tenants: { t: {} }, roles: { r: tenant('other') } },
    ],
    [
      'backend roles are no roles',
      { tenants: { t: {} }, roles: { r: tenant('t') } },
      { tenants: { t: {} }, roles: { r: tenant('t') }, ...BACKEND_ROLES },
    ],
    [
      'the tenant is not built in',
      { tenants: { t: {} }, roles: { r: tenant('t') } },
      { tenants: { t: RESERVED }, roles: { r: tenant('t') } },
    ],
  ],
  'unmapped-backend-role': [
    ...(['backend_roles', 'and_backend_roles'] as const).map((field): Row => [
      `no mapping has it among its ${field}`,
      {
        internalusers: { jane: { backend_roles: ['sales'] } },
        rolesmapping: { r: { [field]: ['hr'] } },
      },
      {
        internalusers: { jane: { backend_roles: ['sales'] } },
        rolesmapping: { r: { [field]: ['hr', 'sales'] } },
      },
    ]),
    ...['${user.roles}', '${user_roles}'].map((variable): Row => [
      `no role uses ${variable}`,
      { internalusers: { jane: { backend_roles: ['sales'] } } },
      {
        internalusers: { jane: { backend_roles: ['sales'] } },
        roles: { r: on(['a'], ['read'], { dls: `{"terms":{"t":[${variable}]}}` }) },
      },
    ]),
    [
      'backend roles are no roles',
      { internalusers: { jane: { backend_roles: ['sales'] } } },
      { internalusers: { jane: { backend_roles: ['sales'] } }, ...BACKEND_ROLES },
    ],
    [
      'the user is not built in',
      { internalusers: { jane: { backend_roles: ['sales'] } } },
      { internalusers: { jane: { backend_roles: ['sales'], ...RESERVED } } },
    ],
  ],
};

const ROWS = RULES.flatMap(({ id }) =>
  (CONDITIONS[id] ?? []).map(([condition, ...both]) => [id, condition, ...both] as const)
);

it('each rule has conditions', () => {
  expect(RULES.map(({ id }) => id).filter((id) => !CONDITIONS[id])).toEqual([]);
});

it.each(ROWS)('%s finds a fault only if %s', async (rule, _condition, fault, lookAlike) => {
  const found = async (content: Content) => {
    // Patterns share the time of one turn of the event loop.
    await setImmediate();
    return findingsIn(content).filter((one) => one.rule === rule);
  };
  expect(await found(fault)).not.toEqual([]);
  expect(await found(lookAlike)).toEqual([]);
});

it('demonstration-user finds a suspended user where suspended users can log in', () => {
  const content = { internalusers: { jane: SUSPENDED }, hashes: { jane: PUBLISHED } };
  const configuration = { ...configurationOf(content), canSuspend: false };
  const { findings } = runToCompletion(findFindings(configuration));
  expect(findings.map(({ rule }) => rule)).toContain('demonstration-user');
});

it.each<[string, string, Content, string]>([
  ['idle-user', 'a user', { internalusers: { jane: {} }, live: { logins: new Set() } }, 'low'],
  [
    'idle-user',
    'an administrator',
    { internalusers: { jane: member('all_access') }, live: { logins: new Set() } },
    'medium',
  ],
  [
    'certificate-ends',
    'a certificate that ended just now',
    { live: { certificates: [{ file: 'a', usedBy: 'b', endsAtMs: NOW }] } },
    'critical',
  ],
  [
    'certificate-ends',
    'a certificate that ends',
    { live: { certificates: [{ file: 'a', usedBy: 'b', endsAtMs: NOW + 1 }] } },
    'high',
  ],
  ['open-mapping', 'reading', { roles: { r: SALES }, rolesmapping: ANYONE }, 'medium'],
  ['open-mapping', 'writing', { roles: { r: ALL }, rolesmapping: ANYONE }, 'high'],
  [
    'open-mapping',
    'administration',
    { rolesmapping: ANYONE, settings: { apiRoles: ['r'] } },
    'critical',
  ],
  [
    'anonymous-reach',
    'reading',
    { config: anonymous(true), roles: { r: SALES }, rolesmapping: ANYONE },
    'high',
  ],
  [
    'anonymous-reach',
    'writing',
    { config: anonymous(true), roles: { r: ALL }, rolesmapping: ANYONE },
    'critical',
  ],
  ['missing-user', 'a role', WAYS.users, 'medium'],
  ['missing-user', 'administration', { ...WAYS.users, settings: { apiRoles: ['r'] } }, 'high'],
  ['audit-off', 'everything', audited({}, false), 'high'],
  ['audit-off', 'some events', audited({ disabled_rest_categories: ['FAILED_LOGIN'] }), 'medium'],
])('%s about %s has its own severity', (rule, _what, content, severity) => {
  const found = findingsIn(content).filter((one) => one.rule === rule);
  expect(found.map((one) => one.severity)).toEqual([severity]);
});
