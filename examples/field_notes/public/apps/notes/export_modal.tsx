import {
  EuiButton,
  EuiCodeBlock,
  EuiModalBody,
  EuiModalFooter,
  EuiModalHeader,
  EuiModalHeaderTitle,
} from '@elastic/eui';
import { FormattedMessage, i18n, mountReactNode } from '@sd/core/public';
import type { FieldNotesDeps } from '../../services/deps';

/** Loads all notes and shows them as one text to copy. */
export async function openExport({ core, client, exporting }: FieldNotesDeps): Promise<void> {
  let text: string;
  try {
    text = await exporting.toText(client);
  } catch (error) {
    core.notifications.toasts.addError(error as Error, {
      title: i18n.translate('fieldNotes.export.failed', {
        defaultMessage: 'The notes could not be exported',
      }),
    });
    return;
  }
  const modal = core.overlays.openModal(
    mountReactNode(
      <>
        <EuiModalHeader>
          <EuiModalHeaderTitle>
            <FormattedMessage id="fieldNotes.export.title" defaultMessage="All notes as text" />
          </EuiModalHeaderTitle>
        </EuiModalHeader>
        <EuiModalBody>
          <EuiCodeBlock isCopyable overflowHeight={400}>
            {text}
          </EuiCodeBlock>
        </EuiModalBody>
        <EuiModalFooter>
          <EuiButton fill onClick={() => void modal.close()}>
            <FormattedMessage id="fieldNotes.export.close" defaultMessage="Close" />
          </EuiButton>
        </EuiModalFooter>
      </>
    ),
    {
      'aria-label': i18n.translate('fieldNotes.export.title', {
        defaultMessage: 'All notes as text',
      }),
    }
  );
}
