/** Asks, deletes, and reports on each object that could not be deleted; one failure does not stop the others. */
import { EuiConfirmModal, EuiSpacer, EuiText, useGeneratedHtmlId } from '@elastic/eui';
import { useState, type ReactElement } from 'react';
import { FormattedMessage, i18n, type IHttpFetchError } from '@sd/core/public';
import { errorText } from '../services/http_errors';
import { ObjectList } from './object_list';
import type { ObjectRow } from './objects_api';
import type { DialogProps } from './dialog_props';

export interface DeleteDialogProps extends DialogProps {
  readonly objects: readonly ObjectRow[];
}

interface Failure {
  readonly object: ObjectRow;
  readonly message: string;
}

export function DeleteDialog({
  api,
  toasts,
  tenants,
  objects,
  onClose,
}: DeleteDialogProps): ReactElement {
  const titleId = useGeneratedHtmlId({ prefix: 'deleteTitle' });
  const [isBusy, setIsBusy] = useState(false);
  const [failures, setFailures] = useState<readonly Failure[]>();

  const confirm = async () => {
    setIsBusy(true);
    const failed: Failure[] = [];
    for (const object of objects) {
      try {
        await api.delete(object);
      } catch (error) {
        // Gone already is as good as deleted.
        const isGone = (error as Partial<IHttpFetchError>).response?.status === 404;
        if (!isGone) failed.push({ object, message: errorText(error) });
      }
    }
    setIsBusy(false);
    if (failed.length > 0) return setFailures(failed);
    toasts.addSuccess(
      i18n.translate('management.delete.done', {
        defaultMessage: '{count, plural, one {# object deleted} other {# objects deleted}}',
        values: { count: objects.length },
      })
    );
    onClose(true);
  };

  if (failures) {
    const close = () => onClose(failures.length < objects.length);
    return (
      <EuiConfirmModal
        aria-labelledby={titleId}
        titleProps={{ id: titleId }}
        title={i18n.translate('management.delete.reportTitle', {
          defaultMessage: 'Not everything was deleted',
        })}
        confirmButtonText={i18n.translate('management.delete.close', { defaultMessage: 'Close' })}
        cancelButtonText={undefined}
        defaultFocusedButton="confirm"
        onCancel={close}
        onConfirm={close}
      >
        <EuiText size="s" role="status" style={{ overflowWrap: 'anywhere' }}>
          <p>
            <FormattedMessage
              id="management.delete.report"
              defaultMessage="Deleted: {deleted}. Failed: {failed}."
              values={{ deleted: objects.length - failures.length, failed: failures.length }}
            />
          </p>
          <ul>
            {failures.map(({ object, message }) => (
              <li key={object.key}>
                <strong>{object.title}</strong>
                {': '}
                {message}
              </li>
            ))}
          </ul>
        </EuiText>
      </EuiConfirmModal>
    );
  }
  return (
    <EuiConfirmModal
      aria-labelledby={titleId}
      titleProps={{ id: titleId }}
      title={i18n.translate('management.delete.title', {
        defaultMessage: '{count, plural, one {Delete # object?} other {Delete # objects?}}',
        values: { count: objects.length },
      })}
      cancelButtonText={i18n.translate('management.delete.cancel', { defaultMessage: 'Cancel' })}
      confirmButtonText={i18n.translate('management.delete.confirm', { defaultMessage: 'Delete' })}
      buttonColor="danger"
      defaultFocusedButton="cancel"
      isLoading={isBusy}
      onCancel={() => onClose(false)}
      onConfirm={() => void confirm()}
    >
      <EuiText size="s">
        <p>
          {tenants.current ? (
            <FormattedMessage
              id="management.delete.textTenant"
              defaultMessage="They are deleted from the tenant {tenant} for everybody. This cannot be undone."
              values={{ tenant: <strong>{tenants.current.label}</strong> }}
            />
          ) : (
            <FormattedMessage
              id="management.delete.text"
              defaultMessage="They are deleted for everybody. This cannot be undone."
            />
          )}
        </p>
      </EuiText>
      <EuiSpacer size="s" />
      <ObjectList objects={objects} />
    </EuiConfirmModal>
  );
}
