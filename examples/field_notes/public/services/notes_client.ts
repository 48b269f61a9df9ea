/** All that the browser asks of the server. */
import type { HttpStart, SavedObjectsClientContract } from '@sd/core/public';
import {
  API,
  NOTE_TYPE,
  type AuthorInfo,
  type NewNote,
  type NoteAttributes,
  type NotesPage,
} from '../../common';

export interface Note extends NoteAttributes {
  readonly id: string;
  /** Of the state that was read: saving over a later one is refused. */
  readonly version: string | undefined;
}

/** Every method rejects with the error of the call, whose `body.message` is for people. */
export class NotesClient {
  constructor(
    private readonly http: HttpStart,
    private readonly savedObjects: SavedObjectsClientContract
  ) {}

  /** @param page - from 1 */
  list(search: string, page: number, signal?: AbortSignal): Promise<NotesPage> {
    return this.http.get<NotesPage>(API.notes, { query: { search, page }, signal });
  }

  author(signal?: AbortSignal): Promise<AuthorInfo> {
    return this.http.get<AuthorInfo>(API.author, { signal });
  }

  /** @returns the new note's id */
  async create(note: NewNote): Promise<string> {
    const { id } = await this.http.post<{ id: string }>(API.notes, { body: JSON.stringify(note) });
    return id;
  }

  async get(id: string): Promise<Note> {
    const object = await this.savedObjects.get<NoteAttributes>(NOTE_TYPE, id);
    // A missing object is no rejection of this client, but an object with an error.
    if (object.error) throw new Error(object.error.message);
    return { ...object.attributes, id, version: object._version };
  }

  async save({ id, version, ...attributes }: Note): Promise<void> {
    await this.savedObjects.update(NOTE_TYPE, id, attributes, { ...(version && { version }) });
  }

  async delete(id: string): Promise<void> {
    await this.savedObjects.delete(NOTE_TYPE, id);
  }
}
