/**
 * Pages that visitors see without a login; all other pages are core's. A `nextUrl` that breaks the
 * rule of `common/next_url.ts` gets 400, with or without a login.
 */
import type { Identity, RouteRequest } from '@sd/core/server';
import {
  isSafeNextUrl,
  loginUrl,
  NEXT_URL_PARAMETER,
  safeNextUrl,
  SECURITY_ERRORS,
  TENANT_PARAMETER,
  TENANT_SOURCE_PARAMETER,
  TENANT_SOURCES,
  TENANT_SWITCH_PATH,
  tenantPageUrl,
  type TenantSource,
  UNAVAILABLE_TENANT_PATH,
  SHOW_LOGIN_PAGE,
  SHOW_ERROR_PAGE,
  REDIRECT_TO_MISSING_ROLE,
  SHOW_MISSING_ROLE_PAGE,
} from '../../common';
import { getAuthState } from '../auth/auth_state';
import { isOwnLink, tenantSource } from '../auth/own_link';
import { refusedSource } from '../auth/request_tenant';
import { usableTenant } from '../auth/tenant_resolution';
import { confirmedNextUrl, passedTenantSource, tenantOnArrival } from '../auth/tenant_source';
import { getAccount } from './account/account';
import type { RouteDeps } from './shared/route_deps';
import { CodedError } from '@sd/contracts';

export function registerPageRoutes(deps: RouteDeps): void {
  const { respond } = deps;
  respond(SHOW_LOGIN_PAGE, async ({ query, request }, response) => {
    const { nextUrl } = query;
    if (Array.isArray(nextUrl) || (nextUrl && !isSafeNextUrl(nextUrl, request.basePath)))
      throw new CodedError(SECURITY_ERRORS.invalidNextUrl);
    // On a route that the configuration opens to everyone, `auth` may have no user.
    if (request.auth?.caller.kind === 'user')
      return response.redirected({
        location: await nextPage(deps, request, request.auth.identity, nextUrl ?? ''),
      });
    // The script that leads on after the login would hide that another website named the tenant.
    const confirmed = confirmedNextUrl(request, nextUrl ?? '');
    if (confirmed !== (nextUrl ?? ''))
      return response.redirected({ location: loginUrl(request.basePath, confirmed) });
    return response.renderApp({ anonymous: true });
  });

  respond(SHOW_ERROR_PAGE, async ({ params, request }, response) => {
    const path = `/${params.path}`;
    const location =
      // Legacy address of the page for users without roles.
      path === '/missing-role'
        ? `${request.basePath}/missing-role`
        : await correctedTenantPage(deps, path, request);
    return location === undefined
      ? response.renderApp({ anonymous: hasNoSettings(deps, request) })
      : response.redirected({ location });
  });

  respond(REDIRECT_TO_MISSING_ROLE, ({ request: { basePath } }, response) =>
    response.redirected({ location: `${basePath}/missing-role` })
  );

  respond(SHOW_MISSING_ROLE_PAGE, async ({ request }, response) =>
    (await hasRoles(deps, request))
      ? response.redirected({ location: `${request.basePath}/` })
      : response.renderApp({ anonymous: hasNoSettings(deps, request) })
  );
}

/** The page after a login, in the tenant that the user typed in its address before. */
async function nextPage(
  { sessions, tenancy }: RouteDeps,
  request: RouteRequest,
  identity: Identity,
  nextUrl: string
): Promise<string> {
  const location = safeNextUrl(nextUrl, request.basePath);
  const { session } = getAuthState(request);
  const source = passedTenantSource(request);
  if (session && tenancy.isConfigured && source === 'typed')
    await sessions.change(
      session,
      tenantOnArrival(location, source, identity, await tenancy.rules())
    );
  return location;
}

/**
 * Where a page about a tenant leads if its address is not true: its question has an answer, or it
 * says wrongly who named the tenant. Other websites can link to these pages.
 */
async function correctedTenantPage(
  { tenancy }: RouteDeps,
  path: string,
  request: RouteRequest
): Promise<string | undefined> {
  const { auth, basePath, url } = request;
  const tenant = url.searchParams.get(TENANT_PARAMETER) ?? '';
  const target = safeNextUrl(url.searchParams.get(NEXT_URL_PARAMETER), basePath);
  const { session } = getAuthState(request);
  const given = TENANT_SOURCES.find(
    (source) => source === url.searchParams.get(TENANT_SOURCE_PARAMETER)
  );
  const unavailable = (source: TenantSource) =>
    tenantPageUrl(basePath, UNAVAILABLE_TENANT_PATH, tenant, target, source);
  if (path === TENANT_SWITCH_PATH && auth && session && tenancy.isConfigured) {
    const usable = usableTenant(tenant, auth.identity, await tenancy.rules());
    if (usable === undefined) return unavailable(given === 'unknown' ? 'unknown' : 'site');
    return usable === session.tenant ? target : undefined;
  }
  if (path !== UNAVAILABLE_TENANT_PATH) return undefined;
  const source =
    given !== undefined && isOwnLink(request)
      ? given
      : (refusedSource(session, tenant) ?? tenantSource(request));
  return given === source ? undefined : unavailable(source);
}

/** Settings belong to a tenant: without one, the page uses the defaults for visitors. */
const hasNoSettings = ({ config }: RouteDeps, { auth }: RouteRequest): boolean =>
  !auth || (config.multitenancy.enabled && auth.tenant === undefined);

/** Uses the same source as the browser: a different result would redirect back and forth. */
async function hasRoles(deps: RouteDeps, request: RouteRequest): Promise<boolean> {
  if (request.auth?.caller.kind !== 'user') return false;
  return getAccount(deps, request).then(
    ({ data }) => data.roles.length > 0,
    () => false
  );
}
