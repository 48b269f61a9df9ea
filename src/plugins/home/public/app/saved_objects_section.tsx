/** The tenant's saved objects: search, sort and page on the server, so that a switch of tenant is seen at once. */
import { EuiButton, EuiCallOut, EuiFieldSearch, EuiFormRow, EuiSpacer } from '@elastic/eui';
import { useEffect, useState, type ReactElement } from 'react';
import { FormattedMessage, i18n, type CoreStart } from '@sd/core/public';
import type { ObjectsQuery } from '../services/saved_objects_page';
import { useObjectsPage } from '../services/use_objects_page';
import { SavedObjectsTable } from './saved_objects_table';
import { Section } from './section';

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

  return (
    <Section
      title={<FormattedMessage id="home.objects.title" defaultMessage="Saved objects" />}
      testSubject="homeSavedObjects"
    >
      <EuiFormRow
        fullWidth
        label={i18n.translate('home.objects.searchLabel', {
          defaultMessage: 'Search saved objects',
        })}
      >
        <EuiFieldSearch
          fullWidth
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          placeholder={i18n.translate('home.objects.searchPlaceholder', {
            defaultMessage: 'Title or description',
          })}
          data-test-subj="homeObjectsSearch"
        />
      </EuiFormRow>
      <EuiSpacer size="m" />
      {error ? (
        <div role="alert">
          <EuiCallOut
            color="danger"
            iconType="warning"
            title={i18n.translate('home.objects.error', {
              defaultMessage: 'The saved objects could not be loaded',
            })}
            data-test-subj="homeObjectsError"
          >
            <p>{messageOf(error)}</p>
            <EuiButton
              color="danger"
              onClick={retry}
              iconType="refresh"
              data-test-subj="homeObjectsRetry"
            >
              <FormattedMessage id="home.objects.retry" defaultMessage="Try again" />
            </EuiButton>
          </EuiCallOut>
        </div>
      ) : (
        <SavedObjectsTable
          rows={page?.rows ?? []}
          total={page?.total ?? 0}
          isLoading={isLoading}
          query={query}
          onQueryChange={setQuery}
          dateFormat={core.uiSettings.get('dateFormat', 'MMM D, YYYY @ HH:mm:ss.SSS')}
        />
      )}
    </Section>
  );
}

/** The server's own words where there are any. */
function messageOf(error: Error & { readonly body?: { readonly message?: string } }): string {
  return error.body?.message ?? error.message;
}
