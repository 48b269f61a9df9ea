/**
 * Reading, changing and trying authentication domains, and the caller's own login: `POST
 * /api/v1/configuration/securityconfig`, `GET` and `POST …/trial`, `GET /api/v1/auth/signin`. The
 * engine decides who may change domains (403).
 */
import {
  CHANGE_RESPONSE,
  DOMAIN_LIMITS,
  ENGINE_ERRORS,
  OWN_LOGIN,
  LOGIN_CHANGES,
  LOGIN_RIGHTS,
  LOGIN_DRY_RUN_RESPONSE,
  LOGIN_DRY_RUN_BODY,
} from '@sd/contracts';
import type { EngineRequest, ResponseFactory, RouteRequest, RouteResponse } from '@sd/core/server';
import {
  API_PATHS,
  CONFIRM_LOCKOUT,
  SECURITY_ERRORS,
  type ChangeResponse,
  type OwnLogin,
  type LoginChanges,
  type LoginDryRunResponse,
} from '../../../common';
import { engineMessage, EngineRequestError, lockoutAttributes } from '../../engine_errors';
import { refused } from '../../errors';
import { PRECONDITIONS } from '../../../common/call_parts';
import {
  expectSuccess,
  withEngineErrors,
  enginePaths,
  preconditionsOf,
  mapEngineErrors,
  withTag,
} from '../shared/engine_requests';
import { CONFIRM_QUERY } from '../../../common/call_parts';
import type { RouteDeps } from '../shared/route_deps';

const ADMIN = { access: 'admin' } as const;
const DRY_RUN_OPTIONS = { ...ADMIN, rateLimitPerMinute: DOMAIN_LIMITS.trialsPerMinute };

export function registerDomainRoutes(deps: RouteDeps): void {
  const { router, asScoped, clusters } = deps;
  const engine = async (request: RouteRequest, engineRequest: EngineRequest) =>
    (await expectSuccess(asScoped(request).request(engineRequest))).body;
  const withLoginDryRun = (
    request: RouteRequest,
    response: ResponseFactory,
    handler: () => Promise<RouteResponse>
  ) =>
    clusters.featuresOf(request).loginTrial
      ? withEngineErrors(deps, response, handler)
      : refused(response, SECURITY_ERRORS.featureUnsupported, { feature: 'loginTrial' });

  router.get(
    {
      path: API_PATHS.loginDryRun,
      validate: false,
      doc: {
        summary: 'Whether the caller may change authentication domains, and try them',
        responses: { 200: LOGIN_RIGHTS },
        errors: [SECURITY_ERRORS.featureUnsupported],
      },
      options: { ...ADMIN, rights: ['GET CONFIG'] },
    },
    (request, response) =>
      withLoginDryRun(request, response, async () => {
        const body = await engine(request, { method: 'GET', path: enginePaths.loginDryRun });
        return response.ok({ body });
      })
  );

  router.post(
    {
      path: API_PATHS.loginDryRun,
      validate: { body: LOGIN_DRY_RUN_BODY },
      doc: {
        summary: 'Test a login with unsaved authentication domains; opens no session',
        responses: { 200: LOGIN_DRY_RUN_RESPONSE },
      },
      options: { ...DRY_RUN_OPTIONS, rights: ['POST CONFIG'] },
    },
    (request, response) =>
      withLoginDryRun(request, response, async () => {
        const { body } = request;
        const result = await engine(request, { ...dryRun, body });
        return response.ok({ body: result });
      })
  );

  router.post(
    {
      path: API_PATHS.securityConfig,
      validate: { body: LOGIN_CHANGES, query: CONFIRM_QUERY },
      doc: {
        summary: 'Change the authentication domains and the trusted proxies',
        responses: { 200: CHANGE_RESPONSE },
        errors: [
          SECURITY_ERRORS.unusableDomain,
          SECURITY_ERRORS.staleSecurityConfig,
          SECURITY_ERRORS.locksOut,
          ENGINE_ERRORS.noWayIn,
          ENGINE_ERRORS.ownWayIn,
        ],
        headers: { 'if-match': PRECONDITIONS['if-match'] },
      },
      options: { ...ADMIN, rights: ['POST CONFIG', 'PATCH CONFIG'] },
    },
    (request, response) =>
      withLoginDryRun(request, response, async () => {
        const changes = request.body as LoginChanges;
        const body = { changes };
        const { domains } = (await engine(request, { ...dryRun, body })) as LoginDryRunResponse;
        // Checks changed domains only: a domain that was invalid before must not block other
        // changes.
        const bad = domains.find(
          ({ name, outcome }) => outcome === 'unusable' && Object.hasOwn(changes.authc ?? {}, name)
        );
        if (bad)
          return refused(response, SECURITY_ERRORS.unusableDomain, {
            domain: bad.name,
            problem: problemIn(bad.reasons),
          });
        return save(deps, request, response, changes);
      })
  );

  router.get(
    {
      path: API_PATHS.ownLogin,
      validate: false,
      doc: {
        summary: "The identity and roles from the caller's own login; empty without one",
        responses: { 200: OWN_LOGIN },
      },
      // The page without roles asks, which can also be opened without a login.
      options: { access: 'optional' },
    },
    (request, response) => response.ok({ body: ownLogin(request) })
  );
}

const dryRun = { method: 'POST', path: enginePaths.loginDryRun } as const;

async function save(
  { asScoped }: RouteDeps,
  request: RouteRequest,
  response: ResponseFactory,
  changes: LoginChanges
): Promise<RouteResponse> {
  const headers = preconditionsOf(request);
  const result = await mapEngineErrors(
    asScoped(request).request({
      method: 'PATCH',
      path: enginePaths.securityConfig,
      headers,
      query: request.url.searchParams.get(CONFIRM_LOCKOUT) === 'true' ? CONFIRMED : {},
      body: patchOf(changes),
    })
  );
  const lockout = lockoutAttributes(result);
  if (lockout)
    return response.conflict({
      body: { message: engineMessage(result), attributes: { ...lockout } },
    });
  if (result.statusCode === 412 || result.statusCode === 409)
    return refused(response, SECURITY_ERRORS.staleSecurityConfig);
  if (result.statusCode >= 400) throw new EngineRequestError(result);
  const body: ChangeResponse = { message: (result.body as ChangeResponse).message };
  return response.ok({ body, ...withTag(result) });
}

const CONFIRMED = { [CONFIRM_LOCKOUT]: 'true' };
const ROOT = '/config/dynamic';

/** Patches only the given parts and keeps the rest of the document (RFC 6902). */
const patchOf = ({ authc = {}, http }: LoginChanges): object[] => [
  ...Object.entries(authc).map(([name, value]) => {
    const path = `${ROOT}/authc/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return value === null ? { op: 'remove', path } : { op: 'add', path, value };
  }),
  ...(http ? [{ op: 'add', path: `${ROOT}/http`, value: http }] : []),
];

/**
 * Extracts the text in brackets of `An authentication domain cannot be used … (signing_key is
 * missing)`.
 */
const problemIn = ([first = '']: readonly string[]): string =>
  /\((.*)\)$/.exec(first)?.[1] ?? first;

function ownLogin({ auth }: RouteRequest): OwnLogin {
  const { userName = '', backendRoles = [], roles = [] } = auth?.identity ?? {};
  const principal = auth?.caller.kind === 'user' ? auth.caller.principal : undefined;
  const {
    domain = null,
    type = null,
    attributes = {},
    missingRolesClaim,
  } = principal?.provided ?? {};
  const { expiresAtMs } = principal ?? {};
  return {
    user_name: userName,
    domain,
    type,
    backend_roles: [...backendRoles],
    attributes: { ...attributes },
    roles: [...roles],
    ...(expiresAtMs !== undefined && { expires_at: expiresAtMs }),
    ...(missingRolesClaim !== undefined && { missing_roles_claim: missingRolesClaim }),
  };
}
