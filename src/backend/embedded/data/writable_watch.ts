/**
 * Whether the databases of a folder can be written; while one cannot, it is tried again now and
 * then.
 */
import { BehaviorSubject, distinctUntilChanged, type Observable } from 'rxjs';
import type { EngineLog } from '../../contract/log';
import type { Database, StorageError } from '../storage';

const PROBE_EVERY_MS = 5_000;

export class WritableWatch {
  /** False while a database cannot be written. Completes with `stop`. */
  readonly isWritable$: Observable<boolean>;
  private readonly isWritable = new BehaviorSubject(true);
  private readonly failing = new Map<string, Database>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly log: EngineLog) {
    this.isWritable$ = this.isWritable.pipe(distinctUntilChanged());
  }

  /** What a database is opened with. One line of log each way. */
  listener(name: string, database: () => Database): (failure: StorageError | undefined) => void {
    return (failure) => {
      if (failure) {
        this.failing.set(name, database());
        const { code, message } = failure;
        this.log.error('The store cannot be written.', { code, error: message });
      } else {
        this.failing.delete(name);
        this.log.info('The store can be written again.', { database: name });
      }
      this.schedule();
      this.isWritable.next(this.failing.size === 0);
    };
  }

  stop(): void {
    clearInterval(this.timer);
    this.isWritable.complete();
  }

  private schedule(): void {
    clearInterval(this.timer);
    if (this.failing.size === 0) return;
    this.timer = setInterval(() => {
      for (const database of [...this.failing.values()]) database.probe();
    }, PROBE_EVERY_MS).unref();
  }
}
