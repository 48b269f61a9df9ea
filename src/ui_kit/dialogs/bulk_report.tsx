/** What was deleted, or done otherwise, and what was not, item by item. */
import { EuiConfirmModal, EuiText, useGeneratedHtmlId } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import type { ReactElement } from 'react';
import type { BulkItem, BulkResult } from './bulk';

export interface BulkReportProps {
  readonly items: readonly BulkItem[];
  readonly results: readonly BulkResult[];
  /** Of an act that is no deletion. */
  readonly title: string | undefined;
  /** @param done - ids of what was done */
  readonly onClose: (done: readonly string[]) => void;
}

export function BulkReport({ items, results, title, onClose }: BulkReportProps): ReactElement {
  const titleId = useGeneratedHtmlId({ prefix: 'reportTitle' });
  const names = new Map(items.map(({ id, name }) => [id, name]));
  const done = results.filter(({ isDone }) => isDone).map(({ id }) => id);
  const failed = results.filter(({ isDone }) => !isDone);
  const close = () => onClose(done);
  return (
    <EuiConfirmModal
      aria-labelledby={titleId}
      titleProps={{ id: titleId }}
      title={
        title ??
        i18n.translate('uiKit.report.title', { defaultMessage: 'Not everything was deleted' })
      }
      confirmButtonText={i18n.translate('uiKit.report.close', { defaultMessage: 'Close' })}
      cancelButtonText={undefined}
      defaultFocusedButton="confirm"
      onCancel={close}
      onConfirm={close}
    >
      <EuiText size="s" role="status" style={{ overflowWrap: 'anywhere' }}>
        <p>
          {title === undefined ? (
            <FormattedMessage
              id="uiKit.report.counts"
              defaultMessage="Deleted: {deleted}. Failed: {failed}."
              values={{ deleted: done.length, failed: failed.length }}
            />
          ) : (
            <FormattedMessage
              id="uiKit.report.doneCounts"
              defaultMessage="Done: {done}. Failed: {failed}."
              values={{ done: done.length, failed: failed.length }}
            />
          )}
        </p>
        <ul>
          {failed.map(({ id, message }) => (
            <li key={id}>
              <strong>{names.get(id) ?? id}</strong>
              {message !== undefined && `: ${message}`}
            </li>
          ))}
        </ul>
      </EuiText>
    </EuiConfirmModal>
  );
}
