/** Opens databases below the data folder, which this process owns while it runs. */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BehaviorSubject, distinctUntilChanged, type Observable } from 'rxjs';
import {
  acquireDataFolder,
  openDatabase,
  StorageError,
  type Database,
  type DataFolder,
  type Migration,
} from '../../../backend/embedded/storage';
import type { Logger } from '../logging';
import { StartError } from '../start_error';
import type { StorageServiceSetup } from './types';

/** The engine opens this one itself. */
const RESERVED_NAMES = new Set(['engine', 'security']);
const NAME = /^[a-z][a-z0-9_]{0,63}$/;
const UUID_FILE = 'uuid';
const PROBE_EVERY_MS = 5_000;

export class StorageService {
  private readonly databases = new Map<string, Database>();
  private folder: DataFolder | undefined;

  private readonly failing = new Set<string>();
  private readonly isWritable$ = new BehaviorSubject(true);
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly dataPath: string,
    private readonly log: Logger
  ) {}

  /** @throws {StartError} when another server uses the folder, or it cannot be written */
  setup(): StorageServiceSetup & {
    readonly uuid: string;
    /** False while a database cannot be written. */
    readonly isWritable$: Observable<boolean>;
  } {
    this.folder = orStartError(() => acquireDataFolder(this.dataPath));
    return {
      open: (name, migrations) => this.open(name, migrations),
      uuid: this.readUuid(),
      isWritable$: this.isWritable$.pipe(distinctUntilChanged()),
    };
  }

  stop(): void {
    clearInterval(this.timer);
    this.isWritable$.complete();
    for (const database of this.databases.values()) database.close();
    this.databases.clear();
    this.folder?.release();
  }

  private open(name: string, migrations: readonly Migration[]): Database {
    if (!NAME.test(name) || RESERVED_NAMES.has(name))
      throw new Error(`Database name "${name}" is not allowed.`);
    if (this.databases.has(name)) throw new Error(`Database "${name}" is already open.`);
    const file = join(this.dataPath, `${name}.sqlite`);
    const onWritable = (failure: StorageError | undefined) => this.onWritable(name, failure);
    const database = orStartError(() => openDatabase({ file, migrations, onWritable }));
    this.databases.set(name, database);
    return database;
  }

  /** One line of log each way; while anything fails, it is tried again now and then. */
  private onWritable(name: string, failure: StorageError | undefined): void {
    if (failure) {
      this.failing.add(name);
      this.log.error('The store cannot be written.', {
        code: failure.code,
        error: failure.message,
      });
    } else {
      this.failing.delete(name);
      this.log.info('The store can be written again.', { database: name });
    }
    clearInterval(this.timer);
    if (this.failing.size > 0) {
      this.timer = setInterval(() => {
        for (const one of [...this.failing]) this.databases.get(one)?.probe();
      }, PROBE_EVERY_MS).unref();
    }
    this.isWritable$.next(this.failing.size === 0);
  }

  /** Identity of this installation, made once. */
  private readUuid(): string {
    const file = join(this.dataPath, UUID_FILE);
    if (existsSync(file)) {
      const uuid = readFileSync(file, 'utf8').trim();
      if (/^[0-9a-f-]{36}$/.test(uuid)) return uuid;
    }
    const uuid = randomUUID();
    writeFileSync(file, `${uuid}\n`, { mode: 0o600 });
    return uuid;
  }
}

/** Failures of the store already say what to do; the person at the terminal needs no stack. */
function orStartError<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof StorageError)
      throw new StartError(error.message, undefined, { cause: error });
    throw error;
  }
}
