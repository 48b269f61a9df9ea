/** Routes and frame of the admin app; every page is a chunk of its own. */
import { FormattedMessage, i18n } from '@sd/core/public';
import { AppFrame, KitProvider, lazyPage, NotFoundPage, SideNav } from '@sd/ui_kit';
import type { ComponentType, ReactElement } from 'react';
import { Redirect, Route, Router, Switch } from 'react-router-dom';
import { AdminContext, type AdminServices } from '../../services/admin_context';
import { type EditAction, nameFromPath, ROLE_PAGES, USER_PAGES } from './routing/paths';

const RoleListPage = lazyPage(async () => (await import('./roles/role_list_page')).RoleListPage);
const RoleViewPage = lazyPage(async () => (await import('./roles/role_view_page')).RoleViewPage);
const RoleEditPage = lazyPage(async () => (await import('./roles/role_edit_page')).RoleEditPage);
const MapUserPage = lazyPage(async () => (await import('./roles/map_user_page')).MapUserPage);
const UserListPage = lazyPage(async () => (await import('./users/user_list_page')).UserListPage);
const UserEditPage = lazyPage(async () => (await import('./users/user_edit_page')).UserEditPage);

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

/** Pages that exist; an entry appears when its page works. */
const AdminSideNav = (): ReactElement => (
  <SideNav
    entries={[
      {
        path: ROLE_PAGES.list,
        title: i18n.translate('security.sideNav.roles', { defaultMessage: 'Roles' }),
      },
      {
        path: USER_PAGES.list,
        title: i18n.translate('security.sideNav.users', { defaultMessage: 'Internal users' }),
      },
    ]}
  />
);

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
      <Route component={NoSuchPage} />
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

const NoSuchPage = (): ReactElement => (
  <NotFoundPage
    body={
      <FormattedMessage
        id="security.notFound.body"
        defaultMessage="There is no page at this address in the Security app."
      />
    }
    linkPath={ROLE_PAGES.list}
    linkText={<FormattedMessage id="security.notFound.link" defaultMessage="Show the roles" />}
  />
);
