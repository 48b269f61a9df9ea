/** The tenant's saved objects: search, sort and page on the server, so that a switch of tenant is seen at once. */
import { EuiSpacer } from '@elastic/eui';
import { useEffect, useMemo, useState, type ReactElement } from 'react';
import { errorText, FormattedMessage, i18n, type CoreStart } from '@sd/core/public';
import { useRead } from '@sd/ui_kit';
import { pageCountOf, readObjectsPage, type ObjectsQuery } from '../../services/saved_objects_page';
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

export function SavedObjectsSection({ core }: { readonly core: CoreStart }): ReactElement {
  const [query, setQuery] = useState(FIRST_QUERY);
  const {
    data: page,
    isLoading,
    error,
    reload,
  } = useRead(['home', 'objects', query], (signal) => readObjectsPage(core.http, query, signal), {
    keepsPrevious: true,
  });

  // Objects were deleted meanwhile: turn back to the last page there is.
  useEffect(() => {
    if (isLoading || page === undefined || page.rows.length > 0) return;
    const lastIndex = Math.max(0, pageCountOf(page.total, query.pageSize) - 1);
    if (lastIndex < query.pageIndex) setQuery({ ...query, pageIndex: lastIndex });
  }, [isLoading, page, query]);

  // Told once, for it is logged as well.
  const text = useMemo(() => (error === undefined ? '' : errorText(error)), [error]);

  return (
    <Section
      title={<FormattedMessage id="home.objects.title" defaultMessage="Saved objects" />}
      testSubject="homeSavedObjects"
    >
      <SearchField
        value={query.search}
        onChange={(search) => setQuery({ ...query, search, pageIndex: 0 })}
      />
      <EuiSpacer size="m" />
      {error !== undefined ? (
        <ErrorNotice
          title={i18n.translate('home.objects.error', {
            defaultMessage: 'The saved objects could not be loaded',
          })}
          text={text}
          retryLabel={i18n.translate('home.objects.retry', { defaultMessage: 'Try again' })}
          onRetry={reload}
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
