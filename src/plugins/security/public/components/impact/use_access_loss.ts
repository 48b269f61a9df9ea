import type { ProposedChanges } from '@sd/contracts';
import type { AccessLoss } from '../resource_delete_dialog';
import { useImpact } from './use_impact';

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
