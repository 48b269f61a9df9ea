/** All change requests that the user may see, open ones first. */
import { EuiBadge, EuiPanel } from '@elastic/eui';
import type { ChangeRequestSummary } from '@sd/contracts';
import { t } from '@sd/core/public';
import {
  type LinkProps,
  LoadError,
  PageHeader,
  PageLoading,
  type TableColumn,
  useLink,
  usePage,
  WrappingText,
} from '@sd/ui_kit';
import { type ReactElement, useMemo } from 'react';
import { timeLabel } from '../../../components/history/change_texts';
import { CHANGE_REQUEST_PAGES } from '../../../components/history/history_pages';
import { MissingFeature } from '../../../components/missing_feature';
import { PagedTable } from '../../../components/paged_table';
import { useAdmin } from '../../../services/admin_context';
import { useChangeRequests } from '../../../services/change_requests';
import { decisionText, requestsTitle, STATE_COLORS, stateLabel } from './request_texts';

export function RequestsPage(): ReactElement {
  return useAdmin().cluster ? <HomeOnly /> : <Requests />;
}

export const HomeOnly = (): ReactElement => (
  <MissingFeature
    title={requestsTitle()}
    reason={t(
      'security.changeRequests.homeOnly',
      'Change requests apply only to this installation. Choose it above the navigation.'
    )}
  />
);

function Requests(): ReactElement {
  usePage([{ text: requestsTitle() }]);
  const link = useLink();
  const columns = useMemo(() => requestColumns(link), [link]);
  const { data, error, reload, isLoading } = useChangeRequests();
  return (
    <>
      <PageHeader
        title={requestsTitle()}
        description={t(
          'security.changeRequests.intro',
          'Review changes that colleagues propose, then apply or reject them.'
        )}
      />
      {error !== undefined && <LoadError error={error} onRetry={reload} isRetrying={isLoading} />}
      {!data && error === undefined && <PageLoading />}
      {data && (
        <EuiPanel grow={false} hasBorder hasShadow={false} paddingSize="m">
          <PagedTable<ChangeRequestSummary>
            caption={requestsTitle()}
            items={data.items}
            idOf={({ id }) => id}
            columns={columns}
            empty={t(
              'security.changeRequests.none',
              'No change requests yet. To propose a change, choose “Request approval…” in a form.'
            )}
          />
        </EuiPanel>
      )}
    </>
  );
}

const requestColumns = (
  link: (path: string) => LinkProps
): ReadonlyArray<TableColumn<ChangeRequestSummary>> => [
  {
    id: 'title',
    name: t('security.changeRequests.titleLabel', 'Title'),
    render: ({ id, title }) => (
      <a {...link(CHANGE_REQUEST_PAGES.view(id))} style={{ overflowWrap: 'anywhere' }}>
        {title}
      </a>
    ),
  },
  {
    id: 'state',
    name: t('security.common.status', 'Status'),
    render: (request) => (
      <>
        <EuiBadge color={STATE_COLORS[request.state]}>{stateLabel(request.state)}</EuiBadge>
        {request.decided && <div className="sdTable__second">{decisionText(request)}</div>}
      </>
    ),
  },
  {
    id: 'author',
    name: t('security.changeRequests.author', 'Requested by'),
    render: ({ author }) => <WrappingText text={author} />,
  },
  {
    id: 'count',
    name: t('security.changeRequests.entries', 'Entries'),
    render: ({ count }) => count,
  },
  {
    id: 'created',
    name: t('security.common.created', 'Created'),
    render: ({ created_at: atMs }) => timeLabel(atMs),
  },
];
