/** What unsaved changes would do to people, asked once the typing rests. */
import type { ChangeImpact, ProposedChanges } from '@sd/contracts';
import { type Read, useServerQuery } from '@sd/ui_kit';
import { useAdmin } from '../../services/admin_context';
import { useFeature } from '../../services/features';

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
