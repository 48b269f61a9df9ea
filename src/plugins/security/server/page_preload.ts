/** Data preloaded into pages: account, current tenant, first rows of a list, scripts. */
import type { PagePreload, RouteRequest } from '@sd/core/server';
import type { ResourceType } from '@sd/contracts';
import {
  ADMIN_APP_ID,
  ADMIN_PAGES,
  type AdminPageAddress,
  ERROR_APP_ID,
  firstPageOf,
  isAtAddress,
  LEGACY_APPS,
  LOGIN_APP_ID,
  MISSING_ROLE_APP_ID,
  READ_ACCOUNT,
  READ_REST_API_INFO,
  READ_TENANCY_STATE,
  READ_TENANT,
} from '../common';
import { accountOf } from './routes/account/account';
import { tenancyStateOf } from './routes/account/tenant';
import { restApiInfoOf } from './routes/info';
import { toSearchResponse } from './routes/entities/search';
import { resultOf } from './engine_requests';
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
  const page = isAdmin ? adminPageOf(url.pathname) : undefined;
  const list = page === undefined || url.search !== '' ? undefined : LISTS[page];
  return {
    apps: [
      LOGIN_APP_ID,
      ERROR_APP_ID,
      MISSING_ROLE_APP_ID,
      ...(isAdmin ? [ADMIN_APP_ID, ...Object.keys(LEGACY_APPS)] : []),
    ],
    imports: [...IMPORTS, ...(page === undefined ? [] : importsOf(page, deps.addedPages))],
    responses: {
      [READ_ACCOUNT.path]: () => accountOf(deps, request),
      [READ_REST_API_INFO.path]: () => restApiInfoOf(deps, request),
      ...(deps.config.multitenancy.enabled && {
        [READ_TENANCY_STATE.path]: () => tenancyStateOf(deps, request),
        [READ_TENANT.path]: async () => auth?.tenant,
      }),
      ...(list && { [firstPageOf(list).path]: () => firstRowsOf(deps, request, list) }),
    },
  };
}

/** Path inside the admin app; `undefined` outside of it. */
function adminPageOf(pathname: string): string | undefined {
  if (pathname !== ADMIN_ROUTE && !pathname.startsWith(`${ADMIN_ROUTE}/`)) return undefined;
  return pathname.slice(ADMIN_ROUTE.length);
}

function importsOf(path: string, addedPages: readonly AddedAdminPage[]): readonly string[] {
  const isHere = (address: Pick<AdminPageAddress, 'path'>) => isAtAddress(path, address);
  const own =
    path === '' || path === '/' ? ADMIN_PAGES.start : Object.values(ADMIN_PAGES).find(isHere);
  return [
    'security-admin',
    ...(own ? [`security-${own.module}`] : (addedPages.find(isHere)?.imports ?? [])),
  ];
}

async function firstRowsOf({ asScoped }: Deps, request: RouteRequest, type: ResourceType) {
  const {
    page,
    per_page: perPage,
    sort_field: sortField,
    sort_order: sortOrder,
  } = firstPageOf(type).query;
  const found = await resultOf(
    asScoped(request).find({ type, page, perPage, sortField, sortOrder, filters: {} })
  );
  return toSearchResponse(found, page, perPage);
}
