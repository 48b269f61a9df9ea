/** Two true cases and two false alarms of each rule. */
import { setImmediate } from 'node:timers/promises';
import { runToCompletion } from '../scheduling/cooperative_task';
import { findFindings, RULES } from './find_findings';
import { configurationOf, findingsIn, NOW, type Content } from './mocks';

const on = (patterns: string[], actions: string[], more: object = {}) => ({
  index_permissions: [{ index_patterns: patterns, allowed_actions: actions, ...more }],
});
const SALES = on(['sales-*'], ['read']);
const WRITER = on(['sales-*'], ['crud']);
const member = (...roles: string[]) => ({ opendistro_security_roles: roles });
const domains = (authc: object) => ({ dynamic: { authc } });
const domain = (type: string, order: number, challenge: boolean, backend = 'noop') => ({
  http_enabled: true,
  order,
  http_authenticator: { type, challenge },
  authentication_backend: { type: backend },
});
const anonymous = { dynamic: { http: { anonymous_auth_enabled: true } } };
/** What happens to searches on indices without permission. */
const onForbidden = (settings: { reduced?: boolean; empty?: boolean; evaluation?: string }) => ({
  dynamic: {
    do_not_fail_on_forbidden: settings.reduced,
    do_not_fail_on_forbidden_empty: settings.empty,
    privileges_evaluation_type: settings.evaluation,
  },
});
const people = (count: number, more: object = {}) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`user${n}`, more]));
const audit = (block: object) => ({ enabled: true, audit: block });
const HR = on(['hr-*'], ['read'], { dls: '{"term":{"public":true}}' });
const HR_FIELDS = on(['hr-*'], ['read'], { fls: ['name'] });
const lifts = { dfmEmptyOverridesAll: true };

const used = (user: string, action: string, index: string) => ({
  user,
  action,
  index,
  count: 1,
  lastMs: NOW,
});
const key = (times: { readonly createdAt?: string; readonly lastUsedAt?: string }) => ({
  id: 'k1',
  name: 'nightly',
  user: 'jane',
  createdAt: '2026-01-01T00:00:00Z',
  lastUsedAt: null,
  ...times,
});

interface Cases {
  readonly faults: readonly Content[];
  readonly lookAlikes: readonly Content[];
}

const tenantRole = (pattern: string) => ({
  tenant_permissions: [{ tenant_patterns: [pattern], allowed_actions: ['kibana_all_read'] }],
});

const CASES: Readonly<Record<string, Cases>> = {
  'broken-promise': {
    faults: [
      {
        guardrails: { hr: { rule: 'only', action: 'read', index: 'hr-*', users: ['ann'] } },
        roles: { r: on(['hr-1'], ['read']) },
        internalusers: { jane: member('r') },
      },
      {
        guardrails: { ops: { rule: 'always', action: 'read', index: 'logs-*', users: ['joe'] } },
        internalusers: { joe: {} },
      },
    ],
    lookAlikes: [
      {
        guardrails: { hr: { rule: 'never', action: 'write', index: 'hr-*', users: ['jane'] } },
        roles: { r: on(['hr-1'], ['read']) },
        internalusers: { jane: member('r') },
      },
      {
        guardrails: { hr: { rule: 'only', action: 'read', index: 'hr-*', users: ['ann'] } },
        roles: { r: on(['hr-1'], ['read']) },
        internalusers: { jane: { ...member('r'), attributes: { enabled: 'false' } } },
      },
      {
        guardrails: { hr: { rule: 'only', action: 'read', index: 'hr-*', users: ['ann'] } },
        roles: { r: on(['${user.name}-notes'], ['read']) },
        rolesmapping: { r: { users: ['*'] } },
      },
    ],
  },
  'idle-user': {
    faults: [
      { internalusers: { jane: {}, joe: {} }, live: { logins: new Set(['joe']) } },
      { internalusers: { boss: member('all_access') }, live: { logins: new Set() } },
    ],
    lookAlikes: [
      { internalusers: { jane: {} }, live: { logins: new Set(['jane']) } },
      {
        internalusers: { jane: { attributes: { enabled: 'false' } } },
        live: { logins: new Set() },
      },
    ],
  },
  'unused-role': {
    faults: [
      { roles: { r: SALES }, internalusers: { jane: member('r') }, live: { requests: [] } },
      {
        roles: { r: SALES },
        internalusers: { jane: member('r') },
        live: { requests: [used('jane', 'indices:data/read/search', 'hr-1')] },
      },
    ],
    lookAlikes: [
      {
        roles: { r: SALES },
        internalusers: { jane: member('r') },
        live: { requests: [used('jane', 'indices:data/read/search', 'sales-1')] },
      },
      // Events do not say who of a directory had the role.
      {
        roles: { r: SALES },
        rolesmapping: { r: { backend_roles: ['sales'] } },
        live: { requests: [] },
      },
    ],
  },
  'idle-api-key': {
    faults: [
      { live: { apiKeys: [key({ lastUsedAt: '2026-01-01T00:00:00Z' })] } },
      { live: { apiKeys: [key({ createdAt: '2026-01-01T00:00:00Z' })] } },
    ],
    lookAlikes: [
      { live: { apiKeys: [key({ createdAt: '2026-11-20T00:00:00Z' })] } },
      {
        live: {
          apiKeys: [key({ createdAt: '2025-01-01T00:00:00Z', lastUsedAt: '2026-11-24T00:00:00Z' })],
        },
      },
    ],
  },
  'missing-second-factor': {
    faults: [
      { internalusers: { boss: member('all_access') }, live: { factors: new Set() } },
      {
        internalusers: { boss: { backend_roles: ['admin'] } },
        rolesmapping: { all_access: { backend_roles: ['admin'] } },
        live: { factors: new Set(['other']) },
      },
    ],
    lookAlikes: [
      { internalusers: { boss: member('all_access') }, live: { factors: new Set(['boss']) } },
      { internalusers: { jane: member('readall') }, live: { factors: new Set() } },
    ],
  },
  'weak-password-rules': {
    faults: [
      { live: {}, settings: { passwordStrength: 'fair' } },
      { live: {}, settings: { passwordStrength: 'good', passwordMinLength: 10 } },
    ],
    lookAlikes: [
      { live: {} },
      { live: {}, settings: { passwordStrength: 'fair', passwordRegex: '.{16,}' } },
    ],
  },
  'plain-http': {
    faults: [
      { live: { plainAddress: 'http://dashboards.example' } },
      { live: { plainAddress: 'http://10.0.0.7:9200' } },
    ],
    lookAlikes: [{ live: {} }, { live: {}, config: anonymous }],
  },
  'certificate-ends': {
    faults: [
      { live: { certificates: [{ file: '/etc/tls.pem', usedBy: 'server.ssl', endsAtMs: 1 }] } },
      { live: { certificates: [{ file: 'authc.saml', usedBy: 'authc.saml', endsAtMs: 9e12 }] } },
    ],
    lookAlikes: [{ live: {} }, { live: { certificates: [] } }],
  },
  'unknown-field': {
    faults: [
      { roles: { hr: HR }, live: { fields: () => new Set(['private']) } },
      {
        roles: {
          hr: on(['hr-*'], ['read'], { dls: '{"exists":{"field":"${attr.internal.x}y"}}' }),
        },
        live: { fields: () => new Set(['y']) },
      },
    ],
    lookAlikes: [
      { roles: { hr: HR }, live: { fields: () => new Set(['public']) } },
      { roles: { hr: HR }, live: { fields: () => undefined } },
    ],
  },
  'pattern-without-index': {
    faults: [
      { roles: { r: on(['sale'], ['read']) }, live: { indices: new Set(['sales']) } },
      { roles: { r: on(['sales', 'orders'], ['read']) }, live: { indices: new Set(['sales']) } },
    ],
    lookAlikes: [
      { roles: { r: on(['sales'], ['read']) }, live: { indices: new Set(['sales']) } },
      {
        roles: { r: on(['sale-*', '${user.name}', '.kibana', 'other:sales'], ['read']) },
        live: { indices: new Set(['sales']) },
      },
    ],
  },
  'open-mapping': {
    faults: [
      { roles: { r: SALES }, rolesmapping: { r: { users: ['*'] } } },
      { rolesmapping: { all_access: { backend_roles: ['a*'] } } },
      { roles: { r: SALES }, rolesmapping: { r: { hosts: ['*.*.*.*'] } } },
      { roles: { r: SALES }, rolesmapping: { r: { users: ['/[^,]+/'] } } },
    ],
    lookAlikes: [
      { rolesmapping: { own_index: { users: ['*'] }, kibana_user: { backend_roles: ['*'] } } },
      { roles: { r: SALES }, rolesmapping: { r: { backend_roles: ['sales-*'] } } },
      { roles: { r: SALES }, rolesmapping: { r: { hosts: ['10.20.*'], users: ['/svc-.*/'] } } },
    ],
  },
  'anonymous-reach': {
    faults: [
      {
        config: anonymous,
        roles: { r: SALES },
        rolesmapping: { r: { backend_roles: ['opendistro_security_anonymous_backendrole'] } },
      },
      {
        config: anonymous,
        roles: { r: WRITER },
        rolesmapping: { r: { users: ['opendistro_security_anonymous'] } },
      },
    ],
    lookAlikes: [
      { roles: { r: SALES }, rolesmapping: { r: { users: ['opendistro_security_anonymous'] } } },
      {
        config: anonymous,
        rolesmapping: { kibana_user: { users: ['opendistro_security_anonymous'] } },
      },
    ],
  },
  'write-everywhere': {
    faults: [
      { roles: { r: on(['*'], ['crud']) }, internalusers: { jane: member('r') } },
      {
        roles: { r: on(['/.*/'], ['indices:admin/delete']) },
        rolesmapping: { r: { backend_roles: ['ops'] } },
      },
    ],
    lookAlikes: [
      {
        roles: { r: on(['*'], ['read', 'indices_monitor']) },
        internalusers: { jane: member('r') },
      },
      { internalusers: { jane: member('all_access') } },
    ],
  },
  'hidden-administrator': {
    faults: [
      {
        roles: { r: { cluster_permissions: ['restapi:admin/rolesmapping'] } },
        internalusers: { jane: member('r') },
      },
      {
        roles: { r: { cluster_permissions: ['restapi:admin/*'] } },
        rolesmapping: { r: { backend_roles: ['ops'] } },
      },
    ],
    lookAlikes: [
      // A bare * does not include the administration of security.
      { roles: { r: { cluster_permissions: ['*'] } }, internalusers: { jane: member('r') } },
      {
        roles: { r: { cluster_permissions: ['restapi:admin/*'] } },
        internalusers: { jane: member('r') },
        settings: { apiRoles: ['r'] },
      },
    ],
  },
  'many-administrators': {
    faults: [
      { internalusers: people(11, member('all_access')) },
      {
        internalusers: people(11, { backend_roles: ['admin'] }),
        rolesmapping: { all_access: { backend_roles: ['admin'] } },
      },
    ],
    lookAlikes: [
      { internalusers: people(10, member('all_access')) },
      {
        internalusers: people(30, { ...member('all_access'), attributes: { enabled: 'false' } }),
      },
    ],
  },
  'lifted-restriction': {
    faults: [
      {
        roles: { hr: HR, wide: on(['hr-*'], ['read'], { dls: '{"match_all":{}}' }) },
        internalusers: { jane: member('hr', 'wide') },
      },
      { roles: { hr: HR }, internalusers: { jane: member('hr', 'all_access') }, settings: lifts },
      {
        roles: { hr: HR_FIELDS, other: on(['*'], ['read'], { fls: ['~salary'] }) },
        internalusers: { jane: member('hr', 'other') },
      },
    ],
    lookAlikes: [
      // By default, a role without restriction does not lift those of others.
      { roles: { hr: HR }, internalusers: { jane: member('hr', 'all_access') } },
      {
        roles: { hr: HR, wide: SALES },
        internalusers: { jane: member('hr', 'wide') },
        settings: lifts,
      },
      {
        roles: { hr: HR },
        internalusers: { jane: member('hr'), joe: member('all_access') },
        settings: lifts,
      },
    ],
  },
  'redundant-role': {
    faults: [
      {
        roles: { narrow: on(['sales-2026'], ['read']), wide: WRITER },
        internalusers: { jane: member('narrow', 'wide') },
      },
      { roles: { r: SALES }, internalusers: { jane: member('r', 'all_access') } },
    ],
    lookAlikes: [
      {
        roles: { narrow: on(['sales-2026'], ['read']), wide: WRITER },
        internalusers: { jane: member('narrow', 'wide'), joe: member('narrow') },
      },
      { roles: { hr: HR }, internalusers: { jane: member('hr', 'all_access') } },
    ],
  },
  'missing-role': {
    faults: [
      { rolesmapping: { gone: { users: ['jane'] } }, internalusers: { jane: {} } },
      { internalusers: { jane: member('gone') } },
    ],
    lookAlikes: [
      { rolesmapping: { readall: { backend_roles: ['r'] } } },
      { internalusers: { jane: member('kibana_user') } },
    ],
  },
  'missing-action-group': {
    faults: [
      { roles: { r: on(['sales-*'], ['reed']) } },
      { actiongroups: { g: { allowed_actions: ['READ_ALL'] } } },
    ],
    lookAlikes: [
      { roles: { r: on(['sales-*'], ['read', 'indices:data/*', '*']) } },
      {
        roles: { r: on(['sales-*'], ['g']) },
        actiongroups: { g: { allowed_actions: ['read', 'cluster:monitor/health'] } },
      },
    ],
  },
  'missing-tenant': {
    faults: [
      { roles: { r: { tenant_permissions: [{ tenant_patterns: ['gone'] }] } } },
      {
        roles: { r: { tenant_permissions: [{ tenant_patterns: ['sale'] }] } },
        tenants: { sales: {} },
      },
    ],
    lookAlikes: [
      { roles: { r: { tenant_permissions: [{ tenant_patterns: ['global_tenant', 's*'] }] } } },
      {
        roles: { r: { tenant_permissions: [{ tenant_patterns: ['sales', '${user.name}'] }] } },
        tenants: { sales: {} },
      },
    ],
  },
  'missing-user': {
    faults: [
      { roles: { r: SALES }, rolesmapping: { r: { users: ['gone'] } } },
      { rolesmapping: { all_access: { users: ['jane', 'gone'] } }, internalusers: { jane: {} } },
    ],
    lookAlikes: [
      {
        rolesmapping: { r: { users: ['elsewhere'] } },
        config: domains({
          basic: domain('basic', 0, true, 'intern'),
          ldap: domain('basic', 1, true, 'ldap'),
        }),
      },
      { rolesmapping: { r: { users: ['svc-*', 'opendistro_security_anonymous'] } } },
    ],
  },
  'invalid-document-filter': {
    faults: [
      { roles: { r: on(['hr-*'], ['read'], { dls: '{"term":' }) } },
      { roles: { r: on(['hr-*'], ['read'], { dls: 'department:hr' }) } },
      { roles: { r: on(['hr-*'], ['read'], { dls: '{"trem":{"a":"b"}}' }) } },
      { roles: { r: on(['hr-*'], ['read'], { dls: '{"query":{"term":{"a":"b"}}}' }) } },
      { roles: { r: on(['hr-*'], ['read'], { dls: '{"bool":{"most":{"term":{"a":"b"}}}}' }) } },
      { roles: { r: on(['hr-*'], ['read'], { dls: '{"bool":{"must":["a"]}}' }) } },
      { roles: { r: on(['hr-*'], ['read'], { dls: '{"bool":{"must":[{"trem":{"a":1}}]}}' }) } },
    ],
    lookAlikes: [
      { roles: { r: on(['hr-*'], ['read'], { dls: '{"term":{"query":"b"}}' }) } },
      {
        roles: {
          r: on(['hr-*'], ['read'], { dls: '{"nested":{"path":"a","query":{"term":{"a.b":1}}}}' }),
        },
      },
      {
        roles: {
          r: on(['hr-*'], ['read'], { dls: '{"bool":{"must":{"term":{"trem":1}},"boost":2}}' }),
        },
      },
      { roles: { r: on(['hr-*'], ['read'], { dls: '{"terms":{"must":["a"]}}' }) } },
      { roles: { r: on(['hr-*'], ['read'], { dls: '{"terms":{"team":[${user.roles}]}}' }) } },
      { roles: { r: on(['hr-*'], ['read'], { dls: '' }) } },
    ],
  },
  'invalid-pattern': {
    faults: [
      { roles: { r: on(['/sales-(/'], ['read']) } },
      { roles: { r: SALES }, rolesmapping: { r: { users: ['/[a-/'] } } },
      { roles: { r: on(['*', '-secret-*'], ['read']) } },
      { roles: { r: on([' logs-*'], ['read']) } },
      { roles: { r: on(['logs-* '], ['read']) } },
      { roles: { r: on(['Logs-*'], ['read']) } },
      { roles: { r: on(['a-*,b-*'], ['read']) } },
      ...['^logs-.+$', 'logs-[0-9]+', 'logs-.*', '(a|b)-*', 'logs-\\d*'].map((one) => ({
        roles: { r: on([one], ['read']) },
      })),
    ],
    lookAlikes: [
      { roles: { r: on(['*', 'a-secret-*', 'logs.*', '.*', '.kibana*'], ['read']) } },
      { roles: { r: on(['<logs-{now/d{YYYY.MM}}>', '${user.securityRoles}-*'], ['read']) } },
      { roles: { r: on(['Remote:logs-*', '/Logs-[0-9]+ .*/', ''], ['read']) } },
      // Only aliases can have upper-case names.
      { roles: { r: on(['Logs-*'], ['read']) }, live: { indices: new Set(['Logs-now']) } },
      { roles: { r: on(['/sales-[0-9]+/', 'a(b*'], ['read']) } },
      { roles: { r: SALES }, rolesmapping: { r: { users: ['/svc-.*/'] } } },
    ],
  },
  'missing-attribute': {
    faults: [
      {
        roles: { r: on(['${attr.internal.team}-*'], ['read']) },
        internalusers: { jane: member('r') },
      },
      { roles: { r: on(['${user}-*'], ['read']) } },
      { roles: { r: on(['a'], ['read'], { dls: '{"term":{"t":"${attr.other.team}"}}' }) } },
      { roles: { r: tenantRole('${username}') } },
      {
        roles: { r: on(['a'], ['read'], { dls: '{"term":{"t":"${attr.internal.team}"}}' }) },
        internalusers: {
          jane: { ...member('r'), attributes: { team: 'x' } },
          joe: { ...member('r'), attributes: { department: 'x' } },
        },
      },
    ],
    lookAlikes: [
      {
        roles: { r: on(['${attr.internal.cost_centre}-*'], ['read']) },
        internalusers: { jane: { ...member('r'), attributes: { 'cost.centre': '7' } } },
      },
      {
        roles: { r: on(['${attr.ldap.team}-*', '${user.name}-*'], ['read']) },
        internalusers: { jane: member('r') },
      },
      { roles: { r: on(['${user_name}', '${attr_jwt_team}', '${attr.jwt.a:-it}'], ['read']) } },
      { roles: { r: on(['a'], ['read'], { dls: '{"terms":{"t":[${user.roles}]}}' }) } },
    ],
  },
  'silent-denials': {
    faults: [
      { config: onForbidden({ reduced: true, empty: true }) },
      { config: onForbidden({ reduced: true, empty: true, evaluation: 'legacy' }) },
    ],
    lookAlikes: [{}, { config: onForbidden({ reduced: true }) }],
  },
  'setting-without-effect': {
    faults: [
      { config: onForbidden({ empty: true }) },
      { config: onForbidden({ reduced: false, empty: true }) },
    ],
    lookAlikes: [{}, { config: onForbidden({ reduced: true, empty: true }) }],
  },
  'unreachable-domain': {
    faults: [
      {
        config: domains({
          basic: domain('basic', 1, true, 'intern'),
          oidc: domain('openid', 0, true),
        }),
      },
      { config: domains({ jwt: domain('jwt', 0, true), proxy: domain('proxy', 1, false) }) },
    ],
    lookAlikes: [
      {
        config: domains({
          basic: domain('basic', 1, true, 'intern'),
          oidc: domain('openid', 0, false),
        }),
      },
      {
        config: domains({
          basic: domain('basic', 0, true, 'intern'),
          oidc: domain('openid', 1, true),
        }),
      },
    ],
  },
  'sole-administrator': {
    faults: [
      { internalusers: { ...people(9), admin: member('all_access') } },
      {
        internalusers: { ...people(20), admin: { backend_roles: ['admin'] } },
        rolesmapping: { all_access: { backend_roles: ['admin'] } },
      },
    ],
    lookAlikes: [
      { internalusers: { admin: member('all_access'), jane: {} } },
      {
        internalusers: { ...people(20), admin: member('all_access') },
        config: domains({
          basic: domain('basic', 0, true, 'intern'),
          ldap: domain('basic', 1, true, 'ldap'),
        }),
      },
    ],
  },
  'demonstration-user': {
    faults: ['logstash', 'renamed'].map((name) => ({
      internalusers: { [name]: {} },
      hashes: { [name]: '$2a$12$u1ShR4l4uBS3Uv59Pa2y5.1uQuZBrZtmNfqB3iM/.jL0XoV9sghS2' },
    })),
    lookAlikes: [
      {
        internalusers: { logstash: { description: 'Demo logstash user' } },
        hashes: { logstash: `$2y$12$${'a'.repeat(53)}` },
      },
      { internalusers: { readall: { reserved: true } } },
    ],
  },
  'old-password-hash': {
    faults: ['$2y$08$', '$2a$04$'].map((start) => ({
      internalusers: { jane: {} },
      hashes: { jane: start + 'a'.repeat(53) },
    })),
    lookAlikes: [`$2y$12$${'a'.repeat(53)}`, '$argon2id$v=19$m=65536,t=3,p=1$c2FsdA$aGFzaA'].map(
      (hash) => ({ internalusers: { jane: {} }, hashes: { jane: hash } })
    ),
  },
  'audit-off': {
    faults: [
      { audit: { enabled: false } },
      { audit: audit({ disabled_rest_categories: ['failed_login'] }) },
    ],
    lookAlikes: [
      { audit: audit({ disabled_rest_categories: ['AUTHENTICATED', 'GRANTED_PRIVILEGES'] }) },
      { audit: audit({ enable_transport: false }) },
    ],
  },
  'unassigned-role': {
    faults: [
      { roles: { r: SALES } },
      { roles: { r: SALES }, rolesmapping: { r: { description: 'Nobody yet' } } },
    ],
    lookAlikes: [
      { roles: { r: { ...SALES, reserved: true } } },
      { roles: { r: SALES }, rolesmapping: { r: { and_backend_roles: ['a', 'b'] } } },
    ],
  },
  'unused-action-group': {
    faults: [
      { actiongroups: { g: { allowed_actions: ['read'] } } },
      { actiongroups: { a: { allowed_actions: ['b'] }, b: { allowed_actions: ['a'] } } },
    ],
    lookAlikes: [
      {
        roles: { r: on(['a'], ['outer']) },
        actiongroups: {
          outer: { allowed_actions: ['inner'] },
          inner: { allowed_actions: ['read'] },
        },
      },
      {
        roles: { r: { cluster_permissions: ['g'] } },
        actiongroups: { g: { allowed_actions: ['cluster:monitor/*'] } },
      },
    ],
  },
  'tenant-named-like-user': {
    faults: [
      { tenants: { jane: {} }, internalusers: { jane: {} } },
      {
        tenants: { 'j.doe': {}, sales: {} },
        internalusers: { 'j.doe': { reserved: true }, anna: {} },
        roles: { r: tenantRole('j.doe') },
      },
    ],
    lookAlikes: [
      { tenants: { jane: {} }, internalusers: { Jane: {} } },
      { tenants: { jane: { reserved: true } }, internalusers: { jane: {} } },
    ],
  },
  'unnamed-tenant': {
    faults: [
      { tenants: { sales: {} } },
      {
        tenants: { sales: {} },
        roles: { r: { tenant_permissions: [{ tenant_patterns: ['hr', '*'] }] } },
      },
    ],
    lookAlikes: [
      {
        tenants: { sales: {} },
        roles: { r: { tenant_permissions: [{ tenant_patterns: ['sal*'] }] } },
      },
      { tenants: { admin_tenant: { description: 'Demo tenant for admin user' } } },
    ],
  },
  'unreadable-tenant': {
    faults: [
      { tenants: { sales: {} }, roles: { r: tenantRole('sales') } },
      {
        tenants: { sales: {} },
        roles: { r: tenantRole('sal*'), all: tenantRole('*') },
        rolesmapping: { all: { users: ['jane'] }, r: {} },
      },
    ],
    lookAlikes: [
      {
        tenants: { sales: {} },
        roles: { r: tenantRole('sales'), s: tenantRole('sal*') },
        rolesmapping: { s: { backend_roles: ['sales'] } },
      },
      {
        tenants: { sales: {} },
        roles: { r: tenantRole('sales') },
        internalusers: { jane: { opendistro_security_roles: ['r'] } },
      },
    ],
  },
  'empty-tenant': {
    faults: [
      { tenants: { sales: {} }, live: { emptyTenants: new Set(['sales']) } },
      { tenants: { sales: {}, hr: {} }, live: { emptyTenants: new Set(['hr']) } },
    ],
    lookAlikes: [
      { tenants: { sales: {} }, live: { emptyTenants: new Set() } },
      // Shipped with every installation.
      { tenants: { admin_tenant: {} }, live: { emptyTenants: new Set(['admin_tenant']) } },
    ],
  },
  'unmapped-backend-role': {
    faults: [
      { internalusers: { jane: { backend_roles: ['sales'] } } },
      {
        internalusers: { jane: { backend_roles: ['sale'] } },
        rolesmapping: { readall: { backend_roles: ['sales', '*'] } },
      },
    ],
    lookAlikes: [
      {
        internalusers: { jane: { backend_roles: ['sales-emea'] } },
        rolesmapping: { readall: { backend_roles: ['sales-*'] } },
      },
      {
        internalusers: { jane: { backend_roles: ['sales'] } },
        roles: { r: on(['a'], ['read'], { dls: '{"terms":{"team":[${user.roles}]}}' }) },
      },
    ],
  },
};

it.each(RULES.map(({ id }) => id))('%s finds faults, and no look-alikes', async (rule) => {
  const { faults, lookAlikes } = CASES[rule] as Cases;
  const found = async (content: Content) => {
    // Patterns share the time of one turn of the event loop.
    await setImmediate();
    return findingsIn(content).filter((finding) => finding.rule === rule);
  };
  expect(faults.length).toBeGreaterThan(1);
  expect(lookAlikes.length).toBeGreaterThan(1);
  for (const one of faults) expect([one, await found(one)]).not.toEqual([one, []]);
  for (const one of lookAlikes) expect([one, await found(one)]).toEqual([one, []]);
});

it('gives each finding an id of its own, and one that stays when other entries change', () => {
  const content = CASES['missing-role']?.faults[1] as Content;
  const [before] = findingsIn(content);
  const after = findingsIn({ ...content, roles: { broken: on(['a'], ['reed']) } });
  expect(before?.id).toBe('missing-role:internalusers/jane');
  expect(after.map(({ id }) => id)).toContain(before?.id);
  const all = Object.values(CASES).flatMap(({ faults }) => faults.map(findingsIn));
  for (const findings of all)
    expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length);
});

it('prepares changes that fix what was found, and states who is affected', () => {
  const content: Content = {
    roles: { r: SALES },
    rolesmapping: { r: { users: ['jane', '*'], backend_roles: ['ops'] } },
    internalusers: { jane: {} },
  };
  const [open] = findingsIn(content);
  expect(open).toMatchObject({
    rule: 'open-mapping',
    severity: 'medium',
    text: 'Role r is mapped to *: practically every user has it.',
    change: { rolesmapping: { r: { users: ['jane'], backend_roles: ['ops'], hosts: [] } } },
  });
  const [lifted] = findingsIn(CASES['lifted-restriction']?.faults[1] as Content);
  expect(lifted?.text).toBe(
    'jane can read hr-* without the document filter of role hr, through role all_access.'
  );
});

it('names rules that lack what they read, and leaves out those that are switched off', () => {
  const { hashes: _hashes, ...configuration } = configurationOf({ roles: { r: SALES } });
  const sources = new Set([...configuration.sources].filter((one) => one !== 'hashes'));
  const { findings, skipped } = runToCompletion(
    findFindings({ ...configuration, sources }, { isOn: (rule) => rule !== 'unassigned-role' })
  );
  expect(findings).toEqual([]);
  expect(skipped.map(({ rule }) => rule)).toEqual(['demonstration-user', 'old-password-hash']);
});
