/** Reverts changes that were made together. */
import { type HttpSetup, send } from '@sd/core/public';
import type { CallResult } from '@sd/contracts';
import { REVERT_TOGETHER, LIST_CHANGES } from '../../../common';
import { errorMessage } from './plan';

/**
 * @param changes - ids in the change history
 * @returns why some were not reverted, one on a line; empty if all were
 */
export async function revertTogether(
  http: Pick<HttpSetup, 'post'>,
  changes: readonly number[]
): Promise<string> {
  const { results } = await send(http, REVERT_TOGETHER, { body: { changes: [...changes] } });
  return results
    .filter(({ is_done: isDone }) => !isDone)
    .map((one) => `${one.name}: ${errorMessage(one)}`)
    .join('\n');
}

/** The latest changes, newest first. */
export const listChanges = async (
  http: Pick<HttpSetup, 'get'>,
  count: number,
  signal: AbortSignal
): Promise<CallResult<typeof LIST_CHANGES>['items']> =>
  (await send(http, LIST_CHANGES, { query: { per_page: count }, signal })).items;
