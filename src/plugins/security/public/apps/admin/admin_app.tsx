/** Routes and frame of the admin app. Every page is a separate chunk. */
import { AppFrame, KitProvider, lazyPage, PageHelpProvider } from '@sd/ui_kit';
import { type ComponentType, type ReactElement, useMemo } from 'react';
import { Redirect, Route, Router, Switch } from 'react-router-dom';
import { AdminContext, type AdminServices, useAdmin } from '../../services/admin_context';
import type { Needs } from '../../services/rights';
import { CHANGE_REQUEST_PAGES } from '../../components/history/history_pages';
import { AdminSideNav } from './admin_side_nav';
import { helpOf } from './help/help_topics';
import { NoSuchPage, Permitted } from './not_found';
import {
  API_KEYS_PAGE,
  AUDIT_PAGES,
  AUTH_PAGE,
  CLUSTER_PAGES,
  COMPARE_PAGE,
  DOMAIN_PAGES,
  DRIFT_PAGE,
  EXPLORER_PAGES,
  FINDING_PAGES,
  EVENTS_PAGE,
  FILES_PAGE,
  nameFromPath,
  RESOURCES_PAGE,
  START_PAGE,
  TENANT_PAGES,
} from './paths';

const ClusterFrame = lazyPage(
  async () => (await import('../../components/clusters/cluster_frame')).ClusterFrame
);
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
const ResourcesPage = lazyPage(
  async () => (await import('./resources/resources_page')).ResourcesPage
);
const ClustersPage = lazyPage(async () => (await import('./clusters/clusters_page')).ClustersPage);
const ClusterEditPage = lazyPage(
  async () => (await import('./clusters/cluster_edit_page')).ClusterEditPage
);
const ComparePage = lazyPage(async () => (await import('./compare/compare_page')).ComparePage);
const FindingsPage = lazyPage(async () => (await import('./findings/findings_page')).FindingsPage);
const FindingPage = lazyPage(async () => (await import('./findings/finding_page')).FindingPage);
const AlarmsPage = lazyPage(async () => (await import('./findings/alarms_page')).AlarmsPage);
const RequestsPage = lazyPage(
  async () => (await import('./change_requests/requests_page')).RequestsPage
);
const RequestPage = lazyPage(
  async () => (await import('./change_requests/request_page')).RequestPage
);
const DriftPage = lazyPage(async () => (await import('./drift/drift_page')).DriftPage);
const GuardrailsPage = lazyPage(
  async () => (await import('./guardrails/guardrails_page')).GuardrailsPage
);
const GuardrailEditPage = lazyPage(
  async () => (await import('./guardrails/guardrail_edit_page')).GuardrailEditPage
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

type Params = Readonly<Record<string, string | undefined>>;

/**
 * A page at a path, with the parameters of the path and `props` as its props. Any other value than
 * another tab starts a new page, so that no state of another entity leaks.
 * @param needs - without it, the page is not shown
 */
const page = <P extends object>(
  path: string,
  Page: ComponentType<P>,
  props?: Partial<P>,
  needs: Needs = []
) => (
  <Route
    exact
    key={path}
    path={path}
    render={({ match: { params } }: { readonly match: { readonly params: Params } }) => {
      const { name, tab, ...others } = params;
      const decoded = name === undefined ? undefined : nameFromPath(name);
      const given = { ...props, ...others, ...(tab !== undefined && { tab }), name: decoded };
      return (
        <Permitted needs={needs}>
          <Page key={JSON.stringify({ ...others, decoded })} {...(given as unknown as P)} />
        </Permitted>
      );
    }}
  />
);

const CHANGE_CONFIG: Needs = ['POST CONFIG', 'PATCH CONFIG'];

const ROUTES = [
  page('/roles', RoleListPage),
  page('/roles/edit/:name/mapuser', MapUserPage, {}, ['PUT ROLESMAPPING']),
  page('/roles/view/:name/:tab(mapuser|usage|history)?', RoleViewPage, { tab: 'permissions' }),
  page('/roles/create', RoleEditPage, { action: 'create' }, ['PUT ROLES']),
  page('/roles/:action(edit|duplicate)/:name', RoleEditPage, {}, ['PUT ROLES']),
  page('/users', UserListPage),
  page('/users/view/:name/:tab(roles|usage|sessions|keys|clusters|history)?', UserViewPage, {
    tab: 'permissions',
  }),
  page('/users/create', UserEditPage, { action: 'create' }, ['PUT INTERNALUSERS']),
  page('/users/:action(edit|duplicate)/:name', UserEditPage, {}, ['PUT INTERNALUSERS']),
  page('/permissions', GroupListPage),
  page('/permissions/view/:name', GroupViewPage),
  page('/permissions/create', GroupEditPage, { action: 'create' }, ['PUT ACTIONGROUPS']),
  page('/permissions/:action(edit|duplicate)/:name', GroupEditPage, {}, ['PUT ACTIONGROUPS']),
  page('/tenants', TenantListPage),
  page(TENANT_PAGES.configure, TenantConfigurePage, {}, ['PUT TENANTS']),
  page('/tenants/create', TenantEditPage, { action: 'create' }, ['PUT TENANTS']),
  page('/tenants/:action(edit|duplicate)/:name', TenantEditPage, {}, ['PUT TENANTS']),
  page(EXPLORER_PAGES.main, ExplorerPage),
  page(EXPLORER_PAGES.matrix, MatrixPage),
  page(START_PAGE, StartPage),
  page(AUTH_PAGE, AuthPage),
  page(DOMAIN_PAGES.create, DomainEditPage, {}, CHANGE_CONFIG),
  page('/auth/edit/:name', DomainEditPage, {}, CHANGE_CONFIG),
  page(DOMAIN_PAGES.connections, ConnectionsPage, {}, CHANGE_CONFIG),
  page(DOMAIN_PAGES.dryRun, DryRunPage, {}, ['POST CONFIG']),
  page(DOMAIN_PAGES.setUp('openid'), ProviderSetupPage, { method: 'openid' }, CHANGE_CONFIG),
  page(DOMAIN_PAGES.setUp('saml'), ProviderSetupPage, { method: 'saml' }, CHANGE_CONFIG),
  page(AUDIT_PAGES.main, AuditPage),
  page(AUDIT_PAGES.general, AuditEditPage, { part: 'general' }, ['PUT AUDIT']),
  page(AUDIT_PAGES.compliance, AuditEditPage, { part: 'compliance' }, ['PUT AUDIT']),
  page(API_KEYS_PAGE, ApiKeysPage),
  page(RESOURCES_PAGE, ResourcesPage),
  page(FILES_PAGE, ConfigurationPage),
  page(CLUSTER_PAGES.list, ClustersPage),
  page(CLUSTER_PAGES.create, ClusterEditPage, {}, 'full'),
  page('/clusters/edit/:name', ClusterEditPage, {}, 'full'),
  page('/findings', FindingsPage),
  page(FINDING_PAGES.alarms, AlarmsPage, {}, 'full'),
  page('/findings/view/:name', FindingPage),
  page(CHANGE_REQUEST_PAGES.list, RequestsPage),
  page('/changeRequests/view/:name', RequestPage),
  page(DRIFT_PAGE, DriftPage),
  page('/guardrails', GuardrailsPage),
  page('/guardrails/create', GuardrailEditPage, {}, ['PUT CONFIG']),
  page('/guardrails/edit/:name', GuardrailEditPage, {}, ['PUT CONFIG']),
  page(`${COMPARE_PAGE}/:left?/:right?`, ComparePage),
  page(EVENTS_PAGE, EventsPage),
  page('/history', HistoryPage),
  page('/history/view/:name', ChangePage),
  page('/history/of/:type/:name', EntityHistoryPage),
];

export function AdminApp({ services }: { readonly services: AdminServices }): ReactElement {
  const kit = services.kit.services;
  const { cluster } = services;
  return (
    <AdminContext.Provider value={services}>
      <KitProvider services={kit}>
        <Router history={kit.history}>
          <AppFrame sideNav={<AdminSideNav />}>
            <Route
              render={({ location }) => {
                const pages = <Pages pathname={location.pathname} hash={location.hash} />;
                return cluster ? <ClusterFrame cluster={cluster}>{pages}</ClusterFrame> : pages;
              }}
            />
          </AppFrame>
        </Router>
      </KitProvider>
    </AdminContext.Provider>
  );
}

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
        <Redirect exact from="/tenantsManageTab" to={TENANT_PAGES.list} />
        <Redirect exact from="/tenantsConfigureTab" to={TENANT_PAGES.configure} />
        {ROUTES}
        <Route component={NoSuchPage} />
      </Switch>
    </PageHelpProvider>
  );
}
