import { EuiLink } from '@elastic/eui';
import type { ReactElement } from 'react';
import { FormattedMessage, i18n } from '@sd/core/public';
import { DASH, type ListColumn, useLink } from '@sd/ui_kit';
import type { NoteRow } from '../../../../common';

export const noteColumns = (): ReadonlyArray<ListColumn<NoteRow>> => [
  {
    id: 'title',
    name: i18n.translate('fieldNotes.list.title', { defaultMessage: 'Title' }),
    sortField: 'title',
    isFixed: true,
    render: (note) => <NoteLink {...note} />,
  },
  {
    id: 'author',
    name: i18n.translate('fieldNotes.list.author', { defaultMessage: 'Author' }),
    render: ({ author }) => author,
  },
  {
    id: 'changed',
    name: i18n.translate('fieldNotes.list.changed', { defaultMessage: 'Changed' }),
    sortField: 'changed',
    render: ({ changedAt }) =>
      changedAt === undefined ? (
        DASH
      ) : (
        <FormattedMessage
          id="fieldNotes.list.changedAt"
          defaultMessage="{at, date, medium}, {at, time, short}"
          values={{ at: new Date(changedAt) }}
        />
      ),
  },
];

function NoteLink({ id, title }: NoteRow): ReactElement {
  const link = useLink();
  return <EuiLink {...link(`/note/${encodeURIComponent(id)}`)}>{title}</EuiLink>;
}
