/** What lists and pages show of renaming before its dialog loads. */
import { t } from '@sd/core/public';
import { useFeature } from '../services/features';

export const renameLabel = (): string => t('security.rename.confirm', 'Rename');

/** Why the backend cannot rename, or `undefined` if it can. */
export function useRenameReason(): string | undefined {
  return useFeature('rename')
    ? undefined
    : t('security.rename.unsupported', "This server's backend can't rename entries.");
}
