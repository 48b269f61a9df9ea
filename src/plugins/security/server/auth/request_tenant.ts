/** Finds the tenant of an authenticated request, or refuses the request. */
import type {
  AuthOutcome,
  Identity,
  Principal,
  RequestAuth,
  ResponseFactory,
  RouteRequest,
} from '@sd/core/server';
import {
  NO_TENANT_PATH,
  SECURITY_ERRORS,
  TENANT_SWITCH_PATH,
  tenantInAddress,
  tenantLabel,
  tenantPageUrl,
  type TenantSource,
  UNAVAILABLE_TENANT_PATH,
  withoutTenant,
} from '../../common';
import { refuse } from '../errors';
import type { Session, SessionService } from '../sessions/session_service';
import type { AuthState } from './auth_state';
import { isOwnLink, tenantSource } from './own_link';
import { isPageRequest } from './page_request';
import type { TenancyRulesService } from './tenancy_settings';
import {
  namesGlobalTenant,
  resolveTenant,
  tenantInHeaders,
  usableTenant,
} from './tenant_resolution';

export interface RequestTenantDeps {
  readonly sessions: Pick<SessionService, 'change'>;
  readonly tenancy: TenancyRulesService;
}

/** The caller and what is known about the request, before the tenant is. */
interface Caller {
  readonly principal: Principal;
  readonly identity: Identity;
  readonly session: Session | undefined;
}

/**
 * A tenant that the request names is used or refused: content must neither be read from nor
 * written to another tenant than the named one.
 */
export async function withTenant(
  { sessions, tenancy }: RequestTenantDeps,
  request: RouteRequest,
  response: ResponseFactory,
  principal: Principal,
  identity: Identity,
  session: Session | undefined
): Promise<AuthOutcome> {
  const caller = { principal, identity, session };
  const { url } = request;
  const inQuery = url.search === '' ? undefined : tenantInAddress(url.search);
  const named = inQuery ?? tenantInHeaders(request.headers);
  const isTenantless = TENANTLESS_PATHS.test(url.pathname);
  if (!tenancy.isConfigured)
    return named === undefined || namesGlobalTenant(named) || isTenantless
      ? toAuthOutcome(request, caller, undefined)
      : unusable(request, response, named, session);

  const rules = await tenancy.rules();
  const isPage = isPageRequest(request);
  if (named !== undefined) {
    const usable = usableTenant(named, identity, rules);
    if (usable === undefined)
      return isTenantless
        ? toAuthOutcome(request, caller, undefined)
        : unusable(request, response, named, session);
    const isSwitch = session && isPage && inQuery !== undefined && usable !== session.tenant;
    if (!isSwitch) return toAuthOutcome(request, caller, usable);
    // A link on another site must not change the tenant in which the user saves.
    if (!isOwnLink(request))
      return aboutTenant(TENANT_SWITCH_PATH, request, response, inQuery, tenantSource(request));
    return toAuthOutcome(request, await movedTo(usable, caller, sessions), usable);
  }

  const tenant = resolveTenant(session?.tenant, identity, rules);
  // API keys work without a tenant: their own permissions decide about other requests.
  const canGoWithout = identity.hasApiAccess || identity.key?.permissions !== undefined;
  if (tenant === undefined && needsTenant(url.pathname) && !canGoWithout) {
    return {
      type: 'refused',
      response: isPage
        ? response.redirected({ location: `${request.basePath}/app/customerror${NO_TENANT_PATH}` })
        : refuse(response, SECURITY_ERRORS.noAvailableTenant),
    };
  }
  const lostTenant = session?.tenant === tenant ? undefined : session?.tenant;
  if (lostTenant === undefined) return toAuthOutcome(request, caller, tenant);
  return isPage && tenant !== undefined
    ? toAuthOutcome(request, await movedTo(tenant, caller, sessions), tenant)
    : toAuthOutcome(request, caller, tenant, lostTenant);
}

async function movedTo(
  tenant: string,
  caller: Caller,
  sessions: RequestTenantDeps['sessions']
): Promise<Caller> {
  const { session } = caller;
  if (!session) return caller;
  await sessions.change(session, { tenant });
  return { ...caller, session: { ...session, tenant } };
}

const unusable = (
  request: RouteRequest,
  response: ResponseFactory,
  tenant: string,
  session: Session | undefined
): AuthOutcome =>
  isPageRequest(request)
    ? aboutTenant(
        UNAVAILABLE_TENANT_PATH,
        request,
        response,
        tenant,
        refusedSource(session, tenant) ?? tenantSource(request)
      )
    : {
        type: 'refused',
        response: refuse(response, SECURITY_ERRORS.tenantUnusable, {
          tenant: tenantLabel(tenant),
        }),
      };

/** Who named a tenant before the login, if the user cannot use it. */
export const refusedSource = (
  session: Session | undefined,
  tenant: string
): TenantSource | undefined =>
  session?.refusedTenant?.name === tenant ? session.refusedTenant.source : undefined;

function aboutTenant(
  page: string,
  { basePath, url }: RouteRequest,
  response: ResponseFactory,
  tenant: string,
  source: TenantSource
): AuthOutcome {
  const target = `${basePath}${withoutTenant(`${url.pathname}${url.search}`)}`;
  const location = tenantPageUrl(basePath, page, tenant, target, source);
  return { type: 'refused', response: response.redirected({ location }) };
}

function toAuthOutcome(
  request: RouteRequest,
  { principal, identity, session }: Caller,
  tenant: string | undefined,
  lostTenant?: string
): AuthOutcome {
  const state: AuthState = {
    ...(session && { session }),
    ...(lostTenant !== undefined && { lostTenant }),
  };
  const named = tenant === undefined ? {} : { tenant };
  const auth: RequestAuth = {
    identity,
    caller: { kind: 'user', principal, remoteAddress: request.remoteAddress, ...named },
    ...named,
    state,
  };
  return { type: 'authenticated', auth };
}

/**
 * Paths that work without a tenant: login, logout, error pages and the initial requests of the
 * shell.
 */
const TENANTLESS_PATHS =
  /^\/(app\/(login|customerror|missing-role)(\/|$)|api\/(core\/capabilities|status|authtype)$|auth\/|missing-role$)/;

function needsTenant(path: string): boolean {
  return (path === '/' || /^\/(api|app|goto)(\/|$)/.test(path)) && !TENANTLESS_PATHS.test(path);
}
