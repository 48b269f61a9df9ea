/** List of the tenant's notes, built with the kit's list on the plugin's own route. */
import { EuiButton, EuiLink } from '@elastic/eui';
import { useMemo, useState, type ReactElement } from 'react';
import { EMPTY } from 'rxjs';
import { t, useObservable } from '@sd/core/public';
import {
  DASH,
  deleteEach,
  DeleteDialog,
  ListPage,
  useChanged,
  useLink,
  useList,
  type ListAction,
  type ListColumn,
  type ListSource,
} from '@sd/ui_kit';
import { MAX_REACHABLE, SETTINGS, SORT_FIELDS, type NoteRow, type SortBy } from '../../../common';
import { canWrite, type FieldNotesDeps } from '../../services/deps';
import { NOTES_KEY } from '../../services/notes_client';

const DEFAULT_PAGE_SIZE = 10;

export function NoteListPage(deps: FieldNotesDeps): ReactElement {
  const { uiSettings } = deps.core;
  // Follows settings changes in other tabs without a reload.
  const pageSize = useObservable(
    uiSettings.get$<number>(SETTINGS.pageSize, DEFAULT_PAGE_SIZE),
    uiSettings.get<number>(SETTINGS.pageSize, DEFAULT_PAGE_SIZE)
  );
  return <NoteList key={pageSize} {...deps} pageSize={pageSize} />;
}

function NoteList(props: FieldNotesDeps & { readonly pageSize: number }): ReactElement {
  const { core, client, motto, pageSize, security } = props;
  const tenant = useObservable(security?.currentTenant$ ?? EMPTY, undefined);
  const sortBy = core.uiSettings.get<SortBy>(SETTINGS.sortBy, 'changed');
  const list = useList(
    useMemo(() => notesSource(client, sortBy, pageSize), [client, sortBy, pageSize])
  );
  const changed = useChanged();
  const [toDelete, setToDelete] = useState<readonly NoteRow[]>();
  const isWriter = canWrite(props);
  const close = (deleted: readonly string[]) => {
    setToDelete(undefined);
    if (deleted.length === 0) return;
    list.deselect(deleted);
    changed(NOTES_KEY);
  };
  return (
    <ListPage
      id="notes"
      title={t('fieldNotes.appTitle', 'Field notes')}
      isRoot
      description={
        <>
          {motto}
          {tenant && (
            <span style={{ display: 'block' }}>
              {t('fieldNotes.list.tenant', 'Notes of the tenant {tenant}', {
                tenant: tenant.label,
              })}
            </span>
          )}
        </>
      }
      list={list}
      searchLabel={t('fieldNotes.list.search', 'Search field notes')}
      columns={useMemo(noteColumns, [])}
      actions={useMemo(() => (isWriter ? [deleteAction(setToDelete)] : []), [isWriter])}
      create={isWriter && <WriteButton />}
      empty={t('fieldNotes.list.none', 'This tenant has no notes yet')}
    >
      {toDelete && <DeleteNotesDialog client={client} notes={toDelete} onClose={close} />}
    </ListPage>
  );
}

/** Defaults come from the settings unless the address overrides them. */
const notesSource = (
  client: FieldNotesDeps['client'],
  sortBy: SortBy,
  pageSize: number
): ListSource<NoteRow> => ({
  key: NOTES_KEY,
  address: {
    facets: [],
    sortField: sortBy,
    sortFields: SORT_FIELDS,
    sortOrder: sortBy === 'changed' ? 'desc' : 'asc',
    perPage: pageSize,
  },
  idOf: ({ id }) => id,
  nameOf: ({ title }) => title,
  maxReachable: MAX_REACHABLE,
  read: async (state, signal) => {
    const { total, rows } = await client.list(state, signal);
    return { total, items: rows };
  },
});

const deleteAction = (run: (notes: readonly NoteRow[]) => void): ListAction<NoteRow> => ({
  id: 'delete',
  label: t('fieldNotes.list.delete', 'Delete'),
  iconType: 'trash',
  run,
});

function WriteButton(): ReactElement {
  const link = useLink();
  return (
    <EuiButton fill {...link('/new')}>
      {t('fieldNotes.list.write', 'Write a note')}
    </EuiButton>
  );
}

const noteColumns = (): ReadonlyArray<ListColumn<NoteRow>> => [
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

interface DeleteNotesDialogProps {
  readonly client: FieldNotesDeps['client'];
  readonly notes: readonly NoteRow[];
  /** @param deleted - ids of deleted notes; empty if the dialog was canceled */
  readonly onClose: (deleted: readonly string[]) => void;
}

function DeleteNotesDialog({ client, notes, onClose }: DeleteNotesDialogProps): ReactElement {
  const items = notes.map(({ id, title }) => ({ id, name: title }));
  return (
    <DeleteDialog
      items={items}
      itemsLabel={t('fieldNotes.delete.items', 'Notes to delete')}
      title={t(
        'fieldNotes.delete.title',
        '{count, plural, one {Delete # note?} other {Delete # notes?}}',
        { count: notes.length }
      )}
      confirmLabel={t('fieldNotes.delete.confirm', 'Delete')}
      run={deleteEach(items, ({ id }) => client.delete(id))}
      onClose={onClose}
    >
      <p>{t('fieldNotes.delete.text', 'This cannot be undone.')}</p>
    </DeleteDialog>
  );
}
