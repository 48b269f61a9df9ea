/** Change history of the configuration, newest first. */
import { t } from '@sd/core/public';
import { type Facet, ListPage, PageHeader, useList, usePage } from '@sd/ui_kit';
import { type ReactElement, useMemo } from 'react';
import { HISTORY_ACTIONS, HISTORY_TYPES } from '../../../../common';
import { useChangeColumns } from '../../../components/history/change_columns';
import { changeSource } from '../../../components/history/change_source';
import { actionLabel, kindLabel } from '../../../components/history/change_texts';
import { HistoryUnavailable } from '../../../components/history/history_unavailable';
import { PeriodFilter } from '../../../components/period/period_filter';
import { userLabel, TextFilter } from '../../../components/period/text_filter';
import { useAdmin } from '../../../services/admin_context';
import { useFeature } from '../../../services/features';

export const historyTitle = (): string => t('security.history.title', 'Change history');

export function HistoryPage(): ReactElement {
  return useFeature('history') ? <Changes /> : <NoChanges />;
}

function NoChanges(): ReactElement {
  usePage([{ text: historyTitle() }]);
  return (
    <>
      <PageHeader title={historyTitle()} />
      <HistoryUnavailable />
    </>
  );
}

function Changes(): ReactElement {
  const { http } = useAdmin().core;
  const list = useList(useMemo(() => changeSource(http), [http]));
  return (
    <ListPage
      id="history"
      title={historyTitle()}
      description={t(
        'security.history.intro',
        'See who changed the security configuration, when and how. You can revert each change.'
      )}
      list={list}
      columns={useChangeColumns()}
      searchLabel={t('security.history.search', 'Search entries or users')}
      facets={facets()}
      filters={
        <>
          <PeriodFilter list={list} />
          <TextFilter list={list} name="actor" label={userLabel()} />
        </>
      }
      actions={[]}
      empty={t('security.history.empty', 'No changes recorded yet.')}
      data-test-subj="history-list"
    />
  );
}

const facets = (): readonly Facet[] => [
  {
    name: 'type',
    label: t('security.common.kind', 'Kind'),
    options: HISTORY_TYPES.map((value) => ({ value, label: kindLabel(value) })),
  },
  {
    name: 'action',
    label: t('security.common.change', 'Change'),
    options: HISTORY_ACTIONS.map((value) => ({ value, label: actionLabel(value) })),
  },
];
