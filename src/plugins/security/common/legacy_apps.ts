/**
 * Legacy ids of the admin app and of its counterparts in OpenSearch Dashboards, with the page that
 * each opens if its address names none.
 */
export const LEGACY_APPS: Readonly<Record<string, string>> = {
  opendistro_security: '',
  opensearch_security_dashboards: '',
  'security-dashboards-plugin': '',
  'security-dashboards-plugin_getstarted': '/getstarted',
  'security-dashboards-plugin_auth': '/auth',
  'security-dashboards-plugin_roles': '/roles',
  'security-dashboards-plugin_users': '/users',
  'security-dashboards-plugin_permissions': '/permissions',
  'security-dashboards-plugin_tenants': '/tenants',
  'security-dashboards-plugin_auditlog': '/auditLogging',
  resource_access_management: '/resources',
};
