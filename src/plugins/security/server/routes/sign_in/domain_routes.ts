/**
 * Authentication domains as screens change and try them, and what came with the caller's own
 * sign-in: `POST /api/v1/configuration/securityconfig`, `GET` and `POST …/trial`, `GET
 * /api/v1/auth/signin`. Who may change domains is the engine's to say (403). Source:
 * docs/reference/security-app.md#authentication-page.
 */
import {
  CHANGE_ANSWER,
  DOMAIN_LIMITS,
  ENGINE_ERRORS,
  OWN_SIGN_IN,
  SIGN_IN_CHANGES,
  SIGN_IN_RIGHTS,
  SIGN_IN_TRIAL_ANSWER,
  SIGN_IN_TRIAL_BODY,
} from '@sd/contracts';
import type { EngineRequest, ResponseFactory, RouteRequest, RouteResponse } from '@sd/core/server';
import {
  API_PATHS,
  CONFIRM_LOCKOUT,
  SECURITY_ERRORS,
  type ChangeResponse,
  type OwnSignIn,
  type SignInChanges,
  type SignInTrialAnswer,
} from '../../../common';
import { engineMessage, EngineRequestError, lockoutAttributes } from '../../engine_refusals';
import { refused } from '../../errors';
import {
  accepted,
  answering,
  enginePaths,
  PRECONDITIONS,
  preconditionsOf,
  reached,
  withTag,
} from '../shared/engine_answers';
import { confirmQuery } from '../shared/query_values';
import type { RouteDeps } from '../shared/route_deps';

const ADMIN = { access: 'admin' } as const;
const TRIED = { ...ADMIN, rateLimitPerMinute: DOMAIN_LIMITS.trialsPerMinute };

export function registerDomainRoutes(deps: RouteDeps): void {
  const { router, asScoped, features } = deps;
  const engine = async (request: RouteRequest, asked: EngineRequest) =>
    (await accepted(asScoped(request).request(asked))).body;
  const answered = (response: ResponseFactory, handler: () => Promise<RouteResponse>) =>
    features.signInTrial
      ? answering(deps, response, handler)
      : refused(response, SECURITY_ERRORS.featureUnsupported, { feature: 'signInTrial' });

  router.get(
    {
      path: API_PATHS.signInTrial,
      validate: false,
      doc: {
        summary: 'Whether the caller may change authentication domains, and try them',
        answers: { 200: SIGN_IN_RIGHTS },
        errors: [SECURITY_ERRORS.featureUnsupported],
      },
      options: ADMIN,
    },
    (request, response) =>
      answered(response, async () => {
        const body = await engine(request, { method: 'GET', path: enginePaths.signInTrial });
        return response.ok({ body });
      })
  );

  router.post(
    {
      path: API_PATHS.signInTrial,
      validate: { body: SIGN_IN_TRIAL_BODY },
      doc: {
        summary: 'Try a sign-in under authentication domains that are not saved; opens no session',
        answers: { 200: SIGN_IN_TRIAL_ANSWER },
      },
      options: TRIED,
    },
    (request, response) =>
      answered(response, async () => {
        const { body } = request;
        const tried = await engine(request, { ...trial, body });
        return response.ok({ body: tried });
      })
  );

  router.post(
    {
      path: API_PATHS.securityConfig,
      validate: { body: SIGN_IN_CHANGES, query: confirmQuery },
      doc: {
        summary: 'Change authentication domains, and whose headers count',
        answers: { 200: CHANGE_ANSWER },
        errors: [
          SECURITY_ERRORS.unusableDomain,
          SECURITY_ERRORS.staleSecurityConfig,
          SECURITY_ERRORS.locksOut,
          ENGINE_ERRORS.noWayIn,
          ENGINE_ERRORS.ownWayIn,
        ],
        headers: { 'if-match': PRECONDITIONS['if-match'] },
      },
      options: ADMIN,
    },
    (request, response) =>
      answered(response, async () => {
        const changes = request.body as SignInChanges;
        const body = { changes };
        const { domains } = (await engine(request, { ...trial, body })) as SignInTrialAnswer;
        // Only what changes: a domain that was bad before is no reason to refuse another's change.
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
      path: API_PATHS.ownSignIn,
      validate: false,
      doc: {
        summary: "What came with the caller's own sign-in",
        answers: { 200: OWN_SIGN_IN },
      },
      options: { access: 'user' },
    },
    (request, response) => response.ok({ body: ownSignIn(request) })
  );
}

const trial = { method: 'POST', path: enginePaths.signInTrial } as const;

async function save(
  { asScoped }: RouteDeps,
  request: RouteRequest,
  response: ResponseFactory,
  changes: SignInChanges
): Promise<RouteResponse> {
  const headers = preconditionsOf(request);
  const answer = await reached(
    asScoped(request).request({
      method: 'PATCH',
      path: enginePaths.securityConfig,
      headers,
      query: request.url.searchParams.get(CONFIRM_LOCKOUT) === 'true' ? CONFIRMED : {},
      body: patchOf(changes),
    })
  );
  const lockout = lockoutAttributes(answer);
  if (lockout)
    return response.conflict({
      body: { message: engineMessage(answer), attributes: { ...lockout } },
    });
  if (answer.statusCode === 412 || answer.statusCode === 409)
    return refused(response, SECURITY_ERRORS.staleSecurityConfig);
  if (answer.statusCode >= 400) throw new EngineRequestError(answer);
  const body: ChangeResponse = { message: (answer.body as ChangeResponse).message };
  return response.ok({ body, ...withTag(answer) });
}

const CONFIRMED = { [CONFIRM_LOCKOUT]: 'true' };
const ROOT = '/config/dynamic';

/** What is not named stays, whatever else stands in the document (RFC 6902). */
const patchOf = ({ authc = {}, http }: SignInChanges): object[] => [
  ...Object.entries(authc).map(([name, value]) => {
    const path = `${ROOT}/authc/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return value === null ? { op: 'remove', path } : { op: 'add', path, value };
  }),
  ...(http ? [{ op: 'add', path: `${ROOT}/http`, value: http }] : []),
];

/** Of `An authentication domain cannot be used … (signing_key is missing)`: the brackets. */
const problemIn = ([first = '']: readonly string[]): string =>
  /\((.*)\)$/.exec(first)?.[1] ?? first;

function ownSignIn({ auth }: RouteRequest): OwnSignIn {
  const { userName = '', backendRoles = [], roles = [] } = auth?.identity ?? {};
  const principal = auth?.caller.kind === 'user' ? auth.caller.principal : undefined;
  const { domain = null, type = null, attributes = {} } = principal?.provided ?? {};
  const { expiresAtMs } = principal ?? {};
  return {
    user_name: userName,
    domain,
    type,
    backend_roles: [...backendRoles],
    attributes: { ...attributes },
    roles: [...roles],
    ...(expiresAtMs !== undefined && { expires_at: expiresAtMs }),
  };
}
