/**
 * Monitors whether the databases of a folder can be read and written. A database that cannot be
 * written is probed from time to time; a damaged one stays so until it is restored.
 */
import { BehaviorSubject, distinctUntilChanged, type Observable } from 'rxjs';
import type { EngineLog } from '../../api/log';
import type { StorageError } from './';

const PROBE_EVERY_MS = 5_000;

export class StoreWatch {
  /** False while a database cannot be written. Completes with `stop`. */
  readonly isWritable$: Observable<boolean>;
  /** Names of damaged databases. Completes with `stop`. */
  readonly damaged$: Observable<readonly string[]>;
  private readonly isWritable = new BehaviorSubject(true);
  private readonly damaged = new BehaviorSubject<readonly string[]>([]);
  private readonly failing = new Set<string>();
  private timer: NodeJS.Timeout | undefined;

  /** @param probe - tries to write to a database */
  constructor(
    private readonly log: EngineLog,
    private readonly probe: (name: string) => void
  ) {
    this.isWritable$ = this.isWritable.pipe(distinctUntilChanged());
    this.damaged$ = this.damaged.asObservable();
  }

  /** The `onHealth` callback of all databases. Logs one message per change. */
  note(name: string, failure: StorageError | undefined): void {
    if (failure?.isDamage) {
      this.failing.delete(name);
      this.log.error('A database is damaged.', { code: failure.code, error: failure.message });
      this.damaged.next([...this.damaged.value, name]);
    } else if (failure) {
      this.failing.add(name);
      const { code, message } = failure;
      this.log.error('The store cannot be written.', { code, error: message });
    } else {
      this.failing.delete(name);
      this.log.info('The store can be written again.', { database: name });
    }
    this.schedule();
    this.isWritable.next(this.failing.size === 0);
  }

  stop(): void {
    clearInterval(this.timer);
    this.isWritable.complete();
    this.damaged.complete();
  }

  private schedule(): void {
    clearInterval(this.timer);
    if (this.failing.size === 0) return;
    this.timer = setInterval(() => {
      for (const name of [...this.failing]) this.probe(name);
    }, PROBE_EVERY_MS).unref();
  }
}
