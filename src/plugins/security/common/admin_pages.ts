/**
 * Addresses of the Security app's own pages, and the module of each: the browser routes by them,
 * and the server announces the module's chunk in the page.
 */

/** Where a page is. */
export interface AdminPageAddress {
  /** Pattern of the path below the app's route, as react-router reads it. */
  readonly path: string;
  /** Name of the module that holds the page, without extension. */
  readonly module: string;
}

const address = (path: string, module: string): AdminPageAddress => ({ path, module });

/** The first address that matches counts. */
export const ADMIN_PAGES = {
  start: address('/getstarted', 'get_started_page'),
  roleList: address('/roles', 'role_list_page'),
  mapUser: address('/roles/edit/:name/mapuser', 'map_user_page'),
  roleView: address('/roles/view/:name/:tab(mapuser|usage|history)?', 'role_view_page'),
  roleCreate: address('/roles/create', 'role_edit_page'),
  roleEdit: address('/roles/:action(edit|duplicate)/:name', 'role_edit_page'),
  userList: address('/users', 'user_list_page'),
  userView: address(
    '/users/view/:name/:tab(roles|usage|sessions|keys|clusters|history)?',
    'user_view_page'
  ),
  userCreate: address('/users/create', 'user_edit_page'),
  userEdit: address('/users/:action(edit|duplicate)/:name', 'user_edit_page'),
  groupList: address('/permissions', 'group_list_page'),
  groupView: address('/permissions/view/:name', 'group_view_page'),
  groupCreate: address('/permissions/create', 'group_edit_page'),
  groupEdit: address('/permissions/:action(edit|duplicate)/:name', 'group_edit_page'),
  tenantList: address('/tenants', 'tenant_list_page'),
  tenantConfigure: address('/tenants/configure', 'tenant_configure_page'),
  tenantCreate: address('/tenants/create', 'tenant_edit_page'),
  tenantEdit: address('/tenants/:action(edit|duplicate)/:name', 'tenant_edit_page'),
  explorer: address('/explorer', 'explorer_page'),
  matrix: address('/explorer/matrix', 'matrix_page'),
  authentication: address('/auth', 'auth_page'),
  domainCreate: address('/auth/create', 'domain_edit_page'),
  domainEdit: address('/auth/edit/:name', 'domain_edit_page'),
  connections: address('/auth/connections', 'connections_page'),
  dryRun: address('/auth/try', 'dry_run_page'),
  setUpOpenId: address('/auth/setup/openid', 'provider_setup_page'),
  setUpSaml: address('/auth/setup/saml', 'provider_setup_page'),
  audit: address('/auditLogging', 'audit_page'),
  auditGeneral: address('/auditLogging/edit/generalSettings', 'audit_edit_page'),
  auditCompliance: address('/auditLogging/edit/complianceSettings', 'audit_edit_page'),
  apiKeys: address('/apiKeys', 'api_keys_page'),
  resources: address('/resources', 'resources_page'),
  files: address('/configuration', 'configuration_page'),
  clusterList: address('/clusters', 'clusters_page'),
  clusterCreate: address('/clusters/create', 'cluster_edit_page'),
  clusterEdit: address('/clusters/edit/:name', 'cluster_edit_page'),
  findings: address('/findings', 'findings_page'),
  alarms: address('/findings/alarms', 'alarms_page'),
  finding: address('/findings/view/:name', 'finding_page'),
  changeRequests: address('/changeRequests', 'requests_page'),
  changeRequest: address('/changeRequests/view/:name', 'request_page'),
  drift: address('/drift', 'drift_page'),
  guardrails: address('/guardrails', 'guardrails_page'),
  guardrailCreate: address('/guardrails/create', 'guardrail_edit_page'),
  guardrailEdit: address('/guardrails/edit/:name', 'guardrail_edit_page'),
  compare: address('/compare/:left?/:right?', 'compare_page'),
  events: address('/auditEvents', 'events_page'),
  history: address('/history', 'history_page'),
  change: address('/history/view/:name', 'change_page'),
  entityHistory: address('/history/of/:type/:name', 'entity_history_page'),
} satisfies Readonly<Record<string, AdminPageAddress>>;

export type AdminPageId = keyof typeof ADMIN_PAGES;

const PARAMETER = /\/:\w+(?:\(([^)]*)\))?(\?)?/g;

/** Whether a path is at an address, for code that has no router. */
export function isAtAddress(pathname: string, { path }: Pick<AdminPageAddress, 'path'>): boolean {
  const pattern = path.replace(
    PARAMETER,
    (_, values: string | undefined, optional: string | undefined) =>
      `(?:/(?:${values ?? '[^/]+'}))${optional ?? ''}`
  );
  return new RegExp(`^${pattern}/?$`).test(pathname);
}
