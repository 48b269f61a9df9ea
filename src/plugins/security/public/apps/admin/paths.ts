/** Paths within the admin app. Names are encoded, so that `a/b` stays one segment. */
import { stringifyQueryParams } from '@sd/core/public';

export type EntityPages = {
  readonly list: string;
  readonly create: string;
  edit(name: string): string;
  duplicate(name: string): string;
};

const pagesBelow = (root: string): EntityPages => ({
  list: root,
  create: `${root}/create`,
  edit: (name) => `${root}/edit/${encodeURIComponent(name)}`,
  duplicate: (name) => `${root}/duplicate/${encodeURIComponent(name)}`,
});

export const ROLE_PAGES = {
  ...pagesBelow('/roles'),
  view: (name: string) => `/roles/view/${encodeURIComponent(name)}`,
  /** Page of a role that was just duplicated. */
  copy: (name: string, original: string) =>
    `/roles/view/${encodeURIComponent(name)}?${stringifyQueryParams({ copiedFrom: original })}`,
  mappedUsers: (name: string) => `/roles/view/${encodeURIComponent(name)}/mapuser`,
  /** A tab of the page. */
  tab: (name: string, path: string) => `/roles/view/${encodeURIComponent(name)}/${path}`,
  history: (name: string) => `/roles/view/${encodeURIComponent(name)}/history`,
  mapUser: (name: string) => `/roles/edit/${encodeURIComponent(name)}/mapuser`,
};

export const USER_PAGES = {
  ...pagesBelow('/users'),
  view: (name: string) => `/users/view/${encodeURIComponent(name)}`,
  roles: (name: string) => `/users/view/${encodeURIComponent(name)}/roles`,
  sessions: (name: string) => `/users/view/${encodeURIComponent(name)}/sessions`,
  keys: (name: string) => `/users/view/${encodeURIComponent(name)}/keys`,
  /** A tab of the page. */
  tab: (name: string, path: string) => `/users/view/${encodeURIComponent(name)}/${path}`,
  history: (name: string) => `/users/view/${encodeURIComponent(name)}/history`,
  createWithRole: (role: string) => `/users/create?${stringifyQueryParams({ role })}`,
  /** The list, searched for a name. */
  named: (name: string) => `/users?${stringifyQueryParams({ q: name })}`,
  withRole: (role: string) => `/users?${stringifyQueryParams({ 'f.roles': role })}`,
  withBackendRole: (name: string) => `/users?${stringifyQueryParams({ 'f.backend_roles': name })}`,
};

export const GROUP_PAGES = {
  ...pagesBelow('/permissions'),
  view: (name: string) => `/permissions/view/${encodeURIComponent(name)}`,
};

export const TENANT_PAGES = { ...pagesBelow('/tenants'), configure: '/tenants/configure' };

/** `search`: the request, see `explorer/explain_request.ts`. */
export const EXPLORER_PAGES = {
  main: '/explorer',
  matrix: '/explorer/matrix',
  about: (user: string) => `/explorer?${stringifyQueryParams({ user })}`,
};

export const START_PAGE = '/getstarted';
export const AUTH_PAGE = '/auth';
/** Pages of authentication domains, for backends that allow changing them. */
export const DOMAIN_PAGES = {
  create: `${AUTH_PAGE}/create`,
  edit: (name: string) => `${AUTH_PAGE}/edit/${encodeURIComponent(name)}`,
  connections: `${AUTH_PAGE}/connections`,
  dryRun: `${AUTH_PAGE}/try`,
  setUp: (method: 'openid' | 'saml') => `${AUTH_PAGE}/setup/${method}`,
};

/** Sub-routes of audit logging. */
export const AUDIT_PAGES = {
  main: '/auditLogging',
  general: '/auditLogging/edit/generalSettings',
  compliance: '/auditLogging/edit/complianceSettings',
};

/** API keys of all users. */
export const API_KEYS_PAGE = '/apiKeys';

/** Decodes a route parameter; invalid encodings are returned unchanged. */
export function nameFromPath(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Explorer address for an API key. */
export const explorerOfKey = (id: string): { pathname: string; search: string } => ({
  pathname: EXPLORER_PAGES.main,
  search: `?api_key=${encodeURIComponent(id)}`,
});
