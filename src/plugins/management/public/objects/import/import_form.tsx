/** Which file, and what to do about objects that are there already. */
import {
  EuiFilePicker,
  EuiFormRow,
  EuiRadioGroup,
  EuiSpacer,
  useGeneratedHtmlId,
} from '@elastic/eui';
import { useState, type ReactElement } from 'react';
import { i18n } from '@sd/core/public';
import type { ImportMode } from './import_state';

export interface ImportFormProps {
  readonly mode: ImportMode;
  readonly isBusy: boolean;
  /** `undefined` for none, and for a file of another kind. */
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
        label={i18n.translate('management.import.file', {
          defaultMessage: 'File with exported objects',
        })}
        helpText={i18n.translate('management.import.fileHelp', {
          defaultMessage: 'A file that ends in .ndjson.',
        })}
        isInvalid={isWrongKind}
        error={
          isWrongKind
            ? i18n.translate('management.import.wrongKind', {
                defaultMessage: 'The name of the file must end in .ndjson.',
              })
            : undefined
        }
      >
        <EuiFilePicker
          fullWidth
          accept=".ndjson"
          isInvalid={isWrongKind}
          disabled={isBusy}
          initialPromptText={i18n.translate('management.import.prompt', {
            defaultMessage: 'Choose a file, or drop it here',
          })}
          onChange={choose}
        />
      </EuiFormRow>
      <EuiSpacer size="m" />
      <EuiRadioGroup
        legend={{
          children: i18n.translate('management.import.mode', {
            defaultMessage: 'When an object is there already',
          }),
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
      return i18n.translate('management.import.mode.ask', {
        defaultMessage: 'Ask me about each one',
      });
    case 'overwrite':
      return i18n.translate('management.import.mode.overwrite', { defaultMessage: 'Overwrite it' });
    case 'copies':
      return i18n.translate('management.import.mode.copies', {
        defaultMessage: 'Leave it: import all objects as new copies with new IDs',
      });
  }
}
