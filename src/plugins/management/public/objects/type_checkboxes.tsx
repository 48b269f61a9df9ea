/** Types of objects to choose from, with how many objects there are of each. */
import { EuiCheckboxGroup, useGeneratedHtmlId } from '@elastic/eui';
import type { ReactElement } from 'react';
import { i18n } from '@sd/core/public';
import { objectTypeLabel } from '@sd/ui_kit';
import type { ManagedType } from '../../common';

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
  const idOf = (name: string) => `${prefix}-${name}`;
  return (
    <EuiCheckboxGroup
      legend={{ children: legend }}
      options={types.map(({ name, total }) => ({
        id: idOf(name),
        label: i18n.translate('management.objects.typeWithCount', {
          defaultMessage: '{type} ({total, number})',
          values: { type: objectTypeLabel(name), total },
        }),
      }))}
      idToSelectedMap={Object.fromEntries(chosen.map((name) => [idOf(name), true]))}
      onChange={(id) => {
        const name = types.find((type) => idOf(type.name) === id)?.name;
        if (name === undefined) return;
        onChange(
          chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name]
        );
      }}
    />
  );
}
