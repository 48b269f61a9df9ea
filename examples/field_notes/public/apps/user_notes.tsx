/** Tab on the page of a user in the Security app: their latest notes in the current tenant. */
import { type HttpSetup, send, t } from '@sd/core/public';
import type { EntityPartProps } from '@sd/plugins/security/public';
import { LoadError, PageLoading, Table, useServerQuery } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { LIST_NOTES } from '../../common';

/** Notes that are searched for those of the user. */
const LATEST = 100;

export const userNotes = (http: HttpSetup) =>
  function UserNotes({ name }: EntityPartProps['user']): ReactElement {
    const { data, error, reload } = useServerQuery(['fieldNotes', 'latest'], (signal) =>
      send(http, LIST_NOTES, { query: { per_page: LATEST }, signal })
    );
    if (error !== undefined) return <LoadError error={error} onRetry={reload} />;
    if (!data) return <PageLoading />;
    return (
      <Table
        caption={t('fieldNotes.userNotes.caption', 'Latest notes by {name}', { name })}
        idOf={({ id }) => id}
        items={data.rows.filter(({ author }) => author === name)}
        empty={t('fieldNotes.userNotes.none', 'No notes in this tenant')}
        columns={[
          {
            id: 'title',
            name: t('fieldNotes.list.title', 'Title'),
            render: ({ title }) => title,
          },
        ]}
      />
    );
  };
