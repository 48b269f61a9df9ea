/** Routes and frame of the admin app; every page is a chunk of its own. */
import { EuiLoadingSpinner, EuiPage, EuiPageBody, EuiPageSidebar } from '@elastic/eui';
import { i18n } from '@sd/core/public';
import { type ComponentType, lazy, type ReactElement, Suspense, useEffect } from 'react';
import { Redirect, Route, Router, Switch } from 'react-router-dom';
import { AdminContext, type AdminServices } from './admin_context';
import { AdminSideNav } from './admin_side_nav';
import { NotFoundPage } from './not_found_page';
import { type EditAction, nameFromPath, ROLE_PAGES } from './routing/paths';

const RoleListPage = lazy(async () => ({
  default: (await import('./roles/role_list_page')).RoleListPage,
}));
const RoleViewPage = lazy(async () => ({
  default: (await import('./roles/role_view_page')).RoleViewPage,
}));
const RoleEditPage = lazy(async () => ({
  default: (await import('./roles/role_edit_page')).RoleEditPage,
}));
const MapUserPage = lazy(async () => ({
  default: (await import('./roles/map_user_page')).MapUserPage,
}));
const UserListPage = lazy(async () => ({
  default: (await import('./users/user_list_page')).UserListPage,
}));
const UserEditPage = lazy(async () => ({
  default: (await import('./users/user_edit_page')).UserEditPage,
}));

export function AdminApp({ services }: { readonly services: AdminServices }): ReactElement {
  const { history, navigation } = services;
  useEffect(() => {
    let pathname = history.location.pathname;
    return history.listen((location) => {
      if (location.pathname === pathname) return;
      pathname = location.pathname;
      navigation.count += 1;
      window.scrollTo(0, 0);
    });
  }, [history, navigation]);

  return (
    <AdminContext.Provider value={services}>
      <Router history={history}>
        <EuiPage paddingSize="m" direction="row" restrictWidth={false}>
          <EuiPageSidebar paddingSize="s" minWidth={180}>
            <AdminSideNav />
          </EuiPageSidebar>
          <EuiPageBody paddingSize="none" panelled={false} style={{ minWidth: 0 }}>
            <Suspense fallback={<PageLoading />}>
              <Route
                render={({ location }) => (
                  <Pages pathname={location.pathname} hash={location.hash} />
                )}
              />
            </Suspense>
          </EuiPageBody>
        </EuiPage>
      </Router>
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
  // Addresses of earlier generations: `#/roles/view/name`.
  if (hash.startsWith('#/')) return <Redirect to={hash.slice(1)} />;
  if (pathname === '' || pathname === '/') return <Redirect to={ROLE_PAGES.list} />;
  return (
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
        path="/users/create"
        render={() => <UserEditPage key="create" action="create" />}
      />
      <Route exact path="/users/:action(edit|duplicate)/:name" render={edited(UserEditPage)} />
      <Route component={NotFoundPage} />
    </Switch>
  );
}

interface RouteMatch {
  readonly match: { readonly params: { readonly name?: string; readonly action?: string } };
}

/** The key makes another entity another page: no state of the one leaks into the other. */
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

const PageLoading = (): ReactElement => (
  <div style={{ display: 'flex', justifyContent: 'center', padding: 64 }}>
    <EuiLoadingSpinner
      size="xl"
      aria-label={i18n.translate('security.admin.loading', { defaultMessage: 'Loading page' })}
    />
  </div>
);
