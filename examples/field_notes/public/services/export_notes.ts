/** All notes of the tenant as one text file; the shell's loading bar runs meanwhile. */
import { BehaviorSubject } from 'rxjs';
import type { NotesClient } from './notes_client';

/** What the list's route offers at most. */
const MAX_PAGES = 100;

export class NotesExport {
  private readonly running = new BehaviorSubject(0);
  /** For `http.addLoadingCountSource`. */
  readonly running$ = this.running.asObservable();

  async toText(client: NotesClient): Promise<string> {
    this.running.next(this.running.value + 1);
    try {
      const parts: string[] = [];
      for (let page = 1; page <= MAX_PAGES; page++) {
        const { rows } = await client.list('', page);
        if (rows.length === 0) break;
        const notes = await Promise.all(rows.map(({ id }) => client.get(id)));
        parts.push(...notes.map(({ title, author, text }) => `${title}\n${author}\n\n${text}\n`));
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
