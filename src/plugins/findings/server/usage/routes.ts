/**
 * Recorded activity, from audit events. `POST /api/v1/access/usage`: what holders of a role used, a
 * smaller role, and a replay of the events against it; or what a user used, and by which role; or
 * what an API key was used for.
 * `POST /api/v1/access/replay`: which of the recorded requests unsaved changes would deny. The
 * engine checks that the caller may read the configuration and the events.
 */
import { ACTIVITY_LIMITS, type ProposedChanges, type RoleUsageBody } from '@sd/contracts';
import type { ScopedEngineClient } from '@sd/core/server';
import type { EngineCalls, RouteTools } from '@sd/plugins/security/server';
import { READ_USAGE, REPLAY_CHANGES } from '../../common';

const DAY_MS = 86_400_000;

interface UsageRouteDeps extends Pick<EngineCalls, 'handle'> {
  readonly tools: Pick<RouteTools, 'toResult'>;
}

export function registerUsageRoutes({ handle, tools }: UsageRouteDeps): void {
  handle(READ_USAGE, async ({ body, engine }) => {
    if ('api_key' in body) return tools.toResult(engine.apiKeys.usage(body));
    if ('user' in body) return tools.toResult(engine.userUsage(body));
    const earlier = await earlierRole(engine, body);
    const usage = engine.roleUsage({ ...body, ...(earlier && { earlier }) });
    return tools.toResult(usage);
  });

  handle(REPLAY_CHANGES, ({ body, engine }) => {
    const { changes, ...source } = body;
    const replay = engine.replay({ changes: changes as ProposedChanges, ...source });
    return tools.toResult(replay);
  });
}

/** The role before its first change of the last days; absent without such a change. */
async function earlierRole({ history }: ScopedEngineClient, { role }: RoleUsageBody) {
  const fromMs = Date.now() - ACTIVITY_LIMITS.deniedDays * DAY_MS;
  const updates = { types: ['roles'], name: role, actions: ['update'], fromMs } as const;
  const listed = await history.list({ ...updates, page: 1, perPage: 1_000 });
  const first = listed.ok ? listed.result.items.at(-1) : undefined;
  if (!first) return undefined;
  const change = await history.get(first.id);
  const before = change.ok ? change.result.before : undefined;
  return before && { role: before, untilMs: first.atMs };
}
