import { EuiButton, EuiCallOut } from '@elastic/eui';
import type { History } from 'history';
import { mountReactNode, t } from '@sd/core/public';
import type { FieldNotesDeps } from '../../services/deps';
import { CONTINUED } from './form/note_values';

/**
 * Offers the draft stored after a fatal error.
 * @returns a function that removes the banner
 */
export function showDraftBanner({ core, drafts }: FieldNotesDeps, history: History): () => void {
  if (!drafts.hasDraft()) return () => undefined;
  const { banners } = core.overlays;
  const hide = () => void banners.remove(id);
  const continueDraft = () => {
    hide();
    history.push(`/new${CONTINUED}`);
  };
  const title = t('fieldNotes.draft.title', 'You have an unfinished note');
  const id = banners.add(
    mountReactNode(
      <EuiCallOut size="s" iconType="notebookApp" title={title}>
        <EuiButton size="s" onClick={continueDraft}>
          {t('fieldNotes.draft.continue', 'Continue writing')}
        </EuiButton>
      </EuiCallOut>
    )
  );
  return hide;
}
