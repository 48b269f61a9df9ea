/** Suspending somebody as one act: no further sign-in, no session left. */
import { logFailure } from './log_failure';
import type { ScreenDeps } from './screen_deps';
import type { EntityClient } from './entity_client';
import { sessionsOf } from './sessions_client';
import { setSuspended } from './user_state';

export interface SuspensionDeps extends Pick<ScreenDeps, 'core'> {
  readonly entities: EntityClient;
}

/**
 * Suspends an internal user and ends the sessions. The engine refuses these already, so that who
 * may suspend and not end sessions has done it all.
 * @throws what saving the user throws
 */
export async function suspend({ core, entities }: SuspensionDeps, name: string): Promise<void> {
  await setSuspended(entities, name, true);
  await sessionsOf(core.http, name)
    .endAll()
    .catch((error: unknown) =>
      logFailure('The sessions of a suspended user are refused, but still listed.', error)
    );
}
