/** One request for each route of the server, ordered so that each finds the data it needs. */
import type { Call } from './engine_examples';

/** An action group must not share its name with a role, while a role mapping must. */
const idIn = (resource: string) => ({
  params: { id: resource === 'actiongroups' ? 'described_group' : 'described' },
});
/** What explanations and findings read. */
const CONFIGURATION = [
  'GET ROLES',
  'GET ROLESMAPPING',
  'GET ACTIONGROUPS',
  'GET INTERNALUSERS',
] as const;
/** A finding about an entry of this list. */
const UNUSED_GROUP = 'unused-action-group:actiongroups/described_group';
const TOMORROW = Date.now() + 86_400_000;
const OBJECT = { params: { type: 'dashboard', id: 'described' } };
const LINE = {
  type: 'dashboard',
  id: 'described_3',
  attributes: { title: 'Third' },
  references: [],
};
const NDJSON = { 'content-type': 'application/ndjson' };
const RESOURCES: Readonly<Record<string, object>> = {
  internalusers: { password: 'Jane-doe-secret-7', attributes: { unit: 'north' } },
  roles: { cluster_permissions: ['cluster_monitor'] },
  rolesmapping: { users: ['jane'] },
  actiongroups: { allowed_actions: ['indices:data/read/*'] },
  tenants: { description: 'North' },
};

const TENANCY = {
  multitenancy_enabled: true,
  private_tenant_enabled: true,
  default_tenant: 'global',
};

/** Preferences of the current user. */
const PREFERENCES: Call = [
  'post_api_core_preferences',
  { body: { changes: { 'i18n:locale': 'en', 'security:tenant': null } } },
];

const settings = (path: string): Call[] => [
  [`get_api_${path}_settings`],
  [`post_api_${path}_settings`, { body: { changes: { 'theme:darkMode': true } } }],
  [`post_api_${path}_settings_key`, { params: { key: 'theme:darkMode' }, body: { value: false } }],
  [`delete_api_${path}_settings_key`, { params: { key: 'theme:darkMode' } }],
];

function resource(name: string, body: object): Call[] {
  const entity = `api_v1_configuration_${name}_id`;
  return [
    [`post_${entity}`, { ...idIn(name), body }],
    [`get_api_v1_configuration_${name}`],
    [`get_${entity}`, idIn(name)],
    [`get_${entity}`, { params: { id: 'absent' }, query: { optional: 'true' }, status: 204 }],
    [
      'get_api_v1_search_resource',
      {
        params: { resource: name },
        query: { per_page: '5' },
        rights: [`GET ${name.toUpperCase() as Uppercase<string>}`],
      },
    ],
  ];
}

const removal = (name: string): Call[] => [
  [`delete_api_v1_configuration_${name}_id`, idIn(name)],
  [
    `post_api_v1_configuration_${name}_bulk_delete`,
    { body: { names: ['absent'] }, query: { confirm_lockout: 'false' } },
  ],
];

const UNKNOWN = { resource: 'unheard_of' };
const unknown: Call[] = [
  ['get_api_v1_configuration_resource', { params: UNKNOWN, status: 400 }],
  ['post_api_v1_configuration_resource', { params: UNKNOWN, status: 400 }],
  ['get_api_v1_configuration_resource_id', { params: { ...UNKNOWN, id: 'a' }, status: 400 }],
  ['post_api_v1_configuration_resource_id', { params: { ...UNKNOWN, id: 'a' }, status: 400 }],
  ['delete_api_v1_configuration_resource_id', { params: { ...UNKNOWN, id: 'a' }, status: 400 }],
];

const savedObjects: Call[] = [
  [
    'post_api_saved_objects_type_id',
    { ...OBJECT, body: { attributes: { title: 'First' } }, query: { overwrite: 'true' } },
  ],
  [
    'post_api_saved_objects_type',
    { params: { type: 'dashboard' }, body: { attributes: { title: 'Second' } } },
  ],
  ['get_api_saved_objects_type_id', OBJECT],
  ['put_api_saved_objects_type_id', { ...OBJECT, body: { attributes: { title: 'New' } } }],
  [
    'post_api_saved_objects_bulk_create',
    { body: [LINE, { type: 'no_such_type', attributes: {} }], query: { overwrite: 'true' } },
  ],
  [
    'post_api_saved_objects_bulk_get',
    {
      body: [
        { type: 'dashboard', id: 'described' },
        { type: 'dashboard', id: 'absent' },
      ],
    },
  ],
  [
    'put_api_saved_objects_bulk_update',
    {
      body: [
        { type: 'dashboard', id: 'described', attributes: { title: 'Newer' } },
        { type: 'dashboard', id: 'absent', attributes: {} },
      ],
    },
  ],
  ['get_api_saved_objects_find', { query: { type: 'dashboard', search: 'newer', per_page: '2' } }],
  ['post_api_saved_objects_export', { body: { type: ['dashboard'] } }],
  [
    'post_api_saved_objects_import',
    { body: JSON.stringify(LINE), headers: NDJSON, query: { overwrite: 'false' } },
  ],
  [
    'post_api_saved_objects_resolve_import_errors',
    {
      body: JSON.stringify(LINE),
      headers: NDJSON,
      query: {
        retries: JSON.stringify([{ type: 'dashboard', id: 'described_3', overwrite: true }]),
      },
    },
  ],
  ['get_api_management_saved_objects_types'],
  [
    'post_api_management_saved_objects_copy_to_tenant',
    {
      body: {
        objects: [{ type: 'dashboard', id: 'described' }],
        tenant: '__user__',
        includeReferences: true,
        overwrite: false,
      },
    },
  ],
  ['delete_api_saved_objects_type_id', { ...OBJECT, query: { force: 'false' } }],
];

const NO_SESSION = 'A'.repeat(43);
const OWN = { current_password: 'Test-admin-password-1' };
const factors: Call[] = [
  ['get_api_v1_account_factors'],
  ['post_api_v1_account_factors', { body: { kind: 'totp', ...OWN } }],
  [
    'post_api_v1_account_factors_confirm',
    { body: { id: 'none', name: 'Phone', code: '000000' }, status: 400 },
  ],
  [
    'post_api_v1_account_factors_rename',
    { body: { id: 'none', name: 'Phone', ...OWN }, status: 404 },
  ],
  ['post_api_v1_account_factors_remove', { body: { id: 'none', ...OWN }, status: 404 }],
  ['post_api_v1_account_factors_recovery_codes', { body: OWN, status: 400 }],
  ['get_api_v1_factor_requirement'],
  ['put_api_v1_factor_requirement', { body: { roles: ['own_index'], before: [] } }],
  ['put_api_v1_factor_requirement', { body: { roles: [], before: [] }, status: 409 }],
  ['put_api_v1_factor_requirement', { body: { roles: [], before: ['own_index'] } }],
  ['post_api_v1_factors', { body: { names: ['admin'] } }],
  ['get_api_v1_factors_id', { params: { id: 'admin' } }],
  ['delete_api_v1_factors_id', { params: { id: 'admin' } }],
];

const NO_KEY = 'A'.repeat(12);
const apiKeys: Call[] = [
  [
    'post_api_v1_account_api_keys',
    { body: { name: 'described', days: 7, isReadOnly: true, ...OWN } },
  ],
  [
    'post_api_v1_account_api_keys',
    {
      body: {
        name: 'with its own',
        days: 7,
        isReadOnly: false,
        permissions: {
          cluster_permissions: ['restapi:admin/roles'],
          index_permissions: [{ index_patterns: ['logs-*'], allowed_actions: ['read'] }],
          tenant_permissions: [
            { tenant_patterns: ['sales'], allowed_actions: ['kibana_all_read'] },
          ],
        },
        ...OWN,
      },
    },
  ],
  ['get_api_v1_account_api_keys'],
  ['delete_api_v1_account_api_keys_id', { params: { id: NO_KEY }, status: 404 }],
  ['get_api_v1_api_keys', { query: { per_page: '5', search: 'described', sort: 'expires' } }],
  ['delete_api_v1_api_keys_id', { params: { id: NO_KEY }, status: 404 }],
];

const ABSENT = { params: { id: 'absent' }, status: 404 };
const SETTINGS = {
  name: 'Staging',
  hosts: ['http://127.0.0.1:9'],
  environment: 'staging',
  credentials: 'session',
};
const clusters: Call[] = [
  ['get_api_v1_clusters'],
  ['post_api_v1_clusters_id', { params: { id: 'staging' }, body: SETTINGS }],
  ['get_api_v1_clusters_id', { params: { id: 'staging' } }],
  ['put_api_v1_clusters_id', { params: { id: 'staging' }, body: SETTINGS }],
  ['post_api_v1_clusters_test', { body: { settings: SETTINGS }, status: 503 }],
  ['delete_api_v1_clusters_id', { params: { id: 'staging' } }],
  ['post_api_v1_clusters_id_test', ABSENT],
  [
    'put_api_v1_clusters_id_credentials',
    { ...ABSENT, body: { username: 'jane', password: 'secret' } },
  ],
  ['delete_api_v1_clusters_id_credentials', ABSENT],
  [
    'get_api_v1_clusters_person',
    { query: { user: 'nobody', cluster: 'home' }, rights: ['GET INTERNALUSERS'] },
  ],
  [
    'post_api_v1_clusters_person_suspend',
    { body: { user: 'nobody', clusters: ['home'] }, rights: ['GET INTERNALUSERS'] },
  ],
  [
    'post_api_v1_clusters_person_reactivate',
    { body: { user: 'nobody', clusters: ['home'] }, rights: ['GET INTERNALUSERS'] },
  ],
  ['get_api_v1_resource_sharing'],
  ['get_api_v1_resource_sharing_resources', { query: { type: 'note' }, status: 501 }],
  [
    'post_api_v1_resource_sharing_share',
    { body: { type: 'note', id: 'x', add: { read: { users: ['jane'] } } }, status: 501 },
  ],
  [
    'post_api_v1_comparisons',
    {
      body: { left: { files: { tenants: { north: {} } } }, right: { cluster: 'home' } },
      rights: [...CONFIGURATION, 'GET TENANTS'],
    },
  ],
  ['get_api_v1_comparisons_id', ABSENT],
  ['get_api_v1_comparisons_id_entry', { ...ABSENT, query: { kind: 'roles', name: 'described' } }],
  ['get_api_v1_comparisons_id_csv', ABSENT],
  [
    'post_api_v1_comparisons_id_selection',
    { ...ABSENT, body: { to: 'left', entries: [{ kind: 'roles', name: 'described' }] } },
  ],
  ['post_api_v1_history_revert', { body: { changes: [999_999] }, status: 404 }],
];

const SUGGESTED = ['GET ROLES', 'GET AUDIT'] as const;
const REQUEST = { action: 'indices:data/read/search', index: 'logs-1' };

/** @param audit - the current audit configuration, which is written back unchanged */
export const serverCalls = (audit: object): Call[] => [
  // With a session, `/` redirects to the start page.
  ['get_root', { status: 302 }],
  ['get_core'],
  ['get_status'],
  // The administrator has roles, so this page redirects.
  ['get_missing_role', { status: 302 }],
  ['get_app_login', { status: 302 }],
  ['get_app_missing_role', { status: 302 }],
  ['get_app_status', { status: 302 }],
  ['get_livez'],
  ['get_readyz'],
  ['get_app_customerror_path', { params: { path: 'x' } }],
  ['get_app_id_any', { params: { id: 'home', any: 'x' } }],
  ['get_bundles_path', { params: { path: 'core.js' } }],
  ['get_ui_path', { params: { path: 'favicon.svg' } }],
  ['get_translations_file', { params: { file: 'de.json' } }],
  ['get_api_status'],
  ['get_api_status', { query: { v8format: 'true' } }],
  ['get_api_metrics'],
  ['get_api_core_guides'],
  ['get_api_core_guides_folder_name', { params: { folder: 'guide', name: 'operate' } }],
  ['post_api_core_capabilities', { body: { applications: ['home', 'security'] } }],
  ['get_api_home_set_up'],
  PREFERENCES,
  ...settings('kibana'),
  ...settings('opensearch_dashboards'),
  ...savedObjects,
  ...Object.entries(RESOURCES).flatMap(([name, body]) => resource(name, body)),
  ...[...Object.keys(RESOURCES), 'audit', 'guardrails'].map((kind): Call => [
    `get_api_v1_configuration_files_${kind}`,
  ]),
  ...[...Object.keys(RESOURCES), 'audit', 'guardrails'].map((kind): Call => [
    `post_api_v1_configuration_files_${kind}_plan`,
    { body: { entries: kind === 'audit' ? { config: audit } : { [`${kind}_new`]: null } } },
  ]),
  [
    'post_api_v1_configuration_files_import',
    {
      body: { changes: [{ kind: 'tenants', name: 'brought_in', action: 'create' }], trial: true },
      query: { confirm_lockout: 'false' },
      rights: ['PUT TENANTS'],
    },
  ],
  ['get_api_v1_alarms'],
  ['post_api_v1_alarms_name_test', { params: { name: 'none' }, status: 404 }],
  ['get_api_v1_drift', { query: { per_page: '5' } }],
  [
    'post_api_v1_drift_put_back',
    { body: { revision: 'r', entries: [{ kind: 'roles', name: 'x' }] }, status: 409 },
  ],
  [
    'post_api_v1_drift_accept',
    { body: { revision: 'r', entries: [{ kind: 'roles', name: 'x' }] }, status: 409 },
  ],
  ['get_api_v1_change_requests'],
  [
    'post_api_v1_change_requests',
    {
      body: {
        title: 'A tenant for finance',
        reason: 'Ticket 17',
        changes: [{ kind: 'tenants', name: 'requested', action: 'create', entry: {} }],
      },
      rights: ['GET TENANTS'],
    },
  ],
  ...(['apply', 'reject', 'withdraw'] as const).map((decision): Call => [
    `post_api_v1_change_requests_id_${decision}`,
    { params: { id: 'none' }, body: { revision: 1, comment: 'Overtaken' }, status: 404 },
  ]),
  ['get_api_v1_change_requests_id', { params: { id: 'none' }, status: 404 }],
  [
    'post_api_v1_change_requests_id_changes',
    {
      params: { id: 'none' },
      body: { revision: 1, removed: [{ kind: 'roles', name: 'sales' }] },
      status: 404,
    },
  ],
  ['get_api_v1_guardrails'],
  ['put_api_v1_guardrails', { body: {} }],
  ['post_api_v1_guardrails_check', { body: {}, rights: CONFIGURATION }],
  [
    'post_api_v1_access_usage',
    { body: { role: 'kibana_user', setting: 'exact', days: 7 }, rights: CONFIGURATION },
  ],
  ['post_api_v1_access_usage', { body: { user: 'described', days: 7 }, rights: CONFIGURATION }],
  [
    'post_api_v1_access_usage',
    { body: { api_key: NO_KEY, days: 7 }, status: 404, rights: ['GET INTERNALUSERS', 'GET AUDIT'] },
  ],
  ['get_api_v1_findings', { query: { fresh: 'true' } }],
  ['get_api_v1_findings_counts'],
  [
    'put_api_v1_findings_id_acceptance',
    { params: { id: UNUSED_GROUP }, body: { reason: 'Until the audit', until: TOMORROW } },
  ],
  [
    'post_api_v1_findings_acceptances',
    { body: { ids: [UNUSED_GROUP], reason: 'Until the audit', until: TOMORROW } },
  ],
  ['delete_api_v1_findings_id_acceptance', { params: { id: UNUSED_GROUP } }],
  ['get_api_v1_history', { query: { per_page: '5' } }],
  ['get_api_v1_history_id', { params: { id: '1' }, rights: ['GET INTERNALUSERS'] }],
  ...Object.keys(RESOURCES).reverse().flatMap(removal),
  ...unknown,
  ['get_api_v1_configuration_tenancy_config'],
  ['put_api_v1_configuration_tenancy_config', { body: TENANCY }],
  ['get_api_v1_configuration_audit'],
  ['post_api_v1_configuration_audit_config', { body: audit }],
  ['get_api_v1_configuration_securityconfig'],
  ['get_api_v1_configuration_securityconfig_trial'],
  ['post_api_v1_configuration_securityconfig_trial', { body: { headers: {} } }],
  [
    'post_api_v1_configuration_securityconfig',
    { body: { http: { anonymous_auth_enabled: false } } },
  ],
  ['get_api_v1_auth_signin'],
  ['get_api_v1_configuration_cache'],
  ['delete_api_v1_configuration_cache'],
  ['get_api_v1_audit_events', { query: { per_page: '5' } }],
  ['get_api_v1_permissions'],
  [
    'post_api_v1_dls_preview',
    { body: { index: ['logs-*'], query: '{"match_all":{}}' }, rights: SUGGESTED },
  ],
  ['get_api_v1_suggestions_indices', { query: { search: 'logs' }, rights: SUGGESTED }],
  ['get_api_v1_suggestions_fields', { query: { index: 'logs-*,metrics-*' }, rights: SUGGESTED }],
  ['get_api_v1_access_explain', { query: REQUEST }],
  ['post_api_v1_access_explain', { body: REQUEST }],
  [
    'post_api_v1_access_explain',
    {
      body: {
        ...REQUEST,
        user: 'admin',
        changes: { roles: { described: { description: 'New' } } },
      },
    },
  ],
  [
    'post_api_v1_access_impact',
    { body: { changes: { roles: { described: { description: 'New' } } } } },
  ],
  [
    'post_api_v1_access_replay',
    { body: { changes: { roles: { described: null } }, days: 7 }, rights: CONFIGURATION },
  ],
  [
    'post_api_v1_access_matrix',
    { body: { of: 'users', names: ['admin', 'nobody'], columns: [REQUEST] } },
  ],
  ['get_api_v1_access_effective'],
  ['get_api_authtype'],
  ['get_api_v1_auth_type'],
  ['get_api_v1_auth_authinfo'],
  ['get_api_v1_auth_dashboardsinfo'],
  ['get_api_v1_restapiinfo'],
  ['get_api_v1_multitenancy_info'],
  ['get_api_v1_multitenancy_state'],
  ['get_api_v1_multitenancy_tenant'],
  ['post_api_v1_multitenancy_tenant', { body: { tenant: '', username: 'admin' } }],
  ['get_api_v1_configuration_account'],
  ...factors,
  ...apiKeys,
  ...clusters,
  [
    'post_api_v1_configuration_account',
    { body: { password: 'Other-admin-password-3', current_password: 'Test-admin-password-1' } },
  ],
  ['get_api_v1_account_session'],
  ['get_api_v1_account_sessions', { query: { per_page: '5' } }],
  ['delete_api_v1_account_sessions'],
  ['delete_api_v1_account_sessions_id', { params: { id: NO_SESSION }, status: 404 }],
  ['post_api_v1_sessions', { body: { names: ['admin', 'absent'] } }],
  ['get_api_v1_sessions_user', { params: { user: 'admin' }, query: { page: '1' } }],
  ['delete_api_v1_sessions_user', { params: { user: 'nobody' } }],
  ['delete_api_v1_sessions_user_id', { params: { user: 'admin', id: NO_SESSION }, status: 404 }],
  // Without a link on one of our pages these routes show a confirmation page.
  ['get_auth_logout'],
  ['get_auth_openid_logout'],
  ['get_auth_saml_logout'],
  ['get_auth_anonymous'],
  ['post_auth_logout'],
  ['post_auth_proxy_logout'],
  ['post_api_v1_auth_logout'],
  ['post_auth_login_passkey', { status: 400 }],
  // A login by password alone has no further step to answer.
  ['post_auth_login_round', { body: { id: 'none', fields: { code: '0' } }, status: 401 }],
  ['post_auth_login', { body: { username: 'admin', password: 'Other-admin-password-3' } }],
];
