/**
 * Reverts changes that were made together, such as those of a promotion. Nothing is reverted if one
 * of the entries has changed since.
 */
import { CodedError, type RevertTogetherResponse } from '@sd/contracts';
import type { HistoryChangeDetails, ScopedEngineClient } from '@sd/core/server';
import { SECURITY_ERRORS } from '../../common';
import { EngineUnavailableError } from '../engine_unavailable';
import { engineMessage, NOT_TRIED } from '../engine_errors';
import { lostResult, mapEngineErrors, toResult } from '../engine_requests';

type RevertResult = RevertTogetherResponse['results'][number];

/** Names in the text of an error. */
const MAX_NAMES = 10;

/** @throws {CodedError} if an entry has changed since */
export async function revertTogether(
  history: ScopedEngineClient['history'],
  ids: readonly number[],
  confirmsLockout: boolean
): Promise<RevertTogetherResponse> {
  const changes: HistoryChangeDetails[] = [];
  // Entries were created before those that refer to them, so the newest is reverted first.
  for (const id of [...new Set(ids)].sort((one, other) => other - one))
    changes.push(await toResult(history.get(id)));
  const stale = changes.filter(({ isLatest }) => !isLatest).map(({ name }) => name);
  if (stale.length > 0)
    throw new CodedError(SECURITY_ERRORS.changedSince, {
      names: stale.slice(0, MAX_NAMES).join(', '),
    });
  const results: RevertResult[] = [];
  let isLost = false;
  for (const { id, name } of changes) {
    let failure: Partial<RevertResult> | undefined = NOT_TRIED;
    if (!isLost)
      try {
        const result = await mapEngineErrors(history.revert(id, { confirmsLockout }));
        failure = result.statusCode < 400 ? undefined : { message: engineMessage(result) };
      } catch (error) {
        // What was reverted before is reported nevertheless.
        if (!(error instanceof EngineUnavailableError)) throw error;
        isLost = true;
        failure = lostResult(error);
      }
    results.push({ id, name, is_done: failure === undefined, ...failure });
  }
  return { results };
}
