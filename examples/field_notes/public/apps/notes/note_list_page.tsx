import {
  EuiBasicTable,
  EuiButton,
  EuiCallOut,
  EuiFieldSearch,
  EuiLink,
  EuiPageSection,
  EuiSpacer,
  EuiText,
  EuiTitle,
  type CriteriaWithPagination,
  type EuiBasicTableColumn,
} from '@elastic/eui';
import type { History } from 'history';
import { useState, type MouseEvent, type ReactElement } from 'react';
import { EMPTY } from 'rxjs';
import { FormattedMessage, i18n, useObservable, useRequest } from '@sd/core/public';
import { SETTINGS, type NoteRow } from '../../../common';
import { messageOf } from '../../services/message_of';
import { canWrite } from '../../services/deps';
import type { PageProps } from './page_props';
import { usePageTitle } from './use_page_title';

const DEFAULT_PAGE_SIZE = 10;
/** What the route offers at most. */
const MAX_PAGES = 100;

export function NoteListPage(props: PageProps): ReactElement {
  const { core, client, history, motto, security } = props;
  const [search, setSearch] = useState('');
  const [pageIndex, setPageIndex] = useState(0);
  // Follows the settings page in the next tab: no reload is needed.
  const pageSize = useObservable(
    core.uiSettings.get$<number>(SETTINGS.pageSize, DEFAULT_PAGE_SIZE),
    core.uiSettings.get<number>(SETTINGS.pageSize, DEFAULT_PAGE_SIZE)
  );
  const tenant = useObservable(security?.currentTenant$ ?? EMPTY, undefined);
  usePageTitle(core, history);
  const { data, error, isLoading, reload } = useRequest(
    JSON.stringify([search, pageIndex, pageSize]),
    (signal) => client.list(search, pageIndex + 1, signal)
  );
  return (
    <EuiPageSection>
      <EuiTitle>
        <h1>
          <FormattedMessage id="fieldNotes.appTitle" defaultMessage="Field notes" />
        </h1>
      </EuiTitle>
      <EuiText color="subdued">
        <p>{motto}</p>
        {tenant && (
          <p>
            <FormattedMessage
              id="fieldNotes.list.tenant"
              defaultMessage="Notes of the tenant {tenant}"
              values={{ tenant: tenant.label }}
            />
          </p>
        )}
      </EuiText>
      <EuiSpacer />
      <EuiFieldSearch
        aria-label={i18n.translate('fieldNotes.list.search', {
          defaultMessage: 'Search field notes',
        })}
        onSearch={(text) => {
          setSearch(text.trim());
          setPageIndex(0);
        }}
      />
      <EuiSpacer />
      {error !== undefined && !isLoading ? (
        <EuiCallOut
          color="danger"
          title={i18n.translate('fieldNotes.list.failed', {
            defaultMessage: 'The notes could not be read',
          })}
        >
          <p>{messageOf(error)}</p>
          <EuiButton color="danger" onClick={reload}>
            <FormattedMessage id="fieldNotes.list.retry" defaultMessage="Try again" />
          </EuiButton>
        </EuiCallOut>
      ) : (
        <EuiBasicTable<NoteRow>
          tableCaption={i18n.translate('fieldNotes.list.caption', {
            defaultMessage: 'Field notes',
          })}
          items={[...(data?.rows ?? [])]}
          itemId="id"
          columns={columnsFor(history)}
          loading={isLoading}
          noItemsMessage={isLoading ? undefined : <NoNotes isSearch={search !== ''} {...props} />}
          pagination={{
            pageIndex,
            pageSize,
            totalItemCount: Math.min(data?.total ?? 0, pageSize * MAX_PAGES),
            showPerPageOptions: false,
          }}
          onChange={({ page }: CriteriaWithPagination<NoteRow>) => setPageIndex(page.index)}
        />
      )}
    </EuiPageSection>
  );
}

const columnsFor = (history: History): Array<EuiBasicTableColumn<NoteRow>> => [
  {
    field: 'title',
    name: i18n.translate('fieldNotes.list.title', { defaultMessage: 'Title' }),
    render: (title: string, { id }) => {
      const pathname = `/note/${encodeURIComponent(id)}`;
      return (
        <EuiLink
          href={history.createHref({ pathname })}
          onClick={(event: MouseEvent) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            history.push(pathname);
          }}
        >
          {title}
        </EuiLink>
      );
    },
  },
  {
    field: 'author',
    name: i18n.translate('fieldNotes.list.author', { defaultMessage: 'Author' }),
  },
  {
    field: 'changedAt',
    name: i18n.translate('fieldNotes.list.changed', { defaultMessage: 'Changed' }),
    render: (changedAt?: string) =>
      changedAt && (
        <FormattedMessage
          id="fieldNotes.list.changedAt"
          defaultMessage="{at, date, medium}, {at, time, short}"
          values={{ at: new Date(changedAt) }}
        />
      ),
  },
];

function NoNotes({ isSearch, ...deps }: { readonly isSearch: boolean } & PageProps): ReactElement {
  if (isSearch)
    return (
      <FormattedMessage id="fieldNotes.list.noneFound" defaultMessage="No note has these words" />
    );
  return (
    <>
      <p>
        <FormattedMessage id="fieldNotes.list.none" defaultMessage="This tenant has no notes yet" />
      </p>
      {canWrite(deps) && (
        <EuiButton onClick={() => deps.history.push('/new')}>
          <FormattedMessage id="fieldNotes.list.first" defaultMessage="Write the first one" />
        </EuiButton>
      )}
    </>
  );
}
