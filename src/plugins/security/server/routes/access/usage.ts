/**
 * Recorded activity, from audit events. `POST /api/v1/access/usage`: what holders of a role used, a
 * smaller role, and a replay of the events against it; or what a user used, and by which role; or
 * what an API key was used for.
 * `POST /api/v1/access/replay`: which of the recorded requests unsaved changes would deny. The
 * engine checks that the caller may read the configuration and the events.
 */
import {
  ACTIVITY_LIMITS,
  CHANGE_REPLAY,
  ENGINE_ERRORS,
  REPLAY_BODY,
  USAGE,
  USAGE_BODY,
  type ProposedChanges,
  type RoleUsageBody,
} from '@sd/contracts';
import type { RouteRequest } from '@sd/core/server';
import { ACCESS_PATHS, SECURITY_ERRORS } from '../../../common';
import { resultOf, withEngineErrors } from '../shared/engine_requests';
import type { RouteDeps } from '../shared/route_deps';

/** A request may bring along what was recorded. */
const OPTIONS = {
  access: 'admin',
  rights: 'each',
  reads: true,
  rateLimitPerMinute: 600,
  body: { maxBytes: ACTIVITY_LIMITS.bodyBytes },
} as const;
const DAY_MS = 86_400_000;

export function registerUsageRoute(deps: RouteDeps): void {
  deps.router.post(
    {
      path: ACCESS_PATHS.usage,
      validate: { body: USAGE_BODY },
      doc: {
        summary: 'What a user, an API key or the holders of a role used, and a smaller role',
        responses: { 200: USAGE },
        errors: [
          ENGINE_ERRORS.notFound,
          ENGINE_ERRORS.noSuchApiKey,
          SECURITY_ERRORS.featureUnsupported,
        ],
      },
      options: OPTIONS,
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        const { body } = request;
        if ('api_key' in body)
          return response.ok({ body: await resultOf(deps.asScoped(request).apiKeys.usage(body)) });
        if ('user' in body)
          return response.ok({ body: await resultOf(deps.asScoped(request).userUsage(body)) });
        const earlier = await earlierRole(deps, request, body);
        const usage = deps.asScoped(request).roleUsage({ ...body, ...(earlier && { earlier }) });
        return response.ok({ body: await resultOf(usage) });
      })
  );

  deps.router.post(
    {
      path: ACCESS_PATHS.replay,
      validate: { body: REPLAY_BODY },
      doc: {
        summary: 'Recorded requests that unsaved changes would deny',
        responses: { 200: CHANGE_REPLAY },
        errors: [SECURITY_ERRORS.featureUnsupported],
      },
      options: OPTIONS,
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        const { changes, ...source } = request.body;
        const replay = deps
          .asScoped(request)
          .replay({ changes: changes as ProposedChanges, ...source });
        return response.ok({ body: await resultOf(replay) });
      })
  );
}

/** The role before its first change of the last days; absent without such a change. */
async function earlierRole(deps: RouteDeps, request: RouteRequest, { role }: RoleUsageBody) {
  const { history } = deps.asScoped(request);
  const fromMs = Date.now() - ACTIVITY_LIMITS.deniedDays * DAY_MS;
  const updates = { types: ['roles'], name: role, actions: ['update'], fromMs } as const;
  const listed = await history.list({ ...updates, page: 1, perPage: 1_000 });
  const first = listed.ok ? listed.result.items.at(-1) : undefined;
  if (!first) return undefined;
  const change = await history.get(first.id);
  const before = change.ok ? change.result.before : undefined;
  return before && { role: before, untilMs: first.atMs };
}
