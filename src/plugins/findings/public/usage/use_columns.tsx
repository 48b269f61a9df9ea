/** Columns of tables about recorded use. */
import { t } from '@sd/core/public';
import { DASH, type TableColumn, TruncatedList, WrappingText } from '@sd/ui_kit';
import { dayLabel } from '../day_label';

export const actionColumn = <U extends { readonly name: string }>(): TableColumn<U> => ({
  id: 'action',
  name: t('findings.common.action', 'Action'),
  render: ({ name }) => <WrappingText text={name} />,
});

/**
 * A column of names.
 *
 * @param none - shown instead of no names
 */
export const namesColumn = <U extends object>(
  id: string,
  name: string,
  namesOf: (use: U) => readonly string[],
  none: string = DASH
): TableColumn<U> => ({
  id,
  name,
  render: (use) => {
    const items = namesOf(use);
    return items.length === 0 ? none : <TruncatedList items={items} label={name} />;
  },
});

export const indicesLabel = (): string => t('findings.common.indices', 'Indices');

export const countLabel = (): string => t('findings.usage.count', 'Times');

export const lastLabel = (): string => t('findings.usage.last', 'Last use');

/** The last use; absent or 0 if there was none. */
export const lastColumn = <U extends { readonly last?: number }>(): TableColumn<U> => ({
  id: 'last',
  name: lastLabel(),
  width: '8rem',
  render: ({ last }) => (last ? dayLabel(last) : DASH),
});
