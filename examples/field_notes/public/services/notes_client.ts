/** All that the browser asks of the server. */
import {
  errorText,
  statusOf,
  type HttpStart,
  type SavedObjectsClientContract,
} from '@sd/core/public';
import type { FormDataSource, ListState, SaveError, Version } from '@sd/ui_kit';
import {
  API,
  NOTE_TYPE,
  type AuthorInfo,
  type NewNote,
  type NoteAttributes,
  type NotesPage,
} from '../../common';
import { NOTES_KEY } from './query_keys';

/** A note in the version that was read: saving over a later one is refused. */
export type VersionedNote = Version<NoteAttributes>;

/** Which page of the notes, in the terms of the kit's lists. */
export type NotesRequest = Pick<
  ListState,
  'search' | 'page' | 'perPage' | 'sortField' | 'sortOrder'
>;

const NOT_FOUND = 404;

/** Every method rejects with the error of the call, whose `body.message` is for people. */
export class NotesClient {
  constructor(
    private readonly http: HttpStart,
    private readonly savedObjects: SavedObjectsClientContract
  ) {}

  list(request: NotesRequest, signal?: AbortSignal): Promise<NotesPage> {
    const { search, page, perPage, sortField, sortOrder } = request;
    const query = { search, page, per_page: perPage, sort: sortField, order: sortOrder };
    return this.http.get<NotesPage>(API.notes, { query, signal });
  }

  author(signal?: AbortSignal): Promise<AuthorInfo> {
    return this.http.get<AuthorInfo>(API.author, { signal });
  }

  /** @returns the new note's id */
  async create(note: NewNote): Promise<string> {
    const { id } = await this.http.post<{ id: string }>(API.notes, { body: JSON.stringify(note) });
    return id;
  }

  /** @returns `undefined` for a note that does not exist */
  async find(id: string): Promise<VersionedNote | undefined> {
    const { attributes, error, _version } = await this.savedObjects.get<NoteAttributes>(
      NOTE_TYPE,
      id
    );
    // A missing object is no rejection of core's client, but an object with an error.
    if (error?.statusCode === NOT_FOUND) return undefined;
    if (error) throw new Error(error.message);
    return { entity: attributes, etag: _version };
  }

  /** @param version - the one that was read; 409 when somebody else was faster */
  async save(id: string, note: NoteAttributes, version: string | undefined): Promise<void> {
    await this.savedObjects.update(NOTE_TYPE, id, note, { ...(version && { version }) });
  }

  /** The notes as a form over one of them needs them: its name there is the id. */
  store(): FormDataSource<NoteAttributes> {
    return {
      key: NOTES_KEY,
      read: (id) => this.find(id),
      save: (id, note, condition) =>
        this.save(id, note as NoteAttributes, 'etag' in condition ? condition.etag : undefined),
      classify: judgeNote,
    };
  }

  async delete(id: string): Promise<void> {
    await this.savedObjects.delete(NOTE_TYPE, id);
  }
}

const CONFLICT = 409;

/** What a refusal of the server means to the form. */
const judgeNote = (error: unknown): SaveError =>
  statusOf(error) === CONFLICT
    ? { kind: 'conflict' }
    : { kind: 'other', message: errorText(error) };
