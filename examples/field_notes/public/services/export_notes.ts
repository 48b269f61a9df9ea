/** Exports all notes of the tenant as one text. The shell's loading bar shows the progress. */
import { BehaviorSubject } from 'rxjs';
import { MAX_REACHABLE, type NoteAttributes } from '../../common';
import type { NotesClient } from './notes_client';

const PER_PAGE = 100;
const LAST_PAGE = MAX_REACHABLE / PER_PAGE;

const BY_TITLE = { search: '', perPage: PER_PAGE, sortField: 'title', sortOrder: 'asc' } as const;

const textOf = ({ title, author, text }: NoteAttributes): string =>
  `${title}\n${author}\n\n${text}\n`;

export class NotesExport {
  private readonly running = new BehaviorSubject(0);
  /** Source for `http.addLoadingCountSource`. */
  readonly running$ = this.running.asObservable();

  async toText(client: NotesClient): Promise<string> {
    this.running.next(this.running.value + 1);
    try {
      const parts: string[] = [];
      for (let page = 1; page <= LAST_PAGE; page++) {
        const { rows } = await client.list({ ...BY_TITLE, page });
        if (rows.length === 0) break;
        const notes = await Promise.all(rows.map(({ id }) => client.find(id)));
        // Skips notes that were deleted meanwhile.
        parts.push(...notes.flatMap((note) => (note ? textOf(note.entity) : [])));
      }
      return parts.join('\n');
    } finally {
      this.running.next(this.running.value - 1);
    }
  }

  stop(): void {
    this.running.complete();
  }
}
