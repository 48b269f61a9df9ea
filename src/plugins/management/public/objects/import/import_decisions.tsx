/** Objects that need a decision before they can be imported, with the available choices. */
import { EuiButtonEmpty, EuiCallOut, EuiFormRow, EuiSelect, EuiSpacer } from '@elastic/eui';
import type { ReactElement } from 'react';
import type { ImportError } from '@sd/contracts';
import { t, textOfCode } from '@sd/core/public';
import { objectTypeLabel } from '@sd/ui_kit';
import { toKey } from '../objects_api';
import { resolutionsFor, type ImportProgress, type Resolution } from './import_state';

export interface ImportDecisionsProps {
  readonly progress: ImportProgress;
  readonly resolutions: ReadonlyMap<string, Resolution>;
  readonly isBusy: boolean;
  readonly onChange: (resolutions: ReadonlyMap<string, Resolution>) => void;
}

export function ImportDecisions({
  progress,
  resolutions,
  isBusy,
  onChange,
}: ImportDecisionsProps): ReactElement {
  const { open, imported } = progress;
  const conflicts = open.filter(({ error }) => error.type === 'conflict');
  return (
    <>
      <div role="status">
        <EuiCallOut
          size="s"
          color="warning"
          iconType="warning"
          title={t(
            'management.import.open',
            '{imported, plural, one {# object imported} other {# objects imported}}, {open, plural, one {# needs} other {# need}} a decision',
            { imported: imported.length, open: open.length }
          )}
        />
      </div>
      {conflicts.length > 1 && (
        <EuiButtonEmpty
          size="s"
          flush="left"
          isDisabled={isBusy}
          onClick={() =>
            onChange(
              new Map([
                ...resolutions,
                ...conflicts.map((error): [string, Resolution] => [toKey(error), 'overwrite']),
              ])
            )
          }
        >
          {t('management.import.overwriteAll', 'Overwrite all existing objects')}
        </EuiButtonEmpty>
      )}
      <EuiSpacer size="m" />
      {open.map((error) => (
        <EuiFormRow
          key={toKey(error)}
          fullWidth
          label={getName(error)}
          helpText={findReason(error)}
        >
          <EuiSelect
            fullWidth
            compressed
            disabled={isBusy}
            value={resolutions.get(toKey(error)) ?? 'skip'}
            options={resolutionsFor(error).map((value) => ({
              value,
              text: resolutionLabel(value),
            }))}
            onChange={(event) =>
              onChange(new Map([...resolutions, [toKey(error), event.target.value as Resolution]]))
            }
          />
        </EuiFormRow>
      ))}
    </>
  );
}

export const getName = ({ title, id, type }: ImportError): string =>
  t('management.import.item', '{title} ({type})', {
    title: title ?? id,
    type: objectTypeLabel(type),
  });

/** Why an object was not imported. */
export function findReason({ error }: ImportError): string {
  switch (error.type) {
    case 'conflict':
      return t(
        'management.import.reason.conflict',
        'An object with this type and ID already exists.'
      );
    case 'missing_references':
      return t(
        'management.import.reason.references',
        'It refers to objects that are neither in the file nor in the tenant: {objects}',
        {
          objects: error.references
            .map(({ type, id }) => `${objectTypeLabel(type)} ${id}`)
            .join(', '),
        }
      );
    case 'unsupported_type':
      return t('management.import.reason.type', 'Objects of this type cannot be imported.');
    case 'unknown':
      return textOfCode(error.code, error.params) ?? error.message;
  }
}

function resolutionLabel(resolution: Resolution): string {
  switch (resolution) {
    case 'skip':
      return t('management.import.skip', 'Skip');
    case 'overwrite':
      return t('management.import.overwrite', 'Overwrite');
    case 'copy':
      return t('management.import.copy', 'Import as a new copy');
    case 'ignore_references':
      return t('management.import.ignore', 'Import anyway');
  }
}
