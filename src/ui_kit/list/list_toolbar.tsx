/** Search box and filters above the rows. */
import {
  EuiButtonEmpty,
  EuiFieldSearch,
  EuiFilterButton,
  EuiFilterGroup,
  EuiFlexGroup,
  EuiFlexItem,
  EuiLoadingSpinner,
  EuiPopover,
  useGeneratedHtmlId,
  useIsWithinBreakpoints,
} from '@elastic/eui';
import {
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { t } from '@sd/core/public';
import { useStaticStyle } from '../controls/static_style';
import type { Facet, FacetFilterProps } from './facet_types';
import type { List } from './use_list';

/**
 * One filter of a list: a button that opens a searchable list of values, which loads when it is
 * first opened.
 */
const FacetValues = lazy(async () => ({ default: (await import('./facet_values')).FacetValues }));

function FacetFilter(props: FacetFilterProps): ReactElement {
  const { label, selected } = props;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <EuiPopover
      isOpen={isOpen}
      closePopover={() => setIsOpen(false)}
      repositionToCrossAxis={false}
      panelPaddingSize="none"
      aria-label={label}
      button={
        <EuiFilterButton
          iconType="chevronSingleDown"
          aria-expanded={isOpen}
          aria-haspopup="dialog"
          hasActiveFilters={selected.length > 0}
          numActiveFilters={selected.length > 0 ? selected.length : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          {label}
        </EuiFilterButton>
      }
    >
      {isOpen && (
        <Suspense fallback={<EuiLoadingSpinner size="m" />}>
          <FacetValues {...props} />
        </Suspense>
      )}
    </EuiPopover>
  );
}

/** Maximum length of a search text, as on the server. */
const MAX_LENGTH = 1000;

interface SearchFieldProps {
  /** Accessible name and placeholder of the field. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function SearchField({ label, value, onChange }: SearchFieldProps): ReactElement {
  // Local state, so that typing stays responsive while the list renders.
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const send = (text: string) => {
    setTyped(text);
    if (text === sent.current) return;
    sent.current = text;
    onChange(text);
  };
  // Changed from outside, by the back button or "Clear search and filters".
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);
  return (
    <EuiFieldSearch
      fullWidth
      compressed
      aria-label={label}
      placeholder={label}
      value={typed}
      maxLength={MAX_LENGTH}
      onChange={(event) => send(event.target.value)}
      onSearch={send}
    />
  );
}

/** More filters would push the rows out of a narrow window, so they are collapsed there. */
const MAX_UNFOLDED = 2;

/** Props of {@link ListToolbar}. `T`: an item. */
export interface ListToolbarProps<T> {
  /** From {@link useList}. */
  readonly list: List<T>;
  /** Accessible name and placeholder of the search box. */
  readonly searchLabel: string;
  /** Filters, in the order of their buttons. */
  readonly facets?: readonly Facet[];
  /** Further controls, shown after the filters. */
  readonly children?: ReactNode;
}

/** Search box and filters of a list; {@link ListPage} includes it. */
export function ListToolbar<T>({
  list,
  searchLabel,
  facets = [],
  children,
}: ListToolbarProps<T>): ReactElement {
  useStaticStyle();
  const { state, change, page } = list;
  const { key, readFacet } = list.source;
  const isNarrow = useIsWithinBreakpoints(['xs', 's']);
  const isFoldable = isNarrow && facets.length > MAX_UNFOLDED;
  const [isUnfolded, setIsUnfolded] = useState(false);
  const filtersId = useGeneratedHtmlId({ prefix: 'filters' });
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
      {isFoldable && (
        <EuiFlexItem grow={false}>
          <EuiButtonEmpty
            size="s"
            iconType="filter"
            aria-expanded={isUnfolded}
            aria-controls={filtersId}
            onClick={() => setIsUnfolded(!isUnfolded)}
          >
            {t('uiKit.list.filters', '{count, plural, =0 {Filters} other {Filters (#)}}', {
              count: Object.keys(state.filters).length,
            })}
          </EuiButtonEmpty>
        </EuiFlexItem>
      )}
      {facets.length > 0 && (!isFoldable || isUnfolded) && (
        <EuiFlexItem id={filtersId} grow={false} style={{ maxWidth: '100%', overflowX: 'auto' }}>
          <EuiFilterGroup compressed className="sdFilters">
            {facets.map(({ name, label, options }) => {
              const offered = page?.facets?.[name] ?? [];
              const { [name]: _own, ...others } = state.filters;
              const { search } = state;
              return (
                <FacetFilter
                  key={name}
                  label={label}
                  options={options ?? offered}
                  isFixed={options !== undefined}
                  {...(readFacet && {
                    load: {
                      key: [...key, 'facet', name, search, others],
                      read: (signal) => readFacet(name, { ...state, filters: others }, signal),
                    },
                  })}
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
