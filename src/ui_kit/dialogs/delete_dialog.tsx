/**
 * Confirms a deletion, runs it, shows its progress, and reports each item that could not be
 * deleted. A failure neither stops the others nor is hidden.
 */
import {
  EuiCallOut,
  EuiConfirmModal,
  EuiFieldText,
  EuiFormRow,
  EuiProgress,
  EuiSpacer,
  EuiText,
  useGeneratedHtmlId,
} from '@elastic/eui';
import { type ReactElement, type ReactNode, useState } from 'react';
import { errorText, t } from '@sd/core/public';
import type { BulkItem, BulkResult, BulkRun } from './bulk';
import { TruncatedList } from '../controls/truncated_list';

/** Report of the succeeded and failed items of a deletion or another operation. */
interface BulkReportProps {
  readonly items: readonly BulkItem[];
  readonly results: readonly BulkResult[];
  /** Set for operations other than deletion. */
  readonly title: string | undefined;
  /** @param done - ids of the items that succeeded */
  readonly onClose: (done: readonly string[]) => void;
}

function BulkReport({ items, results, title, onClose }: BulkReportProps): ReactElement {
  const titleId = useGeneratedHtmlId({ prefix: 'reportTitle' });
  const names = new Map(items.map(({ id, name }) => [id, name]));
  const done = results.filter(({ isDone }) => isDone).map(({ id }) => id);
  const failed = results.filter(({ isDone }) => !isDone);
  const close = () => onClose(done);
  return (
    <EuiConfirmModal
      aria-labelledby={titleId}
      titleProps={{ id: titleId }}
      title={title ?? t('uiKit.report.title', 'Some items were not deleted')}
      confirmButtonText={t('uiKit.common.close', 'Close')}
      cancelButtonText={undefined}
      defaultFocusedButton="confirm"
      onCancel={close}
      onConfirm={close}
    >
      <EuiText size="s" role="status" style={{ overflowWrap: 'anywhere' }}>
        <p>
          {title === undefined
            ? t('uiKit.report.counts', 'Deleted: {deleted}. Failed: {failed}.', {
                deleted: done.length,
                failed: failed.length,
              })
            : t('uiKit.report.doneCounts', 'Done: {done}. Failed: {failed}.', {
                done: done.length,
                failed: failed.length,
              })}
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

/** Props of {@link DeleteDialog}. */
export interface DeleteDialogProps {
  /**
   * Items to delete. Their names are listed, shortened if there are many, unless the title names
   * the only one.
   */
  readonly items: readonly BulkItem[];
  /** Heading of the dialog, in the user's language. */
  readonly title: string;
  /** The question, as a paragraph, unless the title is the question. */
  readonly children?: ReactNode;
  /** Consequences of the deletion, as a sentence. */
  readonly consequences?: ReactNode;
  /** Text that the user must type to confirm, for deletions that affect many users. */
  readonly confirmationText?: string;
  /** Further options, shown below the consequences. */
  readonly options?: ReactNode;
  /** Accessible name of the list of items. */
  readonly itemsLabel: string;
  /** Default: "Delete". */
  readonly confirmLabel?: string;
  /** Heading of the failure report, for operations other than deletion. */
  readonly reportTitle?: string;
  /** Whether the operation removes nothing, so that the button is not styled as a warning. */
  readonly isHarmless?: boolean;
  /** Whether `options` still require a decision. */
  readonly isIncomplete?: boolean;
  /**
   * Runs the deletion when the user confirms, and again on a retry after it has thrown. The dialog
   * stays open and shows the error.
   */
  readonly run: BulkRun;
  /** Closes the dialog. @param deleted - ids of the deleted items; empty if nothing was done */
  readonly onClose: (deleted: readonly string[]) => void;
}

/**
 * Asks for confirmation before items are deleted, shows the progress, and reports each item that
 * could not be deleted.
 */
export function DeleteDialog({
  items,
  title,
  children,
  consequences,
  confirmationText,
  options,
  itemsLabel,
  confirmLabel,
  reportTitle,
  isHarmless = false,
  isIncomplete = false,
  run,
  onClose,
}: DeleteDialogProps): ReactElement {
  const titleId = useGeneratedHtmlId({ prefix: 'deleteTitle' });
  const [isBusy, setIsBusy] = useState(false);
  const [results, setResults] = useState<readonly BulkResult[]>([]);
  const [failure, setFailure] = useState<string>();
  const [typed, setTyped] = useState('');
  const [isReporting, setIsReporting] = useState(false);

  const confirm = async () => {
    const finished: BulkResult[] = [];
    setIsBusy(true);
    setFailure(undefined);
    try {
      await run((result) => {
        finished.push(result);
        setResults([...finished]);
      });
      if (finished.every(({ isDone }) => isDone)) return onClose(finished.map(({ id }) => id));
      setIsReporting(true);
    } catch (error) {
      setFailure(errorText(error));
    }
    setIsBusy(false);
  };

  const [first] = items;
  const isListed = items.length > 1 || (first && !title.includes(first.name));
  if (isReporting)
    return <BulkReport items={items} results={results} title={reportTitle} onClose={onClose} />;
  return (
    <EuiConfirmModal
      aria-labelledby={titleId}
      titleProps={{ id: titleId }}
      title={title}
      cancelButtonText={t('uiKit.common.cancel', 'Cancel')}
      confirmButtonText={confirmLabel ?? t('uiKit.delete.confirm', 'Delete')}
      buttonColor={isHarmless ? 'primary' : 'danger'}
      // A second Enter must not delete.
      defaultFocusedButton={isHarmless && !isIncomplete ? 'confirm' : 'cancel'}
      isLoading={isBusy}
      confirmButtonDisabled={
        isIncomplete || (confirmationText !== undefined && typed !== confirmationText)
      }
      onCancel={() => onClose([])}
      onConfirm={() => void confirm()}
    >
      {children && <EuiText size="s">{children}</EuiText>}
      {isListed && (
        <>
          <EuiSpacer size="s" />
          <TruncatedList items={items.map(({ name }) => name)} label={itemsLabel} />
        </>
      )}
      {consequences && (
        <EuiText size="s">
          {(children || isListed) && <EuiSpacer size="s" />}
          <p>{consequences}</p>
        </EuiText>
      )}
      {options}
      {confirmationText !== undefined && (
        <>
          <EuiSpacer size="m" />
          <EuiFormRow
            label={t('uiKit.delete.type', 'Type {word} to confirm', { word: confirmationText })}
          >
            <EuiFieldText
              value={typed}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => setTyped(target.value)}
            />
          </EuiFormRow>
        </>
      )}
      {isBusy && items.length > 1 && (
        <>
          <EuiSpacer size="m" />
          <EuiProgress
            size="s"
            max={items.length}
            value={results.length}
            label={t('uiKit.delete.progress', '{done} of {total}', {
              done: results.length,
              total: items.length,
            })}
          />
        </>
      )}
      {failure !== undefined && (
        <div role="alert">
          <EuiSpacer size="m" />
          <EuiCallOut size="s" color="danger" iconType="warning" title={failure} />
        </div>
      )}
    </EuiConfirmModal>
  );
}
