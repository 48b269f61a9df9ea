/** Which types the list shows, with how many objects there are of each. */
import {
  EuiButton,
  EuiButtonEmpty,
  EuiCheckboxGroup,
  EuiPopover,
  useGeneratedHtmlId,
} from '@elastic/eui';
import { useState, type ReactElement } from 'react';
import { FormattedMessage, i18n } from '@sd/core/public';
import type { ManagedType } from '../../common';
import { typeLabel } from './object_type';

export interface TypeFilterProps {
  readonly types: readonly ManagedType[];
  /** None means all. */
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

export function TypeFilter({ types, chosen, onChange }: TypeFilterProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  const label = i18n.translate('management.objects.types', { defaultMessage: 'Types' });
  return (
    <EuiPopover
      isOpen={isOpen}
      closePopover={() => setIsOpen(false)}
      repositionToCrossAxis={false}
      aria-label={label}
      panelPaddingSize="m"
      button={
        <EuiButton
          size="s"
          color="text"
          iconType="chevronSingleDown"
          iconSide="right"
          isDisabled={types.length === 0}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <FormattedMessage
            id="management.objects.typesButton"
            defaultMessage="{count, plural, =0 {All types} one {# type} other {# types}}"
            values={{ count: chosen.length }}
          />
        </EuiButton>
      }
    >
      <TypeCheckboxes types={types} chosen={chosen} onChange={onChange} legend={label} />
      {chosen.length > 0 && (
        <EuiButtonEmpty size="xs" flush="left" onClick={() => onChange([])}>
          <FormattedMessage id="management.objects.allTypes" defaultMessage="Show all types" />
        </EuiButtonEmpty>
      )}
    </EuiPopover>
  );
}

export interface TypeCheckboxesProps extends TypeFilterProps {
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
          values: { type: typeLabel(name), total },
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
