/** Imports an exported file: choose it, decide about what is held back, read the report. */
import {
  EuiButton,
  EuiButtonEmpty,
  EuiFlyout,
  EuiFlyoutBody,
  EuiFlyoutFooter,
  EuiFlyoutHeader,
  EuiText,
  EuiTitle,
  useGeneratedHtmlId,
} from '@elastic/eui';
import { useState, type ReactElement } from 'react';
import { errorText, FormattedMessage } from '@sd/core/public';
import { FailureCallout } from '../failure_callout';
import type { DialogProps } from '../dialog_props';
import { ImportDecisions } from './import_decisions';
import { ImportForm } from './import_form';
import { ImportReport } from './import_report';
import {
  decide,
  withResponse,
  type ImportMode,
  type ImportProgress,
  type Resolution,
} from './import_state';

export function ImportFlyout({ api, tenants, onClose }: DialogProps): ReactElement {
  const titleId = useGeneratedHtmlId({ prefix: 'importTitle' });
  const [file, setFile] = useState<File>();
  const [mode, setMode] = useState<ImportMode>('ask');
  const [progress, setProgress] = useState<ImportProgress>();
  const [resolutions, setResolutions] = useState<ReadonlyMap<string, Resolution>>(new Map());
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const createNewCopies = mode === 'copies';
  const isDeciding = progress !== undefined && progress.open.length > 0;
  const close = () => onClose(progress !== undefined && progress.imported.length > 0);

  const attempt = async (work: () => Promise<ImportProgress>) => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      setProgress(await work());
      setResolutions(new Map());
    } catch (error) {
      setFailure(errorText(error));
    }
    setIsBusy(false);
  };
  const start = (chosen: File) =>
    attempt(async () =>
      withResponse(await api.import(chosen, { overwrite: mode === 'overwrite', createNewCopies }))
    );
  const goOn = (chosen: File, current: ImportProgress) =>
    attempt(async () => {
      const decided = decide(current, resolutions, mode);
      if (decided.retries.length === 0) return decided.progress;
      return withResponse(
        await api.resolveImportErrors(chosen, createNewCopies, decided.retries),
        decided.progress
      );
    });

  return (
    <EuiFlyout size="s" ownFocus onClose={close} aria-labelledby={titleId}>
      <EuiFlyoutHeader hasBorder>
        <EuiTitle size="m">
          <h2 id={titleId}>
            <FormattedMessage id="management.import.title" defaultMessage="Import saved objects" />
          </h2>
        </EuiTitle>
        {tenants.current && (
          <EuiText size="s" style={{ overflowWrap: 'anywhere' }}>
            <p>
              <FormattedMessage
                id="management.import.into"
                defaultMessage="Into the tenant {tenant}."
                values={{ tenant: <strong>{tenants.current.label}</strong> }}
              />
            </p>
          </EuiText>
        )}
      </EuiFlyoutHeader>
      <EuiFlyoutBody>
        {!progress && <ImportForm mode={mode} isBusy={isBusy} onFile={setFile} onMode={setMode} />}
        {progress && isDeciding && (
          <ImportDecisions
            progress={progress}
            resolutions={resolutions}
            isBusy={isBusy}
            onChange={setResolutions}
          />
        )}
        {progress && !isDeciding && <ImportReport progress={progress} />}
        <FailureCallout message={failure} />
      </EuiFlyoutBody>
      <EuiFlyoutFooter>
        <div style={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 8 }}>
          <EuiButtonEmpty flush="left" onClick={close}>
            {progress ? (
              <FormattedMessage id="management.import.close" defaultMessage="Close" />
            ) : (
              <FormattedMessage id="management.import.cancel" defaultMessage="Cancel" />
            )}
          </EuiButtonEmpty>
          {!progress && (
            <EuiButton
              fill
              isLoading={isBusy}
              isDisabled={!file}
              onClick={() => file && void start(file)}
            >
              <FormattedMessage id="management.import.confirm" defaultMessage="Import" />
            </EuiButton>
          )}
          {progress && isDeciding && (
            <EuiButton fill isLoading={isBusy} onClick={() => file && void goOn(file, progress)}>
              <FormattedMessage id="management.import.goOn" defaultMessage="Go on" />
            </EuiButton>
          )}
        </div>
      </EuiFlyoutFooter>
    </EuiFlyout>
  );
}
