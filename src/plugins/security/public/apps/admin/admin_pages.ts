/** The Security app's own pages. Their order within a group is the one of the side navigation. */
import { t } from '@sd/core/public';
import type { ReactElement } from 'react';
import { ADMIN_PAGES, type AdminPageAddress, type AdminPageId } from '../../../common';
import type { AdminPage, AdminPageHelp } from '../../types';
import { complianceTitle } from './audit_logging/audit_texts';
import { connectionsTitle } from './authentication/connections_title';
import type { HelpTopic } from './help/help_texts';

type Entry = Omit<AdminPage, 'id' | 'path' | 'needs'>;

/** Holds `props` against the component's. */
const page = <P extends object>(
  load: () => Promise<(props: P) => ReactElement | null>,
  { props, ...entry }: Omit<Entry, 'load' | 'props'> & { readonly props?: Partial<P> } = {}
): Entry => ({
  load,
  ...(props && { props }),
  ...entry,
});

const help = (
  topic: HelpTopic,
  documentation: string,
  title: () => string,
  guide?: string
): AdminPageHelp => ({
  title,
  documentation,
  ...(guide !== undefined && { guide }),
  load: async () => (await import('./help/help_texts')).helpTexts(topic),
});

const rolesTitle = (): string => t('security.common.roles', 'Roles');
const usersTitle = (): string => t('security.common.users', 'Users');
const tenantsTitle = (): string => t('security.common.tenants', 'Tenants');
const keysTitle = (): string => t('security.apiKeys.title', 'API keys');
const explorerTitle = (): string => t('security.explorer.title', 'Access explorer');
const historyTitle = (): string => t('security.history.title', 'Change history');
const eventsTitle = (): string => t('security.events.title', 'Audit events');
const auditTitle = (): string => t('security.audit.title', 'Audit logging');
const filesTitle = (): string => t('security.files.title', 'Export and import');

const PAGES: Readonly<Record<AdminPageId, Entry>> = {
  start: page(async () => (await import('./get_started_page')).StartPage, {
    title: () => t('security.common.getStarted', 'Get started'),
    help: help('start', 'introduction', () =>
      t('security.help.start.title', 'Getting started with security')
    ),
  }),

  // Users and roles, and what they consist of.
  userList: page(async () => (await import('./users/user_list_page')).UserListPage, {
    title: usersTitle,
    navigation: { group: 'people', order: 10 },
    help: help('users', 'usersAndRoles', usersTitle),
  }),
  userView: page(async () => (await import('./users/user_view_page')).UserViewPage, {
    props: { tab: 'permissions' },
  }),
  userCreate: page(async () => (await import('./users/user_edit_page')).UserEditPage, {
    props: { action: 'create' },
    act: () => t('security.common.createUser', 'Create user'),
  }),
  userEdit: page(async () => (await import('./users/user_edit_page')).UserEditPage),
  roleList: page(async () => (await import('./roles/role_list_page')).RoleListPage, {
    title: rolesTitle,
    navigation: { group: 'people', order: 20 },
    help: help(
      'roles',
      'usersAndRoles',
      rolesTitle,
      'guide/findings#shrink-a-role-to-what-is-used'
    ),
  }),
  roleView: page(async () => (await import('./roles/role_view_page')).RoleViewPage, {
    props: { tab: 'permissions' },
  }),
  mapUser: page(async () => (await import('./roles/map_user_page')).MapUserPage),
  roleCreate: page(async () => (await import('./roles/role_edit_page')).RoleEditPage, {
    props: { action: 'create' },
    act: () => t('security.roles.create', 'Create role'),
  }),
  roleEdit: page(async () => (await import('./roles/role_edit_page')).RoleEditPage),
  tenantList: page(async () => (await import('./tenants/tenant_list_page')).TenantListPage, {
    title: tenantsTitle,
    navigation: { group: 'people', order: 40 },
    help: help('tenants', 'multiTenancy', tenantsTitle),
  }),
  tenantConfigure: page(
    async () => (await import('./tenants/tenant_configure_page')).TenantConfigurePage,
    { act: () => t('security.palette.configureTenants', 'Configure tenants') }
  ),
  tenantCreate: page(async () => (await import('./tenants/tenant_edit_page')).TenantEditPage, {
    props: { action: 'create' },
    act: () => t('security.common.createTenant', 'Create tenant'),
  }),
  tenantEdit: page(async () => (await import('./tenants/tenant_edit_page')).TenantEditPage),
  apiKeys: page(async () => (await import('./api_keys/api_keys_page')).ApiKeysPage, {
    title: keysTitle,
    navigation: { group: 'people', order: 50 },
    isAvailable: ({ hasFeature }) => hasFeature('apiKeys'),
    help: help('apiKeys', 'usersAndRoles', keysTitle, 'guide/authentication#api-keys-for-scripts'),
  }),

  // Access and governance.
  explorer: page(async () => (await import('./explorer/explorer_page')).ExplorerPage, {
    title: explorerTitle,
    words: () => t('security.explorer.words', 'why denied question simulate'),
    navigation: { group: 'investigate', order: 10 },
    help: help('explorer', 'usersAndRoles', explorerTitle, 'guide/explain'),
  }),
  matrix: page(async () => (await import('./explorer/matrix/matrix_page')).MatrixPage, {
    title: () => t('security.common.accessMatrix', 'Access matrix'),
    navigation: { group: 'investigate', order: 20 },
  }),
  groupList: page(async () => (await import('./permissions/group_list_page')).GroupListPage, {
    title: () => t('security.common.permissions', 'Permissions'),
    words: () => t('security.groups.words', 'action groups'),
    navigation: { group: 'people', order: 30 },
    help: help('permissions', 'permissions', () =>
      t('security.common.permissionsAndActionGroups', 'Permissions and action groups')
    ),
  }),
  groupView: page(async () => (await import('./permissions/group_view_page')).GroupViewPage),
  groupCreate: page(async () => (await import('./permissions/group_edit_page')).GroupEditPage, {
    props: { action: 'create' },
    act: () => t('security.groups.create', 'Create action group'),
  }),
  groupEdit: page(async () => (await import('./permissions/group_edit_page')).GroupEditPage),

  // Records.
  history: page(async () => (await import('./history/history_page')).HistoryPage, {
    title: historyTitle,
    words: () => t('security.history.words', 'undo revert who changed'),
    navigation: { group: 'investigate', order: 30 },
    help: help(
      'history',
      'auditLogs',
      historyTitle,
      'guide/engine#read-and-revert-the-change-history'
    ),
  }),
  change: page(async () => (await import('./history/change_page')).ChangePage),
  entityHistory: page(
    async () => (await import('./history/entity_history_page')).EntityHistoryPage
  ),
  events: page(async () => (await import('./audit_events/events_page')).EventsPage, {
    title: eventsTitle,
    words: () => t('security.events.words', 'audit log trail logins'),
    navigation: { group: 'investigate', order: 40 },
    // On clusters, events are in indices, which no right here is about.
    isAvailable: ({ hasFeature, may }) => hasFeature('indices') || may(['GET AUDIT']),
    help: help('events', 'auditLogs', eventsTitle, 'guide/engine#read-audit-events'),
  }),

  // Settings.
  authentication: page(async () => (await import('./authentication/auth_page')).AuthPage, {
    title: () => t('security.auth.crumb', 'Authentication'),
    words: () => t('security.auth.words', 'login domains single sign-on require two-factor'),
    navigation: { group: 'settings', order: 10 },
    help: help(
      'auth',
      'backendConfiguration',
      () => t('security.common.authenticationAndAuthorization', 'Authentication and authorization'),
      'guide/authentication'
    ),
  }),
  domainCreate: page(
    async () => (await import('./authentication/domain_edit_page')).DomainEditPage,
    { act: () => t('security.common.addAuthenticationDomain', 'Add authentication domain') }
  ),
  domainEdit: page(async () => (await import('./authentication/domain_edit_page')).DomainEditPage),
  connections: page(
    async () => (await import('./authentication/connections_page')).ConnectionsPage,
    { act: connectionsTitle }
  ),
  dryRun: page(async () => (await import('./authentication/dry_run_page')).DryRunPage, {
    act: () => t('security.common.testLogin', 'Test login'),
  }),
  setUpOpenId: page(
    async () => (await import('./authentication/provider_setup_page')).ProviderSetupPage,
    {
      props: { method: 'openid' },
      act: () => t('security.common.setUpOpenIDConnect', 'Set up OpenID Connect'),
    }
  ),
  setUpSaml: page(
    async () => (await import('./authentication/provider_setup_page')).ProviderSetupPage,
    { props: { method: 'saml' }, act: () => t('security.common.setUpSAML', 'Set up SAML') }
  ),
  audit: page(async () => (await import('./audit_logging/audit_page')).AuditPage, {
    title: auditTitle,
    navigation: { group: 'settings', order: 20 },
    help: help('audit', 'auditLogs', auditTitle),
  }),
  auditGeneral: page(async () => (await import('./audit_logging/audit_edit_page')).AuditEditPage, {
    props: { part: 'general' },
    act: () => t('security.palette.auditSettings', 'Change audit logging settings'),
  }),
  auditCompliance: page(
    async () => (await import('./audit_logging/audit_edit_page')).AuditEditPage,
    { props: { part: 'compliance' }, act: complianceTitle }
  ),
  files: page(async () => (await import('./export_import/configuration_page')).ConfigurationPage, {
    title: filesTitle,
    words: () => t('security.files.words', 'YAML download upload'),
    navigation: { group: 'settings', order: 30 },
    help: help('files', 'usersAndRoles', filesTitle, 'guide/engine#configuration-as-code'),
  }),
};

/** Pages of the app, without those that plugins add. */
export const OWN_PAGES: readonly AdminPage[] = (Object.keys(ADMIN_PAGES) as AdminPageId[]).map(
  (id) => {
    const { path, needs }: AdminPageAddress = ADMIN_PAGES[id];
    return { id, path, ...(needs && { needs }), ...PAGES[id] };
  }
);
