/** What unsaved changes would do to people, asked once the typing rests. */
import type { ChangeImpact, ProposedChanges } from '@sd/contracts';
import { type Read, useServerQuery } from '@sd/ui_kit';
import { useAdmin } from '../../services/admin_context';
import { useFeature } from '../../services/features';
import type { AccessLoss } from '../resource_delete_dialog';

/** Not below the key of the lists: what was asked about is not asked again once it is saved. */
const IMPACT_KEY = ['securityImpact'] as const;

/** @param changes - `undefined`: there is nothing to ask about */
export function useImpact(changes: ProposedChanges | undefined): Read<ChangeImpact> {
  const { access } = useAdmin();
  const isExplained = useFeature('explain');
  const request = changes && JSON.stringify(changes);
  return useServerQuery(
    [...IMPACT_KEY, request ?? ''],
    (signal) => access.impact(JSON.parse(request ?? '{}') as ProposedChanges, signal),
    { keepsPrevious: true, isFresh: true, isOff: !isExplained || request === undefined }
  );
}

/** Named in a question before something is deleted. */
const SHOWN_NAMES = 3;

/** Internal users who lose something by changes; `undefined` while that is not known. */
export function useAccessLoss(changes: ProposedChanges): AccessLoss | undefined {
  const { data } = useImpact(changes);
  return (
    data && {
      total: data.loses.total,
      names: data.loses.people.slice(0, SHOWN_NAMES).map(({ name }) => name),
    }
  );
}

/**
 * A save as a change to ask about; `undefined` when it would save what is stored.
 * @param stored - as the untouched form would save it; `undefined` for a new entity
 */
export const entityChange = (
  type: keyof ProposedChanges,
  name: string,
  stored: object | undefined,
  typed: object
): ProposedChanges | undefined =>
  JSON.stringify(stored) === JSON.stringify(typed) ? undefined : { [type]: { [name]: typed } };
