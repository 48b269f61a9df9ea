import { EuiLink } from '@elastic/eui';
import type { ReactElement } from 'react';
import { t } from '@sd/core/public';
import { DASH, type ListColumn, useLink } from '@sd/ui_kit';
import type { NoteRow } from '../../../../common';

export const noteColumns = (): ReadonlyArray<ListColumn<NoteRow>> => [
  {
    id: 'title',
    name: t('fieldNotes.list.title', 'Title'),
    sortField: 'title',
    isFixed: true,
    render: (note) => <NoteLink {...note} />,
  },
  {
    id: 'author',
    name: t('fieldNotes.list.author', 'Author'),
    render: ({ author }) => author,
  },
  {
    id: 'changed',
    name: t('fieldNotes.list.changed', 'Changed'),
    sortField: 'changed',
    render: ({ changedAt }) =>
      changedAt === undefined
        ? DASH
        : t('fieldNotes.list.changedAt', '{at, date, medium}, {at, time, short}', {
            at: new Date(changedAt),
          }),
  },
];

function NoteLink({ id, title }: NoteRow): ReactElement {
  const link = useLink();
  return <EuiLink {...link(`/note/${encodeURIComponent(id)}`)}>{title}</EuiLink>;
}
