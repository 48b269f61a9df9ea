/** Data preloaded into pages: account, current tenant, first rows of a list, scripts. */
import type { PagePreload, RouteRequest } from '@sd/core/server';
import type { ResourceType } from '@sd/contracts';
import {
  ADMIN_APP_ID,
  ADMIN_PAGES,
  type AdminPageAddress,
  ERROR_APP_ID,
  getFirstPage,
  isAtAddress,
  LEGACY_APPS,
  LOGIN_APP_ID,
  MISSING_ROLE_APP_ID,
  READ_ACCOUNT,
  READ_REST_API_INFO,
  READ_TENANCY_STATE,
  READ_TENANT,
} from '../common';
import { getAccount } from './routes/account/account';
import { getTenancyState } from './routes/account/tenant';
import { getRestApiInfo } from './routes/info';
import { toSearchResponse } from './routes/entities/search';
import { toResult } from './engine_requests';
import type { RouteDeps } from './routes/shared/route_deps';
import type { AddedAdminPage } from './types';

interface Deps extends Pick<RouteDeps, 'asScoped' | 'config' | 'tenancy'> {
  /** Pages that other plugins add to the Security app. */
  readonly addedPages: readonly AddedAdminPage[];
}

const ADMIN_ROUTE = `/app/${ADMIN_APP_ID}`;
/** Chunks of every page with a logged-in user. */
const IMPORTS: readonly string[] = [
  'security-logged_in',
  'security-account_menu',
  'security-palette_button',
];

/** Lists whose first rows are preloaded. */
const LISTS: Readonly<Record<string, ResourceType>> = {
  '/users': 'internalusers',
  '/roles': 'roles',
};

/** Preloaded data of one page, with the responses that the routes would return to the caller. */
export function preloadFor(deps: Deps, request: RouteRequest): PagePreload {
  const { auth, url } = request;
  const isAdmin = auth?.identity.hasApiAccess === true;
  const page = isAdmin ? getAdminPage(url.pathname) : undefined;
  const list = page === undefined || url.search !== '' ? undefined : LISTS[page];
  return {
    apps: [
      LOGIN_APP_ID,
      ERROR_APP_ID,
      MISSING_ROLE_APP_ID,
      ...(isAdmin ? [ADMIN_APP_ID, ...Object.keys(LEGACY_APPS)] : []),
    ],
    imports: [...IMPORTS, ...(page === undefined ? [] : getImports(page, deps.addedPages))],
    responses: {
      [READ_ACCOUNT.path]: () => getAccount(deps, request),
      [READ_REST_API_INFO.path]: () => getRestApiInfo(deps, request),
      ...(deps.config.multitenancy.enabled && {
        [READ_TENANCY_STATE.path]: () => getTenancyState(deps, request),
        [READ_TENANT.path]: async () => auth?.tenant,
      }),
      ...(list && { [getFirstPage(list).path]: () => findFirstRows(deps, request, list) }),
    },
  };
}

/** Path inside the admin app; `undefined` outside of it. */
function getAdminPage(pathname: string): string | undefined {
  if (pathname !== ADMIN_ROUTE && !pathname.startsWith(`${ADMIN_ROUTE}/`)) return undefined;
  return pathname.slice(ADMIN_ROUTE.length);
}

function getImports(path: string, addedPages: readonly AddedAdminPage[]): readonly string[] {
  const isHere = (address: Pick<AdminPageAddress, 'path'>) => isAtAddress(path, address);
  const own =
    path === '' || path === '/' ? ADMIN_PAGES.start : Object.values(ADMIN_PAGES).find(isHere);
  return [
    'security-admin',
    ...(own ? [`security-${own.module}`] : (addedPages.find(isHere)?.imports ?? [])),
  ];
}

async function findFirstRows({ asScoped }: Deps, request: RouteRequest, type: ResourceType) {
  const {
    page,
    per_page: perPage,
    sort_field: sortField,
    sort_order: sortOrder,
  } = getFirstPage(type).query;
  const found = await toResult(
    asScoped(request).find({ type, page, perPage, sortField, sortOrder, filters: {} })
  );
  return toSearchResponse(found, page, perPage);
}
