/**
 * `POST /api/v1/access/usage`: what holders of a role used according to audit events, a smaller
 * role, and a replay of the events against it. The engine checks that the caller may read the
 * configuration and the events.
 */
import {
  ACTIVITY_LIMITS,
  ENGINE_ERRORS,
  ROLE_USAGE,
  ROLE_USAGE_BODY,
  type RoleUsageBody,
} from '@sd/contracts';
import type { RouteRequest } from '@sd/core/server';
import { API_PATHS, SECURITY_ERRORS } from '../../../common';
import { resultOf, withEngineErrors } from '../shared/engine_requests';
import type { RouteDeps } from '../shared/route_deps';

const DAY_MS = 86_400_000;

export function registerUsageRoute(deps: RouteDeps): void {
  deps.router.post(
    {
      path: API_PATHS.roleUsage,
      validate: { body: ROLE_USAGE_BODY },
      doc: {
        summary: 'What holders of a role used, and a smaller role',
        responses: { 200: ROLE_USAGE },
        errors: [ENGINE_ERRORS.notFound, SECURITY_ERRORS.featureUnsupported],
      },
      options: {
        ...{ access: 'admin', reads: true, rateLimitPerMinute: 600 },
        body: { maxBytes: ACTIVITY_LIMITS.bodyBytes },
      },
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        const { body } = request;
        const earlier = await earlierRole(deps, request, body);
        const usage = deps.asScoped(request).roleUsage({ ...body, ...(earlier && { earlier }) });
        return response.ok({ body: await resultOf(usage) });
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
