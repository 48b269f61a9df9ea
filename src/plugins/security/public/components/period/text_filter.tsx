/** Narrows a list to what one person did; their exact name. */
import { EuiFieldSearch, EuiFlexItem } from '@elastic/eui';
import { i18n } from '@sd/core/public';
import type { List } from '@sd/ui_kit';
import type { ReactElement } from 'react';

export interface TextFilterProps<T> {
  readonly list: List<T>;
  /** Name of the filter in the list's address. */
  readonly name: string;
  readonly label: string;
}

/** Asks when Enter is pressed or the field is cleared: half a name would find nothing. */
export function TextFilter<T>({ list, name, label }: TextFilterProps<T>): ReactElement {
  const { filters } = list.state;
  const value = filters[name]?.[0] ?? '';
  const apply = (text: string) => {
    const { [name]: _previous, ...others } = filters;
    list.change({ filters: text.trim() === '' ? others : { ...others, [name]: [text.trim()] } });
  };
  return (
    // On a phone two stand beside one another.
    <EuiFlexItem style={{ flex: '1 1 150px', maxWidth: 240 }}>
      <EuiFieldSearch
        // Another value from the address is another field.
        key={value}
        aria-label={label}
        placeholder={label}
        defaultValue={value}
        onSearch={apply}
      />
    </EuiFlexItem>
  );
}

export const userLabel = (): string =>
  i18n.translate('security.records.person', { defaultMessage: 'User name' });
