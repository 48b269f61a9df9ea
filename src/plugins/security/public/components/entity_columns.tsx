/** Columns that lists of entities have in common. Source: specification section 2.1. */
import { EuiFlexGroup, EuiFlexItem, EuiIcon, EuiText } from '@elastic/eui';
import type { ReactElement } from 'react';
import { FormattedMessage, i18n } from '@sd/core/public';
import { DASH, type ListColumn, TruncatedList } from '@sd/ui_kit';
import { timeLabel } from './history/change_texts';

/** Reserved or Custom, as icon and word. Source: specification section 2.1. */
const CustomizationLabel = ({ isReserved }: { readonly isReserved: boolean }): ReactElement => (
  <EuiFlexGroup gutterSize="xs" alignItems="center" responsive={false}>
    <EuiFlexItem grow={false}>
      <EuiIcon type={isReserved ? 'lock' : 'pencil'} size="s" aria-hidden="true" />
    </EuiFlexItem>
    <EuiFlexItem grow={false}>
      <EuiText size="xs" style={{ whiteSpace: 'nowrap' }}>
        {isReserved ? (
          <FormattedMessage id="security.customization.reserved" defaultMessage="Reserved" />
        ) : (
          <FormattedMessage id="security.customization.custom" defaultMessage="Custom" />
        )}
      </EuiText>
    </EuiFlexItem>
  </EuiFlexGroup>
);

/** Several texts of an entity, shortened. */
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
      // A list is sorted by its first value: that one is shown first.
      items={sortField === undefined ? textsOf(item) : [...textsOf(item)].sort()}
      label={i18n.translate('security.list.textsLabel', {
        defaultMessage: '{column} of {entity}',
        values: { column: name, entity: item.name },
      })}
    />
  ),
});

export const descriptionColumn = <T,>(
  descriptionOf: (item: T) => string | undefined
): ListColumn<T> => ({
  id: 'description',
  name: i18n.translate('security.list.description', { defaultMessage: 'Description' }),
  sortField: 'description',
  render: (item) => descriptionOf(item) || DASH,
});

/** When it was last changed, as far as that is known. */
export const changedColumn = <T extends { readonly changed_at?: number }>(): ListColumn<T> => ({
  id: 'changed',
  name: i18n.translate('security.list.changed', { defaultMessage: 'Changed' }),
  sortField: 'changed',
  isOptional: true,
  render: ({ changed_at: atMs }) => (atMs === undefined ? DASH : timeLabel(atMs)),
});

/** Reserved or Custom. */
export const customizationColumn = <T,>(isReserved: (item: T) => boolean): ListColumn<T> => ({
  id: 'customization',
  name: i18n.translate('security.list.customization', { defaultMessage: 'Customization' }),
  sortField: 'customization',
  isFixed: true,
  render: (item) => <CustomizationLabel isReserved={isReserved(item)} />,
});
