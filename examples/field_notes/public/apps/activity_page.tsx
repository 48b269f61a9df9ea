/** Page of the Security app: how many notes were written, for administrators. */
import { type HttpSetup, send, t } from '@sd/core/public';
import { LoadError, PageHeader, PageLoading, Table, usePage, useServerQuery } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { type DailyActivity, READ_ACTIVITY } from '../../common';
import { activityTitle } from '../services/texts';

const ACTIVITY_KEY = ['fieldNotes', 'activity'] as const;

export const activityPage = (http: HttpSetup) =>
  function ActivityPage(): ReactElement {
    usePage([{ text: activityTitle() }]);
    const { data, error, reload } = useServerQuery(ACTIVITY_KEY, (signal) =>
      send(http, READ_ACTIVITY, { signal })
    );
    return (
      <>
        <PageHeader title={activityTitle()} />
        {error !== undefined && <LoadError error={error} onRetry={reload} />}
        {data ? <Days days={data} /> : error === undefined && <PageLoading />}
      </>
    );
  };

const Days = ({ days }: { readonly days: readonly DailyActivity[] }): ReactElement => (
  <Table<DailyActivity>
    caption={t('fieldNotes.activity.caption', 'Notes of all tenants by day')}
    idOf={({ day }) => day}
    items={days}
    empty={t('fieldNotes.activity.none', 'No notes yet')}
    columns={[
      {
        id: 'day',
        name: t('fieldNotes.activity.day', 'Day'),
        render: ({ day }) =>
          t('fieldNotes.activity.dayText', '{day, date, medium}', {
            day: new Date(`${day}T12:00:00`),
          }),
      },
      {
        id: 'writers',
        name: t('fieldNotes.activity.writers', 'Writers'),
        render: ({ writers }) => writers,
      },
      {
        id: 'notes',
        name: t('fieldNotes.activity.notes', 'Notes'),
        render: ({ notes }) => notes,
      },
    ]}
  />
);
