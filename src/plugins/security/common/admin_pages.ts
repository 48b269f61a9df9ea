/**
 * Addresses of the Security app's own pages, with the module and the rights of each: the browser
 * routes and links by them, and the server announces the module's chunk in the page.
 */
import type { Right } from '@sd/contracts';

/** What a page or an action needs; `full`: that nothing on this installation is closed. */
export type Needs = 'full' | readonly Right[];

/** Where a page is. */
export interface AdminPageAddress {
  /** Pattern of the path below the app's route, as react-router reads it. */
  readonly path: string;
  /** Name of the module that holds the page, without extension. */
  readonly module: string;
  /** Absent: nothing of the configuration, or what each of the page's entries needs. */
  readonly needs?: Needs;
}

const address = (path: string, module: string, needs?: Needs): AdminPageAddress => ({
  path,
  module,
  ...(needs && { needs }),
});

const CHANGE_CONFIG: Needs = ['POST CONFIG', 'PATCH CONFIG'];
/** The first address that matches counts. */
export const ADMIN_PAGES = {
  start: address('/getstarted', 'get_started_page'),
  roleList: address('/roles', 'role_list_page', ['GET ROLES']),
  mapUser: address('/roles/edit/:name/mapuser', 'map_user_page', ['PUT ROLESMAPPING']),
  // Plugins add tabs; the page answers for an unknown one.
  roleView: address('/roles/view/:name/:tab?', 'role_view_page', ['GET ROLES']),
  roleCreate: address('/roles/create', 'role_edit_page', ['PUT ROLES']),
  roleEdit: address('/roles/:action(edit|duplicate)/:name', 'role_edit_page', ['PUT ROLES']),
  userList: address('/users', 'user_list_page', ['GET INTERNALUSERS']),
  userView: address('/users/view/:name/:tab?', 'user_view_page', ['GET INTERNALUSERS']),
  userCreate: address('/users/create', 'user_edit_page', ['PUT INTERNALUSERS']),
  userEdit: address('/users/:action(edit|duplicate)/:name', 'user_edit_page', [
    'PUT INTERNALUSERS',
  ]),
  groupList: address('/permissions', 'group_list_page', ['GET ACTIONGROUPS']),
  groupView: address('/permissions/view/:name', 'group_view_page', ['GET ACTIONGROUPS']),
  groupCreate: address('/permissions/create', 'group_edit_page', ['PUT ACTIONGROUPS']),
  groupEdit: address('/permissions/:action(edit|duplicate)/:name', 'group_edit_page', [
    'PUT ACTIONGROUPS',
  ]),
  tenantList: address('/tenants', 'tenant_list_page', ['GET TENANTS']),
  tenantConfigure: address('/tenants/configure', 'tenant_configure_page', ['PUT TENANTS']),
  tenantCreate: address('/tenants/create', 'tenant_edit_page', ['PUT TENANTS']),
  tenantEdit: address('/tenants/:action(edit|duplicate)/:name', 'tenant_edit_page', [
    'PUT TENANTS',
  ]),
  explorer: address('/explorer', 'explorer_page'),
  matrix: address('/explorer/matrix', 'matrix_page'),
  authentication: address('/auth', 'auth_page', ['GET CONFIG']),
  domainCreate: address('/auth/create', 'domain_edit_page', CHANGE_CONFIG),
  domainEdit: address('/auth/edit/:name', 'domain_edit_page', CHANGE_CONFIG),
  connections: address('/auth/connections', 'connections_page', CHANGE_CONFIG),
  dryRun: address('/auth/try', 'dry_run_page', ['POST CONFIG']),
  setUpOpenId: address('/auth/setup/openid', 'provider_setup_page', CHANGE_CONFIG),
  setUpSaml: address('/auth/setup/saml', 'provider_setup_page', CHANGE_CONFIG),
  audit: address('/auditLogging', 'audit_page', ['GET AUDIT']),
  auditGeneral: address('/auditLogging/edit/generalSettings', 'audit_edit_page', ['PUT AUDIT']),
  auditCompliance: address('/auditLogging/edit/complianceSettings', 'audit_edit_page', [
    'PUT AUDIT',
  ]),
  apiKeys: address('/apiKeys', 'api_keys_page', ['GET INTERNALUSERS']),
  files: address('/configuration', 'configuration_page'),
  events: address('/auditEvents', 'events_page'),
  history: address('/history', 'history_page'),
  change: address('/history/view/:name', 'change_page'),
  entityHistory: address('/history/of/:type/:name', 'entity_history_page'),
} satisfies Readonly<Record<string, AdminPageAddress>>;

export type AdminPageId = keyof typeof ADMIN_PAGES;

/** By path. All paths come from code, so there are few. */
const patterns = new Map<string, RegExp>();
const PARAMETER = /\/:\w+(?:\(([^)]*)\))?(\?)?/g;

/** Whether a path is at an address, for code that has no router. */
export function isAtAddress(pathname: string, { path }: Pick<AdminPageAddress, 'path'>): boolean {
  let pattern = patterns.get(path);
  if (!pattern) {
    pattern = patternFor(path);
    patterns.set(path, pattern);
  }
  return pattern.test(pathname);
}

function patternFor(path: string): RegExp {
  const source = path.replace(
    PARAMETER,
    (_, values: string | undefined, optional: string | undefined) =>
      `(?:/(?:${values ?? '[^/]+'}))${optional ?? ''}`
  );
  return new RegExp(`^${source}/?$`);
}
