/** The form for a new note, and the one for a note that exists. */
import { EuiCallOut, EuiLoadingSpinner, EuiPageSection } from '@elastic/eui';
import { useEffect, useState, type ReactElement } from 'react';
import { i18n, useRequest } from '@sd/core/public';
import { APP_ROUTE, type NewNote } from '../../../common';
import { messageOf } from '../../services/message_of';
import { NoteForm } from './note_form';
import type { PageProps } from './page_props';
import { usePageTitle } from './use_page_title';

const EMPTY_NOTE: NewNote = { title: '', text: '' };

/** `?template=ID` fills it in from a template, `?draft` from a draft that was kept. */
function firstText({ history, templates, drafts }: PageProps): NewNote {
  const query = new URLSearchParams(history.location.search);
  if (query.has('draft')) return drafts.take() ?? EMPTY_NOTE;
  const template = templates.get(query.get('template') ?? '');
  return template ? { title: template.title, text: template.text } : EMPTY_NOTE;
}

export function NewNotePage(props: PageProps): ReactElement {
  const { core, client, history } = props;
  const [initial] = useState(() => firstText(props));
  const title = i18n.translate('fieldNotes.new.title', { defaultMessage: 'New note' });
  usePageTitle(core, history, title);
  const save = async (note: NewNote) => {
    const id = await client.create(note);
    core.notifications.toasts.addSuccess(
      i18n.translate('fieldNotes.new.saved', {
        defaultMessage: 'Note "{title}" is saved',
        values: { title: note.title },
      })
    );
    history.replace(`/note/${encodeURIComponent(id)}`);
  };
  return <NoteForm {...props} heading={title} initial={initial} onSave={save} />;
}

export function EditNotePage(props: PageProps & { readonly id: string }): ReactElement {
  const { core, client, history, id } = props;
  const { data: note, error } = useRequest(id, () => client.get(id));
  usePageTitle(core, history, note?.title ?? '…');
  useEffect(() => {
    if (note) core.chrome.recentlyAccessed.add(`${APP_ROUTE}/note/${note.id}`, note.title, note.id);
  }, [core, note]);
  if (error !== undefined)
    return (
      <EuiPageSection>
        <EuiCallOut
          color="danger"
          title={i18n.translate('fieldNotes.edit.failed', {
            defaultMessage: 'The note could not be read',
          })}
        >
          <p>{messageOf(error)}</p>
        </EuiCallOut>
      </EuiPageSection>
    );
  if (!note)
    return (
      <EuiPageSection>
        <EuiLoadingSpinner size="xl" />
      </EuiPageSection>
    );
  const save = async (changed: NewNote) => {
    await client.save({ ...note, ...changed });
    core.notifications.toasts.addSuccess(
      i18n.translate('fieldNotes.edit.saved', { defaultMessage: 'The note is saved' })
    );
    history.push('/');
  };
  const remove = async () => {
    const isAgreed = await core.overlays.openConfirm(
      i18n.translate('fieldNotes.delete.text', { defaultMessage: 'It cannot be brought back.' }),
      {
        title: i18n.translate('fieldNotes.delete.title', {
          defaultMessage: 'Delete "{title}"?',
          values: { title: note.title },
        }),
        confirmButtonText: i18n.translate('fieldNotes.delete.confirm', {
          defaultMessage: 'Delete',
        }),
        cancelButtonText: i18n.translate('fieldNotes.delete.cancel', { defaultMessage: 'Cancel' }),
        buttonColor: 'danger',
      }
    );
    if (!isAgreed) return;
    try {
      await client.delete(note.id);
      props.guard.setDirty(false);
      history.replace('/');
    } catch (reason) {
      core.notifications.toasts.addError(reason as Error, {
        title: i18n.translate('fieldNotes.delete.failed', {
          defaultMessage: 'The note could not be deleted',
        }),
      });
    }
  };
  return (
    <NoteForm
      {...props}
      heading={note.title}
      initial={{ title: note.title, text: note.text }}
      onSave={save}
      onDelete={() => void remove()}
    />
  );
}
