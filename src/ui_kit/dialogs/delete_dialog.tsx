/**
 * Says what will happen, deletes, shows how far it is, and reports on each item that could not be
 * deleted: one failure neither stops the others nor goes unseen.
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
import { errorText, FormattedMessage, i18n } from '@sd/core/public';
import type { BulkItem, BulkResult, BulkRun } from './bulk';
import { TruncatedList } from '../controls/truncated_list';

/** What was deleted, or done otherwise, and what was not, item by item. */
interface BulkReportProps {
  readonly items: readonly BulkItem[];
  readonly results: readonly BulkResult[];
  /** Of an act that is no deletion. */
  readonly title: string | undefined;
  /** @param done - ids of what was done */
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

/** Props of {@link DeleteDialog}. */
export interface DeleteDialogProps {
  /** What is to be deleted; their names are listed, shortened when there are many. */
  readonly items: readonly BulkItem[];
  /** Heading of the dialog, in the user's language. */
  readonly title: string;
  /** The question, as a paragraph. */
  readonly children: ReactNode;
  /** What deleting does, as a sentence. */
  readonly consequences?: ReactNode;
  /** Has to be typed before anything can be confirmed: for what many people would feel. */
  readonly typedWord?: string;
  /** Below what deleting does: more to decide about it. */
  readonly options?: ReactNode;
  /** Names the list of items, for screen readers. */
  readonly itemsLabel: string;
  /** Default "Confirm". */
  readonly confirmLabel?: string;
  /** Heading of the report on what could not be done, where the act is another than deleting. */
  readonly reportTitle?: string;
  /** Nothing is taken from anybody: the button is no warning. */
  readonly isHarmless?: boolean;
  /** Something of `options` is still to be decided. */
  readonly isIncomplete?: boolean;
  /** Default `confirm`. */
  readonly focusedButton?: 'confirm' | 'cancel';
  /**
   * Deletes; called when the person confirms, and again after it has thrown. What it throws is
   * shown in the dialog, which stays.
   */
  readonly run: BulkRun;
  /** When the dialog is to go. @param deleted - ids of what is gone; empty when nothing was done */
  readonly onClose: (deleted: readonly string[]) => void;
}

/**
 * Asks before items are deleted, shows how far it got, and reports each one that could not be
 * deleted.
 */
export function DeleteDialog({
  items,
  title,
  children,
  consequences,
  typedWord,
  options,
  itemsLabel,
  confirmLabel,
  reportTitle,
  isHarmless = false,
  isIncomplete = false,
  focusedButton = 'confirm',
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
    const seen: BulkResult[] = [];
    setIsBusy(true);
    setFailure(undefined);
    try {
      await run((result) => {
        seen.push(result);
        setResults([...seen]);
      });
      if (seen.every(({ isDone }) => isDone)) return onClose(seen.map(({ id }) => id));
      setIsReporting(true);
    } catch (error) {
      setFailure(errorText(error));
    }
    setIsBusy(false);
  };

  if (isReporting)
    return <BulkReport items={items} results={results} title={reportTitle} onClose={onClose} />;
  return (
    <EuiConfirmModal
      aria-labelledby={titleId}
      titleProps={{ id: titleId }}
      title={title}
      cancelButtonText={i18n.translate('uiKit.delete.cancel', { defaultMessage: 'Cancel' })}
      confirmButtonText={
        confirmLabel ?? i18n.translate('uiKit.delete.confirm', { defaultMessage: 'Confirm' })
      }
      buttonColor={isHarmless ? 'primary' : 'danger'}
      defaultFocusedButton={focusedButton}
      isLoading={isBusy}
      confirmButtonDisabled={isIncomplete || (typedWord !== undefined && typed !== typedWord)}
      onCancel={() => onClose([])}
      onConfirm={() => void confirm()}
    >
      <EuiText size="s">{children}</EuiText>
      <EuiSpacer size="s" />
      <TruncatedList items={items.map(({ name }) => name)} label={itemsLabel} />
      {consequences && (
        <EuiText size="s">
          <EuiSpacer size="s" />
          <p>{consequences}</p>
        </EuiText>
      )}
      {options}
      {typedWord !== undefined && (
        <>
          <EuiSpacer size="m" />
          <EuiFormRow
            label={i18n.translate('uiKit.delete.type', {
              defaultMessage: 'Type {word} to confirm',
              values: { word: typedWord },
            })}
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
            label={
              <FormattedMessage
                id="uiKit.delete.progress"
                defaultMessage="{done} of {total}"
                values={{ done: results.length, total: items.length }}
              />
            }
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
