/** Search box and filters of a list. */
import { EuiFilterGroup, EuiFlexGroup, EuiFlexItem } from '@elastic/eui';
import { i18n } from '@sd/core/public';
import type { ReactElement } from 'react';
import { FacetFilter } from './facet_filter';
import type { FacetOption } from './facet_types';
import type { ChangeListState, ListState } from './list_state';
import { SearchField } from './search_field';

/** The server sends at most so many values of a facet. */
const MAX_FACET_VALUES = 100;

export interface Facet {
  readonly name: string;
  readonly label: string;
  /** Instead of the server's values. */
  readonly options?: readonly FacetOption[];
}

export interface FacetBarProps {
  readonly searchLabel: string;
  readonly facets: readonly Facet[];
  readonly values: Readonly<Record<string, readonly string[]>>;
  readonly state: ListState;
  readonly change: ChangeListState;
}

export function FacetBar({
  searchLabel,
  facets,
  values,
  state,
  change,
}: FacetBarProps): ReactElement {
  const setFilter = (name: string, selected: readonly string[]) => {
    const { [name]: _previous, ...others } = state.filters;
    change({ filters: selected.length > 0 ? { ...others, [name]: selected } : others });
  };
  return (
    <EuiFlexGroup gutterSize="s" wrap>
      <EuiFlexItem style={{ minWidth: 220 }}>
        <SearchField
          label={searchLabel}
          value={state.search}
          onChange={(search) => change({ search })}
        />
      </EuiFlexItem>
      <EuiFlexItem grow={false} style={{ maxWidth: '100%', overflowX: 'auto' }}>
        <EuiFilterGroup>
          {facets.map(({ name, label, options }) => (
            <FacetFilter
              key={name}
              label={label}
              options={options ?? (values[name] ?? []).map((value) => ({ value, label: value }))}
              isOpenEnded={options === undefined && (values[name]?.length ?? 0) >= MAX_FACET_VALUES}
              selected={state.filters[name] ?? []}
              onChange={(selected) => setFilter(name, selected)}
            />
          ))}
        </EuiFilterGroup>
      </EuiFlexItem>
    </EuiFlexGroup>
  );
}

export const customizationFacet = (): Facet => ({
  name: 'customization',
  label: i18n.translate('security.facet.customization', { defaultMessage: 'Customization' }),
  options: [
    {
      value: 'reserved',
      label: i18n.translate('security.facet.reserved', { defaultMessage: 'Reserved' }),
    },
    {
      value: 'custom',
      label: i18n.translate('security.facet.custom', { defaultMessage: 'Custom' }),
    },
  ],
});
