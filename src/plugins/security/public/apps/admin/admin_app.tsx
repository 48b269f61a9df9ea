/** Routes and frame of the admin app. Every page is a separate chunk. */
import { t } from '@sd/core/public';
import {
  AppFrame,
  KitProvider,
  lazyPage,
  PageHelpProvider,
  SideNav,
  type SideNavGroup,
} from '@sd/ui_kit';
import { type ComponentType, type ReactElement, useMemo } from 'react';
import { Redirect, Route, Router, Switch } from 'react-router-dom';
import { AdminContext, type AdminServices, useAdmin } from '../../services/admin_context';
import { useFeature } from '../../services/features';
import { HISTORY_PAGES } from '../../components/history/history_pages';
import type { EditAction } from '../../services/form_mode';
import { helpOf } from './help/help_topics';
import { NoSuchPage } from './not_found';
import {
  API_KEYS_PAGE,
  AUDIT_PAGES,
  AUTH_PAGE,
  DOMAIN_PAGES,
  EXPLORER_PAGES,
  EVENTS_PAGE,
  FILES_PAGE,
  GROUP_PAGES,
  nameFromPath,
  ROLE_PAGES,
  START_PAGE,
  TENANT_PAGES,
  USER_PAGES,
} from './paths';

const RoleListPage = lazyPage(async () => (await import('./roles/role_list_page')).RoleListPage);
const RoleViewPage = lazyPage(async () => (await import('./roles/role_view_page')).RoleViewPage);
const RoleEditPage = lazyPage(async () => (await import('./roles/role_edit_page')).RoleEditPage);
const MapUserPage = lazyPage(async () => (await import('./roles/map_user_page')).MapUserPage);
const UserListPage = lazyPage(async () => (await import('./users/user_list_page')).UserListPage);
const UserViewPage = lazyPage(async () => (await import('./users/user_view_page')).UserViewPage);
const UserEditPage = lazyPage(async () => (await import('./users/user_edit_page')).UserEditPage);

const GroupListPage = lazyPage(
  async () => (await import('./permissions/group_list_page')).GroupListPage
);
const GroupViewPage = lazyPage(
  async () => (await import('./permissions/group_view_page')).GroupViewPage
);
const GroupEditPage = lazyPage(
  async () => (await import('./permissions/group_edit_page')).GroupEditPage
);
const TenantListPage = lazyPage(
  async () => (await import('./tenants/tenant_list_page')).TenantListPage
);
const TenantEditPage = lazyPage(
  async () => (await import('./tenants/tenant_edit_page')).TenantEditPage
);
const TenantConfigurePage = lazyPage(
  async () => (await import('./tenants/tenant_configure_page')).TenantConfigurePage
);
const AuthPage = lazyPage(async () => (await import('./authentication/auth_page')).AuthPage);
const DomainEditPage = lazyPage(
  async () => (await import('./authentication/domain_edit_page')).DomainEditPage
);
const ConnectionsPage = lazyPage(
  async () => (await import('./authentication/connections_page')).ConnectionsPage
);
const DryRunPage = lazyPage(async () => (await import('./authentication/dry_run_page')).DryRunPage);
const ProviderSetupPage = lazyPage(
  async () => (await import('./authentication/provider_setup_page')).ProviderSetupPage
);
const AuditPage = lazyPage(async () => (await import('./audit_logging/audit_page')).AuditPage);
const AuditEditPage = lazyPage(
  async () => (await import('./audit_logging/audit_edit_page')).AuditEditPage
);
const ConfigurationPage = lazyPage(
  async () => (await import('./export_import/configuration_page')).ConfigurationPage
);
const EventsPage = lazyPage(async () => (await import('./audit_events/events_page')).EventsPage);
const HistoryPage = lazyPage(async () => (await import('./history/history_page')).HistoryPage);
const ChangePage = lazyPage(async () => (await import('./history/change_page')).ChangePage);
const EntityHistoryPage = lazyPage(
  async () => (await import('./history/entity_history_page')).EntityHistoryPage
);
const ExplorerPage = lazyPage(async () => (await import('./explorer/explorer_page')).ExplorerPage);
const ApiKeysPage = lazyPage(async () => (await import('./api_keys/api_keys_page')).ApiKeysPage);
const MatrixPage = lazyPage(async () => (await import('./explorer/matrix/matrix_page')).MatrixPage);
const StartPage = lazyPage(async () => (await import('./get_started_page')).StartPage);

export function AdminApp({ services }: { readonly services: AdminServices }): ReactElement {
  const kit = services.kit.services;
  return (
    <AdminContext.Provider value={services}>
      <KitProvider services={kit}>
        <Router history={kit.history}>
          <AppFrame sideNav={<AdminSideNav />}>
            <Route
              render={({ location }) => <Pages pathname={location.pathname} hash={location.hash} />}
            />
          </AppFrame>
        </Router>
      </KitProvider>
    </AdminContext.Provider>
  );
}

/** Groups and order: docs/reference/security-app.md#side-navigation. */
function AdminSideNav(): ReactElement {
  return <SideNav entries={sideNavGroups(useFeature('apiKeys'))} isRootLinked />;
}

const sideNavGroups = (hasApiKeys: boolean): SideNavGroup[] => [
  {
    title: t('security.sideNav.people', 'People'),
    entries: [
      { path: USER_PAGES.list, title: t('security.users.title', 'Users') },
      { path: ROLE_PAGES.list, title: t('security.roles.title', 'Roles') },
      { path: TENANT_PAGES.list, title: t('security.tenants.title', 'Tenants') },
      ...(hasApiKeys
        ? [{ path: API_KEYS_PAGE, title: t('security.apiKeys.title', 'API keys') }]
        : []),
    ],
  },
  {
    title: t('security.sideNav.access', 'Access'),
    entries: [
      { path: EXPLORER_PAGES.main, title: t('security.explorer.title', 'Access explorer') },
      { path: GROUP_PAGES.list, title: t('security.groups.crumb', 'Permissions') },
    ],
  },
  {
    title: t('security.sideNav.records', 'Records'),
    entries: [
      { path: HISTORY_PAGES.list, title: t('security.history.title', 'Change history') },
      { path: EVENTS_PAGE, title: t('security.events.title', 'Audit events') },
    ],
  },
  {
    title: t('security.sideNav.settings', 'Settings'),
    entries: [
      { path: AUTH_PAGE, title: t('security.auth.crumb', 'Authentication') },
      { path: AUDIT_PAGES.main, title: t('security.audit.title', 'Audit logging') },
      { path: FILES_PAGE, title: t('security.files.title', 'Export and import') },
    ],
  },
];

function Pages({
  pathname,
  hash,
}: {
  readonly pathname: string;
  readonly hash: string;
}): ReactElement {
  const { docLinks } = useAdmin().core;
  const help = useMemo(() => helpOf(pathname, docLinks), [pathname, docLinks]);
  if (pathname === '' || pathname === '/')
    // Legacy addresses: `#/roles/view/name`.
    return <Redirect to={hash.startsWith('#/') ? hash.slice(1) : START_PAGE} />;
  return (
    <PageHelpProvider help={help}>
      <Switch>
        <Route exact path="/roles" component={RoleListPage} />
        <Route exact path="/roles/edit/:name/mapuser" render={named(MapUserPage)} />
        <Route
          exact
          path="/roles/view/:name/mapuser"
          render={named(RoleViewPage, { tab: 'users' as const })}
        />
        <Route
          exact
          path="/roles/view/:name/history"
          render={named(RoleViewPage, { tab: 'history' as const })}
        />
        <Route
          exact
          path="/roles/view/:name"
          render={named(RoleViewPage, { tab: 'permissions' as const })}
        />
        <Route
          exact
          path="/roles/create"
          render={() => <RoleEditPage key="create" action="create" />}
        />
        <Route exact path="/roles/:action(edit|duplicate)/:name" render={edited(RoleEditPage)} />
        <Route exact path="/users" component={UserListPage} />
        <Route
          exact
          path="/users/view/:name"
          render={named(UserViewPage, { tab: 'permissions' as const })}
        />
        <Route
          exact
          path="/users/view/:name/roles"
          render={named(UserViewPage, { tab: 'roles' as const })}
        />
        <Route
          exact
          path="/users/view/:name/sessions"
          render={named(UserViewPage, { tab: 'sessions' as const })}
        />
        <Route
          exact
          path="/users/view/:name/keys"
          render={named(UserViewPage, { tab: 'keys' as const })}
        />
        <Route
          exact
          path="/users/view/:name/history"
          render={named(UserViewPage, { tab: 'history' as const })}
        />
        <Route
          exact
          path="/users/create"
          render={() => <UserEditPage key="create" action="create" />}
        />
        <Route exact path="/users/:action(edit|duplicate)/:name" render={edited(UserEditPage)} />
        <Route exact path="/permissions" component={GroupListPage} />
        <Route exact path="/permissions/view/:name" render={named(GroupViewPage)} />
        <Route
          exact
          path="/permissions/create"
          render={() => <GroupEditPage key="create" action="create" />}
        />
        <Route
          exact
          path="/permissions/:action(edit|duplicate)/:name"
          render={edited(GroupEditPage)}
        />
        <Redirect exact from="/tenantsManageTab" to={TENANT_PAGES.list} />
        <Redirect exact from="/tenantsConfigureTab" to={TENANT_PAGES.configure} />
        <Route exact path="/tenants" component={TenantListPage} />
        <Route exact path={TENANT_PAGES.configure} component={TenantConfigurePage} />
        <Route
          exact
          path="/tenants/create"
          render={() => <TenantEditPage key="create" action="create" />}
        />
        <Route
          exact
          path="/tenants/:action(edit|duplicate)/:name"
          render={edited(TenantEditPage)}
        />
        <Route exact path={EXPLORER_PAGES.main} component={ExplorerPage} />
        <Route exact path={EXPLORER_PAGES.matrix} component={MatrixPage} />
        <Route exact path={START_PAGE} component={StartPage} />
        <Route exact path={AUTH_PAGE} component={AuthPage} />
        <Route exact path={DOMAIN_PAGES.create} render={() => <DomainEditPage key="create" />} />
        <Route exact path="/auth/edit/:name" render={named(DomainEditPage)} />
        <Route exact path={DOMAIN_PAGES.connections} component={ConnectionsPage} />
        <Route exact path={DOMAIN_PAGES.dryRun} component={DryRunPage} />
        {(['openid', 'saml'] as const).map((method) => (
          <Route
            exact
            key={method}
            path={DOMAIN_PAGES.setUp(method)}
            render={() => <ProviderSetupPage key={method} method={method} />}
          />
        ))}
        <Route exact path={AUDIT_PAGES.main} component={AuditPage} />
        <Route
          exact
          path={AUDIT_PAGES.general}
          render={() => <AuditEditPage key="general" part="general" />}
        />
        <Route
          exact
          path={AUDIT_PAGES.compliance}
          render={() => <AuditEditPage key="compliance" part="compliance" />}
        />
        <Route exact path={API_KEYS_PAGE} component={ApiKeysPage} />
        <Route exact path={FILES_PAGE} component={ConfigurationPage} />
        <Route exact path={EVENTS_PAGE} component={EventsPage} />
        <Route exact path="/history" component={HistoryPage} />
        <Route exact path="/history/view/:name" render={named(ChangePage)} />
        <Route
          exact
          path="/history/of/:type/:name"
          render={({ match }) => (
            <EntityHistoryPage
              key={match.url}
              type={match.params.type ?? ''}
              name={nameFromPath(match.params.name ?? '')}
            />
          )}
        />
        <Route component={NoSuchPage} />
      </Switch>
    </PageHelpProvider>
  );
}

interface RouteMatch {
  readonly match: { readonly params: { readonly name?: string; readonly action?: string } };
}

/** The key resets the page for another entity, so that no state leaks. */
function named<P extends object>(Page: ComponentType<P & { readonly name: string }>, props?: P) {
  return ({ match }: RouteMatch): ReactElement => {
    const name = nameFromPath(match.params.name ?? '');
    return <Page key={name} {...(props as P)} name={name} />;
  };
}

function edited(Page: ComponentType<{ readonly action: EditAction; readonly name?: string }>) {
  return ({ match }: RouteMatch): ReactElement => {
    const name = nameFromPath(match.params.name ?? '');
    const action = match.params.action as EditAction;
    return <Page key={`${action}:${name}`} action={action} name={name} />;
  };
}
