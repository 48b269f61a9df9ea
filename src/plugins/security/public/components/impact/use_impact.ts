/** What unsaved changes would do to people, asked once the typing rests. */
import type { ChangeImpact, ProposedChanges } from '@sd/contracts';
import { type Read, useRead } from '@sd/ui_kit';
import { useEffect, useState } from 'react';
import { useAdmin } from '../../services/admin_context';
import { useFeature } from '../../services/features';

/** Milliseconds without a change after which is asked: a pause, not each key. */
const REST_MS = 400;
/** Not below the key of the lists: what was asked about is not asked again once it is saved. */
const IMPACT_KEY = ['securityImpact'] as const;

/** @param changes - `undefined`: there is nothing to ask about */
export function useImpact(changes: ProposedChanges | undefined): Read<ChangeImpact> {
  const { access } = useAdmin();
  const isExplained = useFeature('explain');
  const question = changes && JSON.stringify(changes);
  return useRead(
    [...IMPACT_KEY, question ?? ''],
    (signal) => access.impact(JSON.parse(question ?? '{}') as ProposedChanges, signal),
    { keepsPrevious: true, isFresh: true, isOff: !isExplained || question === undefined }
  );
}

/** The value as it was when it last stayed the same for a while. */
export function useRested<T>(value: T, isSame: (one: T, other: T) => boolean): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    if (isSame(value, rested)) return undefined;
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value, rested, isSame]);
  return rested;
}
