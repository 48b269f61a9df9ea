/** Time range filter, stored in the list's address. */
import {
  EuiFieldText,
  EuiFlexGroup,
  EuiFlexItem,
  EuiSelect,
  useGeneratedHtmlId,
} from '@elastic/eui';
import { t } from '@sd/core/public';
import type { List } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { toFieldText, periodName, PERIODS, type PeriodName } from './period';

export interface PeriodFilterProps<T> {
  readonly list: List<T>;
  /** Default if the address names no range; any time if absent. */
  readonly defaultPeriod?: PeriodName;
}

export function PeriodFilter<T>({ list, defaultPeriod }: PeriodFilterProps<T>): ReactElement {
  const { state, change } = list;
  const { filters } = state;
  const name = periodName(filters) ?? defaultPeriod;
  const id = useGeneratedHtmlId({ prefix: 'period' });
  const set = (changes: Readonly<Record<string, string>>) => {
    const next = { ...filters };
    for (const [key, value] of Object.entries(changes)) {
      if (value === '') delete next[key];
      else next[key] = [value];
    }
    change({ filters: next });
  };
  const end = (key: 'from' | 'to', label: string) => (
    // At most as wide as the smallest windows.
    <EuiFlexItem grow={false} style={{ maxWidth: '100%' }}>
      <EuiFieldText
        compressed
        style={{ minWidth: 0 }}
        id={`${id}-${key}`}
        prepend={label}
        type="datetime-local"
        value={toFieldText(filters[key]?.[0])}
        onChange={({ target }) => set({ [key]: target.value })}
      />
    </EuiFlexItem>
  );
  return (
    <>
      <EuiFlexItem grow={false}>
        <EuiSelect
          compressed
          aria-label={t('security.common.time', 'Time')}
          value={name ?? ''}
          onChange={({ target }) =>
            set({
              period: target.value,
              ...(target.value !== 'custom' && { from: '', to: '' }),
            })
          }
          options={[
            ...(defaultPeriod
              ? []
              : [
                  {
                    value: '',
                    text: t('security.period.any', 'Any time'),
                  },
                ]),
            ...PERIODS.map((value) => ({ value, text: periodLabel(value) })),
          ]}
        />
      </EuiFlexItem>
      {name === 'custom' && (
        <EuiFlexItem grow={false} style={{ maxWidth: '100%' }}>
          <EuiFlexGroup gutterSize="s" responsive={false} wrap>
            {end('from', t('security.period.from', 'From'))}
            {end('to', t('security.period.to', 'To'))}
          </EuiFlexGroup>
        </EuiFlexItem>
      )}
    </>
  );
}

const periodLabel = (name: PeriodName): string =>
  ({
    today: t('security.period.today', 'Today'),
    yesterday: t('security.period.yesterday', 'Yesterday'),
    '24h': t('security.period.24h', 'Last 24 hours'),
    '7d': t('security.period.7d', 'Last 7 days'),
    '30d': t('security.period.30d', 'Last 30 days'),
    custom: t('security.period.custom', 'From … to …'),
  })[name];
