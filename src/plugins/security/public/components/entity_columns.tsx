/** Columns shared by entity lists. */
import type { ReactElement, ReactNode } from 'react';
import { t } from '@sd/core/public';
import { DASH, type ListColumn, LOCK, PENCIL, TruncatedList } from '@sd/ui_kit';
import { timeLabel } from './history/change_texts';
import { OutsideBadge } from './history/outside_badge';

/** Reserved or Custom, as icon and text. Source: specification section 2.1. */
const customizationLabel = (isReserved: boolean): ReactElement => (
  <span className="sdTable__label">
    {isReserved ? LOCK : PENCIL}
    {isReserved
      ? t('security.customization.reserved', 'Reserved')
      : t('security.customization.custom', 'Custom')}
  </span>
);

/** Truncated list of texts. */
export const textsColumn = <T extends { readonly name: string }>(
  id: string,
  name: string,
  textsOf: (item: T) => readonly string[],
  sortField?: string
): ListColumn<T> => ({
  id,
  name,
  ...(sortField !== undefined && { sortField }),
  render: (item) => (
    <TruncatedList
      // A sorted list compares first values, so the smallest one is shown first.
      items={sortField === undefined ? textsOf(item) : [...textsOf(item)].sort()}
      label={t('security.list.textsLabel', '{column} of {entity}', {
        column: name,
        entity: item.name,
      })}
    />
  ),
});

export const descriptionColumn = <T,>(
  descriptionOf: (item: T) => string | undefined
): ListColumn<T> => ({
  id: 'description',
  name: t('security.common.description', 'Description'),
  sortField: 'description',
  render: (item) => descriptionOf(item) || DASH,
});

/** Time of the last change, if known. */
export const changedColumn = <T extends { readonly changed_at?: number }>(): ListColumn<T> => ({
  id: 'changed',
  name: t('security.common.changed', 'Changed'),
  sortField: 'changed',
  isOptional: true,
  render: ({ changed_at: atMs }) => (atMs === undefined ? DASH : timeLabel(atMs)),
});

interface NameCellProps {
  /** Usually a link. */
  readonly children: ReactNode;
  readonly isReserved: boolean;
  /** Whether the entity is not what its last recorded change made of it. */
  readonly isChangedOutside?: boolean | undefined;
  /** Badges between the name and the label Reserved or Custom. */
  readonly badges?: readonly ReactNode[];
  /** Second line. */
  readonly description?: string;
}

/** First cell of a row: name, badges, and the description below. */
export const NameCell = ({
  children,
  isReserved,
  isChangedOutside = false,
  badges = [],
  description,
}: NameCellProps): ReactElement => (
  <>
    <div className="sdTable__line">
      <span className="sdTable__name">{children}</span>
      {badges}
      {isChangedOutside && <OutsideBadge />}
      {customizationLabel(isReserved)}
    </div>
    {description !== undefined && description !== '' && (
      <div className="sdTable__second sdTable__clip" title={description}>
        {description}
      </div>
    )}
  </>
);
