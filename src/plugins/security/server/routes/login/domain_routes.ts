/**
 * Reading, changing and trying authentication domains, and the caller's own login: `POST
 * /api/v1/configuration/securityconfig`, `GET` and `POST …/trial`, `GET /api/v1/auth/signin`. The
 * engine decides who may change domains (403).
 */
import { CodedError } from '@sd/contracts';
import type {
  EngineRequest,
  ResponseFactory,
  RouteRequest,
  RouteResponse,
  ScopedEngineClient,
} from '@sd/core/server';
import {
  CONFIRM_LOCKOUT,
  SECURITY_ERRORS,
  type ChangeResponse,
  type OwnLogin,
  type LoginChanges,
  type LoginDryRunResponse,
  type LoginRights,
  READ_LOGIN_RIGHTS,
  TRY_LOGIN,
  CHANGE_DOMAINS,
  READ_OWN_LOGIN,
} from '../../../common';
import { engineMessage, EngineRequestError, lockoutAttributes } from '../../engine_errors';
import {
  expectSuccess,
  enginePaths,
  getPreconditions,
  mapEngineErrors,
  withTag,
} from '../../engine_requests';
import type { RouteDeps } from '../shared/route_deps';

export function registerDomainRoutes(deps: RouteDeps): void {
  const { handle, respond, clusters } = deps;
  const sent = async (engine: ScopedEngineClient, engineRequest: EngineRequest) =>
    (await expectSuccess(engine.request(engineRequest))).body;
  /** @throws {CodedError} */
  const requireFeature = (request: RouteRequest) => {
    if (!clusters.featuresOf(request).loginTrial)
      throw new CodedError(SECURITY_ERRORS.featureUnsupported, { feature: 'loginTrial' });
  };

  handle(READ_LOGIN_RIGHTS, async ({ engine, request }) => {
    requireFeature(request);
    const rights = await sent(engine, { method: 'GET', path: enginePaths.loginDryRun });
    return rights as LoginRights;
  });

  handle(TRY_LOGIN, async ({ body, engine, request }) => {
    requireFeature(request);
    return (await sent(engine, { ...dryRun, body })) as LoginDryRunResponse;
  });

  respond(CHANGE_DOMAINS, async ({ body, engine, request }, response) => {
    requireFeature(request);
    const changes = body as LoginChanges;
    const tested = await sent(engine, { ...dryRun, body: { changes } });
    // Checks changed domains only: a domain that was invalid before must not block other changes.
    const bad = (tested as LoginDryRunResponse).domains.find(
      ({ name, outcome }) => outcome === 'unusable' && Object.hasOwn(changes.authc ?? {}, name)
    );
    if (bad)
      throw new CodedError(SECURITY_ERRORS.unusableDomain, {
        domain: bad.name,
        problem: problemIn(bad.reasons),
      });
    return save(deps, request, response, changes);
  });

  handle(READ_OWN_LOGIN, ({ request }) => ownLogin(request));
}

const dryRun = { method: 'POST', path: enginePaths.loginDryRun } as const;

async function save(
  { asScoped }: RouteDeps,
  request: RouteRequest,
  response: ResponseFactory,
  changes: LoginChanges
): Promise<RouteResponse> {
  const headers = getPreconditions(request);
  const result = await mapEngineErrors(
    asScoped(request).request({
      method: 'PATCH',
      path: enginePaths.securityConfig,
      headers,
      query: request.url.searchParams.get(CONFIRM_LOCKOUT) === 'true' ? CONFIRMED : {},
      body: getPatch(changes),
    })
  );
  const lockout = lockoutAttributes(result);
  if (lockout)
    return response.conflict({
      body: { message: engineMessage(result), attributes: { ...lockout } },
    });
  if (result.statusCode === 412 || result.statusCode === 409)
    throw new CodedError(SECURITY_ERRORS.staleSecurityConfig);
  if (result.statusCode >= 400) throw new EngineRequestError(result);
  const body: ChangeResponse = { message: (result.body as ChangeResponse).message };
  return response.ok({ body, ...withTag(result) });
}

const CONFIRMED = { [CONFIRM_LOCKOUT]: 'true' };
const ROOT = '/config/dynamic';

/** Patches only the given parts and keeps the rest of the document (RFC 6902). */
const getPatch = ({ authc = {}, http }: LoginChanges): object[] => [
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
