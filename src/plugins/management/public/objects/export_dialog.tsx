/** Exports selected objects, or all objects of some types, to a file that Import accepts. */
import {
  EuiButton,
  EuiButtonEmpty,
  EuiCheckboxGroup,
  EuiModal,
  EuiModalBody,
  EuiModalFooter,
  EuiModalHeader,
  EuiModalHeaderTitle,
  EuiSpacer,
  EuiSwitch,
  EuiText,
  useGeneratedHtmlId,
} from '@elastic/eui';
import { type ReactElement, useState } from 'react';
import { errorText, t } from '@sd/core/public';
import { objectTypeLabel } from '@sd/ui_kit';
import type { ManagedType } from '../../common';
import { FailureCallout } from './failure_callout';
import { ObjectList } from './object_list';
import type { ExportRequest, ObjectRow } from './objects_api';
import type { DialogProps } from './dialog_props';

/** Downloads a file in the browser. */
export function download(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The download holds its own reference by then.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** Types to choose from, with the number of objects of each. */
export interface TypeCheckboxesProps {
  readonly types: readonly ManagedType[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  readonly legend: string;
}

export function TypeCheckboxes({
  types,
  chosen,
  onChange,
  legend,
}: TypeCheckboxesProps): ReactElement {
  const prefix = useGeneratedHtmlId({ prefix: 'type' });
  const getId = (name: string) => `${prefix}-${name}`;
  return (
    <EuiCheckboxGroup
      legend={{ children: legend }}
      options={types.map(({ name, total }) => ({
        id: getId(name),
        label: t('management.objects.typeWithCount', '{type} ({total, number})', {
          type: objectTypeLabel(name),
          total,
        }),
      }))}
      idToSelectedMap={Object.fromEntries(chosen.map((name) => [getId(name), true]))}
      onChange={(id) => {
        const name = types.find((type) => getId(type.name) === id)?.name;
        if (name === undefined) return;
        onChange(
          chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name]
        );
      }}
    />
  );
}

export interface ExportDialogProps extends DialogProps {
  /** If empty, all objects of the selected types. */
  readonly objects: readonly ObjectRow[];
}

export function ExportDialog({
  api,
  toasts,
  types,
  objects,
  onClose,
}: ExportDialogProps): ReactElement {
  const titleId = useGeneratedHtmlId({ prefix: 'exportTitle' });
  const exportable = types.filter(({ isExportable }) => isExportable);
  const isExportable = ({ type }: ObjectRow) => exportable.some(({ name }) => name === type);
  const chosen = objects.filter(isExportable);
  const isByType = objects.length === 0;
  const [names, setNames] = useState(() =>
    exportable.filter(({ total }) => total > 0).map(({ name }) => name)
  );
  const [withReferences, setWithReferences] = useState(true);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  const run = async () => {
    setIsBusy(true);
    setFailure(undefined);
    const selection = isByType
      ? { type: names }
      : { objects: chosen.map(({ type, id }) => ({ type, id })) };
    const request: ExportRequest = { ...selection, includeReferencesDeep: withReferences };
    try {
      const file = await api.export(request);
      download(file, t('management.export.fileName', 'export.ndjson'));
      notifyExported(toasts, await missingReferences(file));
      onClose(false);
    } catch (error) {
      setFailure(errorText(error));
      setIsBusy(false);
    }
  };

  return (
    <EuiModal onClose={() => onClose(false)} aria-labelledby={titleId}>
      <EuiModalHeader>
        <EuiModalHeaderTitle id={titleId}>
          {isByType
            ? t('management.export.titleAll', 'Export saved objects')
            : t(
                'management.export.title',
                '{count, plural, one {Export # object} other {Export # objects}}',
                { count: chosen.length }
              )}
        </EuiModalHeaderTitle>
      </EuiModalHeader>
      <EuiModalBody>
        {isByType ? (
          <TypeCheckboxes
            types={exportable}
            chosen={names}
            onChange={(next) => setNames([...next])}
            legend={t('management.export.types', 'Types to export')}
          />
        ) : (
          <ObjectList objects={chosen} />
        )}
        {chosen.length < objects.length && (
          <EuiText size="s" color="subdued">
            <p>
              {t(
                'management.export.notExportable',
                '{count, plural, one {# chosen object is} other {# chosen objects are}} of a type that cannot be exported.',
                { count: objects.length - chosen.length }
              )}
            </p>
          </EuiText>
        )}
        <EuiSpacer size="m" />
        <EuiSwitch
          label={t('management.export.deep', 'Include objects they refer to')}
          checked={withReferences}
          onChange={(event) => setWithReferences(event.target.checked)}
        />
        <FailureCallout message={failure} />
      </EuiModalBody>
      <EuiModalFooter>
        <EuiButtonEmpty onClick={() => onClose(false)}>
          {t('management.common.cancel', 'Cancel')}
        </EuiButtonEmpty>
        <EuiButton
          fill
          isLoading={isBusy}
          isDisabled={isByType ? names.length === 0 : chosen.length === 0}
          onClick={() => void run()}
        >
          {t('management.common.export', 'Export')}
        </EuiButton>
      </EuiModalFooter>
    </EuiModal>
  );
}

/** Number of referenced objects that were not found, read from the last line of the file. */
async function missingReferences(file: Blob): Promise<number> {
  const lastLine = (await file.text()).trimEnd().split('\n').at(-1) ?? '';
  try {
    const details = JSON.parse(lastLine) as { missingRefCount?: unknown };
    return typeof details.missingRefCount === 'number' ? details.missingRefCount : 0;
  } catch {
    return 0;
  }
}

function notifyExported(toasts: DialogProps['toasts'], missing: number): void {
  if (missing === 0) {
    toasts.addSuccess(t('management.export.done', 'The file is being downloaded'));
    return;
  }
  toasts.addWarning({
    title: t('management.export.doneWarning', 'The file is being downloaded, but is not complete'),
    text: t(
      'management.export.missing',
      '{count, plural, one {1 referenced object} other {{count, number} referenced objects}} could not be found.',
      { count: missing }
    ),
  });
}
