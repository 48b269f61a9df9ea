/** Makes the changes of an approved request, with all checks of an import. */
import type { ImportReceived } from '@sd/contracts';
import type { RouteRequest, ScopedEngineClient } from '@sd/core/server';
import type { CONFIRM_LOCKOUT } from '../../../common';
import type { StoredRequest } from '../../change_requests/change_request_store';
import { imported } from '../configuration_import';
import type { RouteDeps } from '../shared/route_deps';
import { keyOf, withStates } from './requested_changes';

/**
 * Leaves out what is done already, so that a request can be applied again after a part of it was.
 * The versions that the author saw are sent along: an entry that was changed since is refused.
 */
export async function appliedChanges(
  because: RouteDeps['because'],
  engine: ScopedEngineClient,
  request: RouteRequest<unknown, { readonly [CONFIRM_LOCKOUT]?: string | undefined }>,
  { id, title, author, changes }: StoredRequest,
  isDryRun: boolean
): Promise<ImportReceived> {
  const states = await withStates(engine, changes, true);
  const done = new Set(states.filter(({ state }) => state === 'done').map(keyOf));
  const left = changes.filter((one) => !done.has(keyOf(one)));
  const isDone = { is_done: true, is_whole: true, results: [] };
  const answer =
    left.length === 0
      ? isDone
      : await because({ kind: 'change_request', id, text: title, author }, () =>
          imported(engine, request, {
            changes: left.map(({ before: _before, ...change }) => change),
            trial: isDryRun,
          })
        );
  const notNeeded = states
    .filter(({ state }) => state === 'done')
    .map(({ kind, name }) => ({ kind, name, is_done: true }));
  return { ...answer, results: [...notNeeded, ...answer.results] };
}
