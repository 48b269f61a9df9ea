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
import { timeLabel } from '../time_label';
import { useParts, withParts } from '../parts';
import { requestsTitle } from '../texts';
import { requestPath } from './paths';
import { useChangeRequests } from './queries';
import { decisionText, STATE_COLORS, stateLabel } from './request_texts';

export const requestsPage = withParts(RequestsPage);

function RequestsPage(): ReactElement {
  return useParts().useAdmin().cluster ? <HomeOnly /> : <Requests />;
}

export function HomeOnly(): ReactElement {
  const { MissingFeature } = useParts();
  return (
    <MissingFeature
      title={requestsTitle()}
      reason={t(
        'requests.changeRequests.homeOnly',
        'Change requests apply only to this installation. Choose it above the navigation.'
      )}
    />
  );
}

function Requests(): ReactElement {
  const { PagedTable } = useParts();
  usePage([{ text: requestsTitle() }]);
  const link = useLink();
  const columns = useMemo(() => requestColumns(link), [link]);
  const { data, error, reload, isLoading } = useChangeRequests();
  return (
    <>
      <PageHeader
        title={requestsTitle()}
        description={t(
          'requests.changeRequests.intro',
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
              'requests.changeRequests.none',
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
    name: t('requests.changeRequests.titleLabel', 'Title'),
    render: ({ id, title }) => (
      <a {...link(requestPath(id))} style={{ overflowWrap: 'anywhere' }}>
        {title}
      </a>
    ),
  },
  {
    id: 'state',
    name: t('requests.common.status', 'Status'),
    render: (request) => (
      <>
        <EuiBadge color={STATE_COLORS[request.state]}>{stateLabel(request.state)}</EuiBadge>
        {request.decided && <div className="sdTable__second">{decisionText(request)}</div>}
      </>
    ),
  },
  {
    id: 'author',
    name: t('requests.changeRequests.author', 'Requested by'),
    render: ({ author }) => <WrappingText text={author} />,
  },
  {
    id: 'count',
    name: t('requests.changeRequests.entries', 'Entries'),
    render: ({ count }) => count,
  },
  {
    id: 'created',
    name: t('requests.common.created', 'Created'),
    render: ({ created_at: atMs }) => timeLabel(atMs),
  },
];
