/** Above the rows: search box and filters. */
import { EuiFilterGroup, EuiFlexGroup, EuiFlexItem } from '@elastic/eui';
import type { ReactElement, ReactNode } from 'react';
import { FacetFilter } from './facet_filter';
import type { Facet } from './facet_types';
import { SearchField } from './search_field';
import type { List } from './use_list';

/** The server sends at most so many values of a facet. */
const MAX_FACET_VALUES = 100;

/** Props of {@link ListToolbar}. `T`: an item. */
export interface ListToolbarProps<T> {
  /** From {@link useList}. */
  readonly list: List<T>;
  /** Names the search box, and stands in it while it is empty. */
  readonly searchLabel: string;
  /** Filters, in the order of their buttons. */
  readonly facets?: readonly Facet[];
  /** Further controls, behind the others. */
  readonly children?: ReactNode;
}

/** Search box and filters of a list; {@link ListPage} includes it. */
export function ListToolbar<T>({
  list,
  searchLabel,
  facets = [],
  children,
}: ListToolbarProps<T>): ReactElement {
  const { state, change, page } = list;
  const setFilter = (name: string, selected: readonly string[]) => {
    const { [name]: _previous, ...others } = state.filters;
    change({ filters: selected.length > 0 ? { ...others, [name]: selected } : others });
  };
  return (
    <EuiFlexGroup gutterSize="s" wrap responsive={false} alignItems="center">
      <EuiFlexItem style={{ minWidth: 220 }}>
        <SearchField
          label={searchLabel}
          value={state.search}
          onChange={(search) => change({ search })}
        />
      </EuiFlexItem>
      {facets.length > 0 && (
        <EuiFlexItem grow={false} style={{ maxWidth: '100%', overflowX: 'auto' }}>
          <EuiFilterGroup>
            {facets.map(({ name, label, options }) => {
              const offered = page?.facets?.[name] ?? [];
              return (
                <FacetFilter
                  key={name}
                  label={label}
                  options={options ?? offered}
                  isOpenEnded={options === undefined && offered.length >= MAX_FACET_VALUES}
                  selected={state.filters[name] ?? []}
                  onChange={(selected) => setFilter(name, selected)}
                />
              );
            })}
          </EuiFilterGroup>
        </EuiFlexItem>
      )}
      {children}
    </EuiFlexGroup>
  );
}
