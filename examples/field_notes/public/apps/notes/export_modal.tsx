import {
  EuiButton,
  EuiCodeBlock,
  EuiModalBody,
  EuiModalFooter,
  EuiModalHeader,
  EuiModalHeaderTitle,
} from '@elastic/eui';
import { mountReactNode, t } from '@sd/core/public';
import type { FieldNotesDeps } from '../../services/deps';

/** Loads all notes and shows them as one text to copy. */
export async function openExport({ core, client, exporting }: FieldNotesDeps): Promise<void> {
  let text: string;
  try {
    text = await exporting.toText(client);
  } catch (error) {
    core.notifications.toasts.addError(error as Error, {
      title: t('fieldNotes.export.failed', 'The notes could not be exported'),
    });
    return;
  }
  const modal = core.overlays.openModal(
    mountReactNode(
      <>
        <EuiModalHeader>
          <EuiModalHeaderTitle>
            {t('fieldNotes.export.title', 'All notes as text')}
          </EuiModalHeaderTitle>
        </EuiModalHeader>
        <EuiModalBody>
          <EuiCodeBlock isCopyable overflowHeight={400}>
            {text}
          </EuiCodeBlock>
        </EuiModalBody>
        <EuiModalFooter>
          <EuiButton fill onClick={() => void modal.close()}>
            {t('fieldNotes.export.close', 'Close')}
          </EuiButton>
        </EuiModalFooter>
      </>
    ),
    {
      'aria-label': t('fieldNotes.export.title', 'All notes as text'),
    }
  );
}
