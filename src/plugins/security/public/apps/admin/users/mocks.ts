/** A user with two roles, and the responses of the user page. */
import type { EffectivePermissions, EffectiveRole } from '@sd/contracts';
import type { Routes } from '../../../mocks';
import { CONFIG } from '../mocks';

export const effectiveRole = (name: string, more: Partial<EffectiveRole> = {}): EffectiveRole => ({
  role: name,
  exists: true,
  origins: [{ via: 'users', pattern: 'joe', value: 'joe' }],
  reserved: false,
  cluster: { listed: [], expanded: [] },
  index: [],
  tenants: [],
  ...more,
});
export const entry = (patterns: readonly string[], actions: readonly string[]) => ({
  entry: 0,
  index_patterns: [...patterns],
  rendered_patterns: [...patterns],
  allowed_actions: [...actions],
  expanded_actions: [],
  verbs: [],
  fls: [],
  masked_fields: [],
});
export const effective = (roles: readonly EffectiveRole[]): EffectivePermissions => ({
  user: { name: 'joe', exists: true, backend_roles: ['staff'], attribute_names: [], roles: [] },
  roles: [...roles],
  tenants: { finance: false, joe: true },
  api: { has_api_access: false, disabled_endpoints: {} },
  truncated: [],
});
export const ROLES = [
  effectiveRole('reader', {
    origins: [{ via: 'backend_roles', pattern: 'st*', value: 'staff' }],
    cluster: { listed: ['cluster_monitor'], expanded: [] },
    index: [{ ...entry(['logs-*'], ['read']), dls: '{"match_all":{}}', fls: ['~secret'] }],
    tenants: [{ entry: 0, tenant_patterns: ['fin*'], access: 'read', tenants: ['finance'] }],
  }),
  effectiveRole('writer', {
    cluster: { listed: ['cluster_monitor'], expanded: [] },
    index: [entry(['logs-*', 'own'], ['read', 'write'])],
  }),
];

export const user = (more: object = {}) => ({
  etag: '"7"',
  hash: '',
  description: 'Works here',
  backend_roles: ['staff'],
  opendistro_security_roles: [],
  attributes: { dep: 'sales' },
  reserved: false,
  hidden: false,
  static: false,
  ...more,
});
export const routes = (entity: object = user(), roles = ROLES): Routes => ({
  [`GET ${CONFIG}/internalusers/joe`]: () => entity,
  'GET /api/v1/access/effective': () => effective(roles),
  'POST /api/v1/factors': () => ({ users: [] }),
});
