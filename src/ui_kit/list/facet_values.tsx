/** List of a filter's values: search, multiple selection, typed values. Lazy chunk. */
import {
  EuiBadge,
  EuiButtonEmpty,
  EuiSelectable,
  type EuiSelectableOption,
  EuiText,
} from '@elastic/eui';
import { i18n, t } from '@sd/core/public';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { LoadError } from '../frame/load_error';
import { type Read, useServerQuery } from '../queries/use_server_query';
import type { FacetFilterProps, FacetLoad, FacetOption } from './facet_types';

/** Maximum number of values that the server returns. */
const MAX_VALUES = 100;

export const FacetValues = (props: FacetFilterProps): ReactElement =>
  props.load ? <LoadedValues {...props} load={props.load} /> : <Values {...props} />;

/** Counts depend on the other filters; current values stay visible while new ones load. */
function LoadedValues({
  load,
  ...props
}: FacetFilterProps & { readonly load: FacetLoad }): ReactElement {
  const { data, error, reload, isLoading } = useServerQuery(load.key, load.read, {
    keepsPrevious: true,
  });
  if (error !== undefined && !data)
    return <LoadError error={error} onRetry={reload} isRetrying={isLoading} />;
  return <Values {...props} options={listOptions(props, data)} isLoading={isLoading && !data} />;
}

/** Fixed values keep their order and names. */
function listOptions(
  { options, isFixed }: FacetFilterProps,
  loaded: Read<readonly FacetOption[]>['data']
): readonly FacetOption[] {
  if (!isFixed) return loaded ?? [];
  const counts = new Map(loaded?.map(({ value, count }) => [value, count]));
  return options.map((option) => {
    const count = counts.get(option.value);
    return count === undefined ? option : { ...option, count };
  });
}

function Values({
  label,
  options,
  selected,
  isFixed = false,
  isLoading = false,
  onChange,
}: FacetFilterProps & { readonly isLoading?: boolean }): ReactElement {
  const isOpenEnded = !isFixed && options.length >= MAX_VALUES;
  const [typed, setTyped] = useState('');
  const box = useRef<HTMLDivElement>(null);
  // EUI removes the scrollable list from the tab order, which would prevent scrolling by keyboard.
  useEffect(() =>
    box.current?.querySelector('.euiSelectableList__list')?.setAttribute('tabindex', '0')
  );
  const known = new Set(options.map(({ value }) => value));
  const all = [
    ...selected
      .filter((value) => !known.has(value))
      .map((value): FacetOption => ({ value, label: value })),
    ...options,
  ];
  const entries: Array<EuiSelectableOption<{ value: string }>> = all.map((option) => ({
    value: option.value,
    label: option.label,
    ...(option.count !== undefined && {
      append: <EuiBadge color="hollow">{i18n.formatNumber(option.count)}</EuiBadge>,
    }),
    checked: selected.includes(option.value) ? 'on' : undefined,
  }));
  const exact = typed.trim();
  return (
    <div ref={box} style={{ width: 320, maxWidth: '90vw', padding: 8 }}>
      <EuiSelectable
        aria-label={label}
        searchable
        searchProps={{
          compressed: true,
          placeholder: t('uiKit.facet.search', 'Search values'),
          onChange: setTyped,
        }}
        options={entries}
        isLoading={isLoading}
        emptyMessage={t('uiKit.facet.empty', 'No values available.')}
        noMatchesMessage={
          isOpenEnded && exact !== '' ? (
            <EuiButtonEmpty size="s" onClick={() => onChange([...selected, exact])}>
              {t('uiKit.facet.useTyped', 'Filter by “{value}”', { value: exact })}
            </EuiButtonEmpty>
          ) : undefined
        }
        listProps={{
          bordered: false,
          isVirtualized: false,
          // Wraps names, because similar ones often differ only at the end.
          textWrap: 'wrap',
          css: { maxHeight: 300, overflow: 'auto' },
        }}
        onChange={(next) =>
          onChange(next.filter(({ checked }) => checked === 'on').map(({ value }) => value))
        }
      >
        {(list, search) => (
          <>
            {search}
            {list}
          </>
        )}
      </EuiSelectable>
      {isOpenEnded && (
        <EuiText size="xs" color="subdued">
          <p>
            {t('uiKit.facet.openEnded', 'Only the first values are listed. Type any other value.')}
          </p>
        </EuiText>
      )}
      {selected.length > 0 && (
        <EuiButtonEmpty size="s" onClick={() => onChange([])}>
          {t('uiKit.facet.clear', 'Clear')}
        </EuiButtonEmpty>
      )}
    </div>
  );
}
