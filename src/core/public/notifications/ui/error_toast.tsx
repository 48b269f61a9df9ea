/** Content of an error toast, and the modal with the full error. Lazy chunk. */
import {
  EuiButton,
  EuiCallOut,
  EuiCodeBlock,
  EuiModalBody,
  EuiModalFooter,
  EuiModalHeader,
  EuiModalHeaderTitle,
  EuiSpacer,
} from '@elastic/eui';
import type { ReactElement } from 'react';
import { t } from '../../i18n';
import type { MountPoint } from '../../types';
import { mountReactNode } from '../../theme/render_app';
import type { ErrorToastTextParams } from '../error_toast_params';

export const mountErrorToast = (params: ErrorToastTextParams): MountPoint =>
  mountReactNode(<ErrorToast {...params} />);

function ErrorToast({ error, title, message, openModal }: ErrorToastTextParams): ReactElement {
  const showFullError = () => {
    const modal = openModal(
      mountReactNode(<FullError title={title} error={error} onClose={() => void modal.close()} />),
      { 'data-test-subj': 'fullErrorModal', 'aria-label': title, maxWidth: 800 }
    );
  };
  return (
    <>
      <p data-test-subj="errorToastMessage">{message}</p>
      <EuiButton size="s" color="danger" onClick={showFullError}>
        {t('core.toasts.errorToast.seeFullError', 'See the full error')}
      </EuiButton>
    </>
  );
}

interface FullErrorProps {
  readonly title: string;
  readonly error: Error;
  readonly onClose: () => void;
}

export function FullError({ title, error, onClose }: FullErrorProps): ReactElement {
  const details = describeError(error);
  return (
    <>
      <EuiModalHeader>
        <EuiModalHeaderTitle>{title}</EuiModalHeaderTitle>
      </EuiModalHeader>
      <EuiModalBody>
        <EuiCallOut
          size="s"
          color="danger"
          iconType="warning"
          title={error.message}
          announceOnMount={false}
        />
        {details !== '' && (
          <>
            <EuiSpacer size="m" />
            <EuiCodeBlock
              isCopyable
              paddingSize="s"
              overflowHeight={360}
              aria-label={t('core.notifications.errorToast.details', 'Error details')}
            >
              {details}
            </EuiCodeBlock>
          </>
        )}
      </EuiModalBody>
      <EuiModalFooter>
        <EuiButton fill onClick={onClose}>
          {t('core.notifications.errorToast.closeModal', 'Close')}
        </EuiButton>
      </EuiModalFooter>
    </>
  );
}

/**
 * Returns the cause's type and reason on separate lines if the response included them, an empty
 * line, then the stack.
 */
export function describeError(error: Error): string {
  const { body } = error as {
    body?: { attributes?: { error?: { caused_by?: { type?: string; reason?: string } } } };
  };
  const cause = body?.attributes?.error?.caused_by;
  const causeLines = [cause?.type, cause?.reason].filter(Boolean).join('\n');
  return [causeLines, error.stack].filter(Boolean).join('\n\n');
}
