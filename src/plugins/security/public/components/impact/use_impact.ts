/** Loads the impact of unsaved changes, or of a revert. */
import type { ChangeImpact, ProposedChanges } from '@sd/contracts';
import { type HttpSetup, send } from '@sd/core/public';
import { type Read, useServerQuery } from '@sd/ui_kit';
import { READ_CHANGE_IMPACT } from '../../../common';
import { useAdmin } from '../../services/admin_context';
import { useFeature } from '../../services/features';
import type { AccessLoss } from '../resource_delete_dialog';

/** Not below the key of the lists: the impact is not reloaded after saving. */
const IMPACT_KEY = ['securityImpact'] as const;

export type ImpactRequest =
  | { readonly changes: ProposedChanges }
  /** Ids of recorded changes. */
  | { readonly reverts: readonly number[] };

/** @param proposal - `undefined` if there is nothing to evaluate */
export function useImpact(proposal: ImpactRequest | undefined): Read<ChangeImpact> {
  const { http } = useAdmin().core;
  const isExplained = useFeature('explain');
  const request = proposal && JSON.stringify(proposal);
  return useServerQuery(
    [...IMPACT_KEY, request ?? ''],
    (signal) => readImpact(http, JSON.parse(request ?? '{}') as ImpactRequest, signal),
    { keepsPrevious: true, isFresh: true, isOff: !isExplained || request === undefined }
  );
}

const queues = new WeakMap<object, Promise<unknown>>();

/** Runs one request at a time; requests aborted while waiting are not sent. */
function readImpact(
  http: Pick<HttpSetup, 'post'>,
  request: ImpactRequest,
  signal: AbortSignal
): Promise<ChangeImpact> {
  const pending = (queues.get(http) ?? Promise.resolve()).then(() => {
    signal.throwIfAborted();
    return send(http, READ_CHANGE_IMPACT, { body: request });
  });
  queues.set(
    http,
    pending.catch(() => undefined)
  );
  return pending;
}

/** Number of user names in a confirmation before deletion. */
const MAX_NAMES = 3;

/** Internal users who would lose access; `undefined` until it is known. */
export function useAccessLoss(changes: ProposedChanges): AccessLoss | undefined {
  const { data } = useImpact({ changes });
  return (
    data && {
      total: data.loses.total,
      names: data.loses.people.slice(0, MAX_NAMES).map(({ name }) => name),
    }
  );
}

/**
 * A save as a proposed change; `undefined` if it equals the stored entity.
 * @param stored - the unchanged form as it would be saved; `undefined` for a new entity
 */
export const entityChange = (
  type: keyof ProposedChanges,
  name: string,
  stored: object | undefined,
  typed: object
): ProposedChanges | undefined =>
  JSON.stringify(stored) === JSON.stringify(typed) ? undefined : { [type]: { [name]: typed } };
