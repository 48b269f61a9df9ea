/** Menu for the columns and density of a list. */
import {
  EuiButtonEmpty,
  EuiCheckboxGroup,
  EuiPopover,
  EuiSpacer,
  EuiSwitch,
  useGeneratedHtmlId,
} from '@elastic/eui';
import { t } from '@sd/core/public';
import { type ReactElement, useState } from 'react';
import type { ChosenColumns } from './use_columns';

export function ColumnsMenu<T>({ columns }: { readonly columns: ChosenColumns<T> }): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  const prefix = useGeneratedHtmlId({ prefix: 'column' });
  const columnId = (id: string) => `${prefix}-${id}`;
  const choices = columns.all.filter(({ isFixed }) => isFixed !== true);
  const title = t('uiKit.columns.title', 'Columns');
  return (
    <EuiPopover
      isOpen={isOpen}
      closePopover={() => setIsOpen(false)}
      repositionToCrossAxis={false}
      panelPaddingSize="m"
      aria-label={title}
      button={
        <EuiButtonEmpty
          size="xs"
          color="text"
          iconType="tableGear"
          aria-expanded={isOpen}
          aria-haspopup="dialog"
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('uiKit.columns.title', 'Columns')}
        </EuiButtonEmpty>
      }
    >
      <EuiSwitch
        compressed
        label={t('uiKit.columns.compact', 'Compact rows')}
        checked={columns.isCompact}
        onChange={({ target }) => columns.setCompact(target.checked)}
      />
      <EuiSpacer size="m" />
      <EuiCheckboxGroup
        legend={{ children: title, display: 'hidden' }}
        options={choices.map(({ id, name }) => ({ id: columnId(id), label: name }))}
        idToSelectedMap={Object.fromEntries(columns.visible.map(({ id }) => [columnId(id), true]))}
        onChange={(chosen) => columns.toggle(chosen.slice(prefix.length + 1))}
      />
    </EuiPopover>
  );
}
