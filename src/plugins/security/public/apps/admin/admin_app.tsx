/** Routes and frame of the admin app. Every page is a separate chunk. */
import { GUIDES_APP_ID } from '@sd/core/public';
import { AppFrame, KitProvider, lazyPage, type PageHelp, PageHelpProvider } from '@sd/ui_kit';
import { type ComponentType, lazy, type ReactElement, useMemo } from 'react';
import { Redirect, Route, Router, Switch } from 'react-router-dom';
import { AdminContext, type AdminServices, useAdmin } from '../../services/admin_context';
import type { AdminPage } from '../../types';
import { OWN_PAGES } from './admin_pages';
import { AdminSideNav } from './admin_side_nav';
import { NoSuchPage, Permitted } from './not_found';
import { nameFromPath, START_PAGE, TENANT_PAGES } from './paths';

type Params = Readonly<Record<string, string | undefined>>;

/**
 * The route of a page, with the parameters of the path as props. Any other value than another tab
 * starts a new page, so that no state of another entity leaks.
 */
function routeTo({ path, load, props, needs = [] }: AdminPage): ReactElement {
  const Page: ComponentType<Params> = lazy(async () => ({
    default: (await load()) as ComponentType<Params>,
  }));
  return (
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
            <Page key={JSON.stringify({ ...others, decoded })} {...given} />
          </Permitted>
        );
      }}
    />
  );
}

export function AdminApp({ services }: { readonly services: AdminServices }): ReactElement {
  const kit = services.kit.services;
  const { cluster, addedPages, clusterSources } = services;
  const pages = useMemo(() => [...OWN_PAGES, ...addedPages], [addedPages]);
  const [source] = clusterSources;
  const ClusterFrame = useMemo(() => source && lazyPage(() => source.loadFrame()), [source]);
  // Here, because a component that waits for its page forgets what it has made.
  const routes = useMemo(() => pages.map(routeTo), [pages]);
  return (
    <AdminContext.Provider value={services}>
      <KitProvider services={kit}>
        <Router history={kit.history}>
          <AppFrame sideNav={<AdminSideNav pages={pages} />}>
            <Route
              render={({ location }) => {
                const page = (
                  <Pages
                    pages={pages}
                    routes={routes}
                    pathname={location.pathname}
                    hash={location.hash}
                  />
                );
                return cluster && ClusterFrame ? (
                  <ClusterFrame cluster={cluster}>{page}</ClusterFrame>
                ) : (
                  page
                );
              }}
            />
          </AppFrame>
        </Router>
      </KitProvider>
    </AdminContext.Provider>
  );
}

interface PagesProps {
  readonly pages: readonly AdminPage[];
  readonly routes: readonly ReactElement[];
  readonly pathname: string;
  readonly hash: string;
}

function Pages({ pages, routes, pathname, hash }: PagesProps): ReactElement {
  const help = useHelp(pages, pathname);
  if (pathname === '' || pathname === '/')
    // Legacy addresses: `#/roles/view/name`.
    return <Redirect to={hash.startsWith('#/') ? hash.slice(1) : START_PAGE} />;
  return (
    <PageHelpProvider help={help}>
      <Switch>
        <Redirect exact from="/tenantsManageTab" to={TENANT_PAGES.list} />
        <Redirect exact from="/tenantsConfigureTab" to={TENANT_PAGES.configure} />
        {routes}
        <Route component={NoSuchPage} />
      </Switch>
    </PageHelpProvider>
  );
}

/** Pages below a list use the help of the list. */
function useHelp(pages: readonly AdminPage[], pathname: string): PageHelp | undefined {
  const { application, docLinks } = useAdmin().core;
  const { links } = docLinks;
  const [, segment = ''] = pathname.split('/');
  return useMemo(() => {
    const help = pages.find((page) => page.help && page.path.split('/')[1] === segment)?.help;
    const documentation = help && links['security']?.[help.documentation];
    if (!help || !documentation) return undefined;
    return {
      title: help.title(),
      documentation,
      guide: help.guide && application.getUrlForApp(GUIDES_APP_ID, { path: `/${help.guide}` }),
      Content: lazy(async () => ({ default: await help.load() })),
    };
  }, [pages, segment, application, links]);
}
