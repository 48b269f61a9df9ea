/**
 * Table of domains with a search, because some installations have many. Domains that are off, such
 * as the samples of a new installation, are shown on request or when searched for.
 */
import { EuiButtonEmpty, EuiFieldSearch, EuiSpacer } from '@elastic/eui';
import { t } from '@sd/core/public';
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
  const [showsOff, setShowsOff] = useState(false);
  const off = domains.filter(isOff);
  const hasHidden = off.length > 0 && off.length < domains.length && words.length === 0;
  const found = domains.filter(
    (domain) =>
      (showsOff || !hasHidden || !isOff(domain)) &&
      words.every((word) => `${domain.name} ${domain.backendType}`.toLowerCase().includes(word))
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
      {hasHidden && (
        <EuiButtonEmpty
          size="s"
          flush="left"
          aria-expanded={showsOff}
          onClick={() => setShowsOff(!showsOff)}
        >
          {showsOff
            ? t('security.auth.hideOff', 'Hide domains that are off')
            : t(
                'security.auth.showOff',
                'Show {count, plural, one {# domain that is} other {# domains that are}} off',
                { count: off.length }
              )}
        </EuiButtonEmpty>
      )}
    </>
  );
}

const isOff = ({ isHttpEnabled, isTransportEnabled }: Domain): boolean =>
  !isHttpEnabled && isTransportEnabled !== true;
