/** Import flyout: choose a file, resolve conflicts, read the report. */
import {
  EuiButton,
  EuiButtonEmpty,
  EuiFilePicker,
  EuiFlyout,
  EuiFlyoutBody,
  EuiFlyoutFooter,
  EuiFlyoutHeader,
  EuiFormRow,
  EuiRadioGroup,
  EuiSpacer,
  EuiText,
  EuiTitle,
  useGeneratedHtmlId,
} from '@elastic/eui';
import { type ReactElement, useState } from 'react';
import { errorText, FormattedMessage, t } from '@sd/core/public';
import {
  decide,
  type ImportMode,
  type ImportProgress,
  type Resolution,
  withResponse,
} from './import_state';
import { FailureCallout } from '../failure_callout';
import type { DialogProps } from '../dialog_props';
import { ImportDecisions } from './import_decisions';
import { ImportReport } from './import_report';

/** File selection and the handling of existing objects. */
export interface ImportFormProps {
  readonly mode: ImportMode;
  readonly isBusy: boolean;
  /** `undefined` if no file or a file of the wrong type is selected. */
  readonly onFile: (file: File | undefined) => void;
  readonly onMode: (mode: ImportMode) => void;
}

const MODES: readonly ImportMode[] = ['ask', 'overwrite', 'copies'];

export function ImportForm({ mode, isBusy, onFile, onMode }: ImportFormProps): ReactElement {
  const prefix = useGeneratedHtmlId({ prefix: 'importMode' });
  const [isWrongKind, setIsWrongKind] = useState(false);
  const choose = (files: FileList | null) => {
    const file = files?.[0];
    const isWrong = file !== undefined && !file.name.toLowerCase().endsWith('.ndjson');
    setIsWrongKind(isWrong);
    onFile(isWrong ? undefined : file);
  };
  return (
    <>
      <EuiFormRow
        fullWidth
        label={t('management.import.file', 'File with exported objects')}
        helpText={t('management.import.fileHelp', 'A file that ends in .ndjson.')}
        isInvalid={isWrongKind}
        error={
          isWrongKind
            ? t('management.import.wrongKind', 'The name of the file must end in .ndjson.')
            : undefined
        }
      >
        <EuiFilePicker
          fullWidth
          accept=".ndjson"
          isInvalid={isWrongKind}
          disabled={isBusy}
          initialPromptText={t('management.import.prompt', 'Choose a file, or drop it here')}
          onChange={choose}
        />
      </EuiFormRow>
      <EuiSpacer size="m" />
      <EuiRadioGroup
        legend={{
          children: t('management.import.mode', 'If an object already exists'),
        }}
        disabled={isBusy}
        options={MODES.map((value) => ({ id: `${prefix}${value}`, label: modeLabel(value) }))}
        idSelected={`${prefix}${mode}`}
        onChange={(id) => onMode(id.slice(prefix.length) as ImportMode)}
      />
    </>
  );
}

function modeLabel(mode: ImportMode): string {
  switch (mode) {
    case 'ask':
      return t('management.import.mode.ask', 'Ask me about each one');
    case 'overwrite':
      return t('management.import.mode.overwrite', 'Overwrite it');
    case 'copies':
      return t(
        'management.import.mode.copies',
        'Keep it: import all objects as new copies with new IDs'
      );
  }
}

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
  const resume = (chosen: File, current: ImportProgress) =>
    attempt(async () => {
      const decision = decide(current, resolutions, mode);
      if (decision.retries.length === 0) return decision.progress;
      return withResponse(
        await api.resolveImportErrors(chosen, createNewCopies, decision.retries),
        decision.progress
      );
    });

  return (
    <EuiFlyout size="s" ownFocus onClose={close} aria-labelledby={titleId}>
      <EuiFlyoutHeader hasBorder>
        <EuiTitle size="m">
          <h2 id={titleId}>{t('management.import.title', 'Import saved objects')}</h2>
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
            {progress
              ? t('management.common.close', 'Close')
              : t('management.common.cancel', 'Cancel')}
          </EuiButtonEmpty>
          {!progress && (
            <EuiButton
              fill
              isLoading={isBusy}
              isDisabled={!file}
              onClick={() => file && void start(file)}
            >
              {t('management.common.import', 'Import')}
            </EuiButton>
          )}
          {progress && isDeciding && (
            <EuiButton fill isLoading={isBusy} onClick={() => file && void resume(file, progress)}>
              {t('management.import.goOn', 'Continue')}
            </EuiButton>
          )}
        </div>
      </EuiFlyoutFooter>
    </EuiFlyout>
  );
}
