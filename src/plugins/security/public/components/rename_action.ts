/** What lists and pages show of renaming before its dialog loads. */
import { RENAME_RIGHTS } from '@sd/contracts';
import { t } from '@sd/core/public';
import type { Renamable } from '../services/entity_client';
import { useFeature } from '../services/features';
import { useLackingText } from '../services/rights';

export const renameLabel = (): string => t('security.rename.confirm', 'Rename');

/** Why the user or the backend cannot rename, or `undefined` if they can. */
export function useRenameReason(): (resource: Renamable) => string | undefined {
  const isSupported = useFeature('rename');
  const lacking = useLackingText();
  return (resource) =>
    isSupported
      ? lacking(RENAME_RIGHTS[resource])
      : t('security.rename.unsupported', "This server's backend can't rename entries.");
}
