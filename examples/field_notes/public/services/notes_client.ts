/** API client of the plugin. */
import {
  errorText,
  send,
  getErrorStatus,
  type HttpStart,
  type SavedObjectsClientContract,
} from '@sd/core/public';
import type { FormDataSource, ListState, SaveError, Version } from '@sd/ui_kit';
import {
  CREATE_NOTE,
  LIST_NOTES,
  NOTE_TYPE,
  type NewNote,
  type NoteAttributes,
  type NotesPage,
  SORT_FIELDS,
} from '../../common';

/** Query cache key of notes, used to invalidate them after changes. */
export const NOTES_KEY = ['fieldNotes', 'notes'] as const;

/** A note with the version that was read. Saving over a newer version fails. */
export type VersionedNote = Version<NoteAttributes>;

/** A page request in the terms of the kit's lists. */
export type NotesRequest = Pick<
  ListState,
  'search' | 'page' | 'perPage' | 'sortField' | 'sortOrder'
>;

const NOT_FOUND = 404;

/** Every method rejects with the HTTP error; `body.message` can be shown to users. */
export class NotesClient {
  constructor(
    private readonly http: HttpStart,
    private readonly savedObjects: SavedObjectsClientContract
  ) {}

  list(request: NotesRequest, signal?: AbortSignal): Promise<NotesPage> {
    const { search, page, perPage, sortField, sortOrder } = request;
    const query = {
      search,
      page,
      per_page: perPage,
      sort: SORT_FIELDS.find((field) => field === sortField),
      order: sortOrder,
    };
    return send(this.http, LIST_NOTES, { query, signal });
  }

  /** @returns the id of the new note */
  async create(note: NewNote): Promise<string> {
    const { id } = await send(this.http, CREATE_NOTE, { body: note });
    return id;
  }

  /** @returns `undefined` if the note does not exist */
  async find(id: string): Promise<VersionedNote | undefined> {
    const { attributes, error, _version } = await this.savedObjects.get<NoteAttributes>(
      NOTE_TYPE,
      id
    );
    // Core's client returns an object with an error instead of rejecting.
    if (error?.statusCode === NOT_FOUND) return undefined;
    if (error) throw new Error(error.message);
    return { entity: attributes, etag: _version };
  }

  /** @param version - version that was read; the server returns 409 if a newer one exists */
  async save(id: string, note: NoteAttributes, version: string | undefined): Promise<void> {
    await this.savedObjects.update(NOTE_TYPE, id, note, { ...(version && { version }) });
  }

  /** Data source for the note form, where a note's name is its id. */
  store(): FormDataSource<NoteAttributes> {
    return {
      key: NOTES_KEY,
      read: (id) => this.find(id),
      save: (id, note, condition) =>
        this.save(id, note as NoteAttributes, 'etag' in condition ? condition.etag : undefined),
      classify: classifySaveError,
    };
  }

  async delete(id: string): Promise<void> {
    await this.savedObjects.delete(NOTE_TYPE, id);
  }
}

const CONFLICT = 409;

/** Maps a server error to a form error. */
const classifySaveError = (error: unknown): SaveError =>
  getErrorStatus(error) === CONFLICT
    ? { kind: 'conflict' }
    : { kind: 'other', message: errorText(error) };
