/** Table of domains with a search, because some installations have many. */
import { EuiFieldSearch, EuiSpacer } from '@elastic/eui';
import { Table, type TableColumn } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import type { Domain } from './domains';

export interface DomainTableProps<D extends Domain> {
  readonly domains: readonly D[];
  readonly columns: ReadonlyArray<TableColumn<D>>;
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
      <Table<D>
        caption={caption}
        idOf={({ name }) => name}
        rowHeader="name"
        items={found}
        columns={columns}
      />
    </>
  );
}
