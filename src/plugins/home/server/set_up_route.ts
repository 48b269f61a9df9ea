/** `GET /api/home/set_up`: the facts of the set-up, for administrators. */
import type { EngineServiceSetup, Router } from '@sd/core/server';
import { SET_UP_RESPONSE, SET_UP_PATH, type SetUpFacts } from '../common';
import { collectFacts } from './setup_status';

/** Several tabs that open at once ask the engine once; a change is seen by the next look. */
const KEPT_MS = 1_000;
const MAX_KEPT = 100;

interface Kept {
  readonly facts: Promise<SetUpFacts>;
  readonly atMs: number;
}

/** @param now - wall clock, epoch milliseconds */
export function registerSetUpRoute(
  router: Router,
  engine: EngineServiceSetup,
  now: () => number = Date.now
): void {
  const kept = new Map<string, Kept>();
  router.get(
    {
      path: SET_UP_PATH,
      validate: false,
      doc: { summary: 'The facts of the set-up', answers: { 200: SET_UP_RESPONSE } },
      options: { access: 'admin' },
    },
    async (request, response) => {
      const { identity, tenant } = request.auth as NonNullable<typeof request.auth>;
      const isMultitenancyOn = tenant !== undefined;
      // An API key is shown less than its owner.
      const { userName, roles, key: apiKey } = identity;
      const key = JSON.stringify([
        [userName, apiKey ? roles : null, apiKey ?? null],
        request.remoteAddress,
        isMultitenancyOn,
      ]);
      const known = kept.get(key);
      if (known && now() - known.atMs < KEPT_MS) return response.ok({ body: await known.facts });
      const facts = collectFacts(engine.asScoped(request), engine, isMultitenancyOn);
      if (kept.size >= MAX_KEPT) kept.clear();
      kept.set(key, { facts, atMs: now() });
      facts.catch(() => kept.delete(key));
      return response.ok({ body: await facts });
    }
  );
}
