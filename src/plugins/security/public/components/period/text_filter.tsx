/** Filters a list by the exact name of one user. */
import { EuiFieldSearch, EuiFlexItem } from '@elastic/eui';
import { t } from '@sd/core/public';
import type { List } from '@sd/ui_kit';
import type { ReactElement } from 'react';

export interface TextFilterProps<T> {
  readonly list: List<T>;
  /** Filter name in the list's address. */
  readonly name: string;
  readonly label: string;
}

/** Searches on Enter or when the field is cleared, because part of a name matches nothing. */
export function TextFilter<T>({ list, name, label }: TextFilterProps<T>): ReactElement {
  const { filters } = list.state;
  const value = filters[name]?.[0] ?? '';
  const apply = (text: string) => {
    const { [name]: _previous, ...others } = filters;
    list.change({ filters: text.trim() === '' ? others : { ...others, [name]: [text.trim()] } });
  };
  return (
    // On a phone, two fields fit side by side.
    <EuiFlexItem style={{ flex: '1 1 150px', maxWidth: 240 }}>
      <EuiFieldSearch
        compressed
        // The key resets the field when the address changes.
        key={value}
        aria-label={label}
        placeholder={label}
        defaultValue={value}
        onSearch={apply}
      />
    </EuiFlexItem>
  );
}

export const userLabel = (): string => t('security.common.username', 'Username');
