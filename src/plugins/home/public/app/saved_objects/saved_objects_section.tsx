/** The tenant's saved objects: search, sort and page on the server, so that a switch of tenant is seen at once. */
import { EuiSpacer } from '@elastic/eui';
import { useEffect, useState, type ReactElement } from 'react';
import { FormattedMessage, i18n, type CoreStart } from '@sd/core/public';
import { pageCountOf, type ObjectsQuery } from '../../services/saved_objects_page';
import { useObjectsPage } from '../../services/use_objects_page';
import { ErrorNotice } from '../error_notice';
import { Section } from '../section';
import { SavedObjectsTable } from './saved_objects_table';
import { SearchField } from './search_field';
import { TableFooter } from './table_footer';

const FIRST_QUERY: ObjectsQuery = {
  search: '',
  sortField: 'updated_at',
  sortOrder: 'desc',
  pageIndex: 0,
  pageSize: 10,
};
/** Between the last key and the request. */
export const SEARCH_DELAY_MS = 250;

export function SavedObjectsSection({ core }: { readonly core: CoreStart }): ReactElement {
  const [query, setQuery] = useState(FIRST_QUERY);
  const [search, setSearch] = useState('');
  const { page, isLoading, error, retry } = useObjectsPage(core.http, query);

  useEffect(() => {
    if (search === query.search) return undefined;
    const timer = setTimeout(
      () => setQuery((current) => ({ ...current, search, pageIndex: 0 })),
      SEARCH_DELAY_MS
    );
    return () => clearTimeout(timer);
  }, [search, query.search]);

  // Objects were deleted meanwhile: turn back to the last page there is.
  useEffect(() => {
    if (isLoading || page === undefined || page.rows.length > 0) return;
    const lastIndex = Math.max(0, pageCountOf(page.total, query.pageSize) - 1);
    if (lastIndex < query.pageIndex) setQuery({ ...query, pageIndex: lastIndex });
  }, [isLoading, page, query]);

  return (
    <Section
      title={<FormattedMessage id="home.objects.title" defaultMessage="Saved objects" />}
      testSubject="homeSavedObjects"
    >
      <SearchField value={search} onChange={setSearch} />
      <EuiSpacer size="m" />
      {error ? (
        <ErrorNotice
          title={i18n.translate('home.objects.error', {
            defaultMessage: 'The saved objects could not be loaded',
          })}
          text={messageOf(error)}
          retryLabel={i18n.translate('home.objects.retry', { defaultMessage: 'Try again' })}
          onRetry={retry}
          testSubject="homeObjectsError"
        />
      ) : (
        <>
          {page !== undefined && page.rows.length > 0 && (
            <SavedObjectsTable
              rows={page.rows}
              isLoading={isLoading}
              query={query}
              onQueryChange={setQuery}
              dateFormat={core.uiSettings.get('dateFormat', 'MMM D, YYYY @ HH:mm:ss.SSS')}
            />
          )}
          <TableFooter page={page} query={query} onQueryChange={setQuery} />
        </>
      )}
    </Section>
  );
}

/** The server's own words where there are any. */
function messageOf(error: Error & { readonly body?: { readonly message?: string } }): string {
  return error.body?.message ?? error.message;
}
