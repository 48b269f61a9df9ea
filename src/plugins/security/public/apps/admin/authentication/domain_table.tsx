/** Table of domains with a search, because some installations have many. */
import { EuiBasicTable, type EuiBasicTableColumn, EuiFieldSearch, EuiSpacer } from '@elastic/eui';
import { t } from '@sd/core/public';
import { type ReactElement, useState } from 'react';
import type { Domain } from './domains';

export interface DomainTableProps<D extends Domain> {
  readonly domains: readonly D[];
  readonly columns: Array<EuiBasicTableColumn<D>>;
  readonly caption: string;
  readonly searchLabel: string;
}

export function DomainTable<D extends Domain>({
  domains,
  columns,
  caption,
  searchLabel,
}: DomainTableProps<D>): ReactElement {
  const [search, setSearch] = useState('');
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = domains.filter(({ name, backendType }) =>
    words.every((word) => `${name} ${backendType}`.toLowerCase().includes(word))
  );
  return (
    <>
      <EuiFieldSearch
        fullWidth
        aria-label={searchLabel}
        placeholder={searchLabel}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <EuiSpacer size="s" />
      <EuiBasicTable<D>
        tableCaption={caption}
        tableLayout="auto"
        items={found}
        columns={columns}
        noItemsMessage={t('security.auth.noItems', 'No items found')}
      />
    </>
  );
}
