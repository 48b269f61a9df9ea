/**
 * The one way to change the configuration: checks and writes of one change run together in one
 * durable transaction, the record of the change (history) with them; when it is on the disk, the
 * memory follows, and only then the caller hears of it.
 */
import type { Database } from '../sqlite';
import { searchTextOf, fold, termsOf } from '../../model/entity_terms';
import type { Entity, EntityByType, ResourceType, RoleMapping } from '../../../contracts/entities';
import { FIND_LIMITS } from '../../../contracts/limits';
import type { ChangeOrigin } from '../../api/engine';
import { requestTrace } from '../../api/request_trace';
import {
  runToCompletion,
  runInSlices,
  type CooperativeTask,
} from '../../scheduling/cooperative_task';
import { START } from './change_origin';
import {
  EntityStore,
  type DocumentId,
  type StoredDocument,
  type StoredEntity,
} from './entity_store';
import { toStoredName } from './name_key';

export interface Change {
  readonly type: ResourceType;
  readonly name: string;
  readonly before?: Entity;
  readonly after?: Entity;
  readonly revision: number;
  readonly isCredentialChanged: boolean;
  /** Hash that was replaced or deleted, so that the change can be reverted. */
  readonly hashBefore?: string;
  /** Comes with the program; nobody changed it. */
  readonly isBuiltIn?: boolean;
}

export interface DocumentChange {
  readonly id: DocumentId;
  readonly before?: Record<string, unknown>;
  readonly body: Record<string, unknown>;
  readonly revision: number;
}

export interface CommittedChanges {
  readonly changes: readonly Change[];
  readonly documents: readonly DocumentChange[];
}

/** Internal users that were made or deleted: who has one of the names now had it not before. */
export const replacedUsers = (changes: readonly Change[]): readonly string[] =>
  changes
    .filter(({ type, before, after }) => type === 'internalusers' && !(before && after))
    .map(({ name }) => name);

export interface PutOptions {
  /** The entity as this transaction knows that it is. Without it, it is read. */
  readonly before?: Entity;
  /** Internal users only: a new password hash. Without it the present one stays. */
  readonly hash?: string;
  /**
   * Internal users only: the next sign-in sets a new password, and open sessions end. Not said: a
   * new hash ends the duty, and without one it stays.
   */
  readonly mustChangePassword?: boolean;
  /** Built-in entries carry no time of change. */
  readonly isBuiltIn?: boolean;
}

/** Keeps what changed, inside the transaction of the change. */
export type ChangeRecorder = (origin: ChangeOrigin, changed: CommittedChanges) => void;

type Work<T> = (store: Transaction) => T;
/** Looks at what was written before it counts; a throw undoes it. */
type Judge = (written: CommittedChanges) => void;

/** The configuration as it is while a change is made; what is written is read at once. */
export class Transaction extends EntityStore implements CommittedChanges {
  readonly changes: Change[] = [];
  readonly documents: DocumentChange[] = [];
  /** The latest one that was given, once one was. */
  private revision: number | undefined;

  constructor(
    db: Database,
    private readonly now: () => number
  ) {
    super(db);
  }

  put<T extends ResourceType>(
    type: T,
    name: string,
    entity: EntityByType[T],
    options: PutOptions = {}
  ): StoredEntity<T> {
    const before = options.before ?? this.read(type, name)?.entity;
    const hashBefore = options.hash === undefined ? undefined : this.credential(name)?.hash;
    const revision = this.nextRevision();
    const changedAtMs = options.isBuiltIn ? 0 : this.now();
    this.writeRow(type, name, entity, revision, changedAtMs);
    if (!before || !hasSameTerms(type, before, entity)) this.writeTerms(type, name, entity);
    if (type === 'rolesmapping') this.refreshRoleSearch(name, entity as RoleMapping);
    const { hash, mustChangePassword = false } = options;
    if (hash !== undefined) this.putCredential(name, hash, revision, mustChangePassword);
    else if (mustChangePassword) this.demandNewPassword(name, revision);
    this.changes.push({
      type,
      name,
      before,
      after: entity,
      revision,
      isCredentialChanged: hash !== undefined,
      hashBefore,
      isBuiltIn: options.isBuiltIn,
    });
    return { type, name, entity, revision, changedAtMs };
  }

  /** @returns false when there was none */
  delete(type: ResourceType, name: string): boolean {
    const before = this.read(type, name)?.entity;
    if (!before) return false;
    const hashBefore = type === 'internalusers' ? this.credential(name)?.hash : undefined;
    const revision = this.nextRevision();
    const stored = toStoredName(name);
    this.db.run('DELETE FROM entity WHERE type = ? AND name = ?', type, stored);
    this.db.run('DELETE FROM term WHERE type = ? AND name = ?', type, stored);
    if (type === 'internalusers') {
      this.db.run('DELETE FROM credential WHERE user_name = ?', stored);
      this.resetFactors(name);
      this.revokeApiKeys(name);
    }
    if (type === 'rolesmapping') this.refreshRoleSearch(name, undefined);
    const isCredentialChanged = type === 'internalusers';
    this.changes.push({
      type,
      name,
      before,
      revision,
      isCredentialChanged,
      hashBefore,
    });
    return true;
  }

  /**
   * Replaces a hash by a better one of the same password; sessions live on. A hash changed
   * meanwhile stays.
   */
  upgradeHash(userName: string, fromHash: string, toHash: string): void {
    this.db.run(
      'UPDATE credential SET hash = ? WHERE user_name = ? AND hash = ?',
      toHash,
      toStoredName(userName),
      fromHash
    );
  }

  /** Takes every second factor and recovery code from a user. */
  resetFactors(userName: string): void {
    for (const table of ['factor', 'recovery_code'])
      this.db.run(`DELETE FROM ${table} WHERE user_name = ?`, toStoredName(userName));
  }

  /** @returns how many there were */
  revokeApiKeys(userName: string): number {
    return this.db.run('DELETE FROM api_key WHERE user_name = ?', toStoredName(userName)).changes;
  }

  putDocument(id: DocumentId, body: Record<string, unknown>): StoredDocument {
    const before = this.document(id)?.body;
    const revision = this.nextRevision();
    this.db.run(
      'INSERT OR REPLACE INTO document (id, revision, changed_at, body) VALUES (?, ?, ?, ?)',
      id,
      revision,
      this.now(),
      JSON.stringify(body)
    );
    this.documents.push({ id, before, body, revision });
    return { body, revision };
  }

  setMeta(key: string, value: string): void {
    this.db.run('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', key, value);
  }

  /** To be called when all is written, before another transaction begins. */
  keepRevision(): void {
    if (this.revision !== undefined) this.setMeta('revision', String(this.revision));
  }

  private nextRevision(): number {
    this.revision = (this.revision ?? Number(this.meta('revision'))) + 1;
    return this.revision;
  }

  private writeRow(
    type: ResourceType,
    name: string,
    entity: Entity,
    revision: number,
    changedAtMs: number
  ): void {
    const description = 'description' in entity ? (entity.description ?? '') : '';
    this.db.run(
      `INSERT INTO entity (type, name, name_key, description_key, reserved, hidden, is_static, revision, changed_at,
         search_text, body)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (type, name) DO UPDATE SET name_key = excluded.name_key, description_key = excluded.description_key,
         reserved = excluded.reserved, hidden = excluded.hidden, is_static = excluded.is_static,
         revision = excluded.revision, changed_at = excluded.changed_at, search_text = excluded.search_text,
         body = excluded.body`,
      type,
      toStoredName(name),
      fold(name),
      fold(description.slice(0, 200)),
      Number(entity.reserved),
      Number(entity.hidden),
      Number(entity.static ?? false),
      revision,
      changedAtMs,
      searchTextOf(type, name, entity, this.mappingFor(type, name)),
      JSON.stringify(entity)
    );
  }

  private writeTerms(type: ResourceType, name: string, entity: Entity): void {
    const stored = toStoredName(name);
    this.db.run('DELETE FROM term WHERE type = ? AND name = ?', type, stored);
    for (const [facet, value] of termsOf(type, entity)) {
      this.db.run(
        'INSERT OR IGNORE INTO term (type, facet, value, name) VALUES (?, ?, ?, ?)',
        type,
        facet,
        toStoredName(value),
        stored
      );
    }
  }

  private putCredential(
    userName: string,
    hash: string,
    version: number,
    mustChange: boolean
  ): void {
    this.db.run(
      'INSERT OR REPLACE INTO credential (user_name, hash, version, must_change) VALUES (?, ?, ?, ?)',
      toStoredName(userName),
      hash,
      version,
      Number(mustChange)
    );
  }

  private demandNewPassword(userName: string, version: number): void {
    this.db.run(
      'UPDATE credential SET must_change = 1, version = ? WHERE user_name = ?',
      version,
      toStoredName(userName)
    );
  }

  private mappingFor(type: ResourceType, name: string): RoleMapping | undefined {
    return type === 'roles' ? this.read('rolesmapping', name)?.entity : undefined;
  }

  private refreshRoleSearch(name: string, mapping: RoleMapping | undefined): void {
    const role = this.read('roles', name)?.entity;
    if (!role) return;
    this.db.run(
      "UPDATE entity SET search_text = ? WHERE type = 'roles' AND name = ?",
      searchTextOf('roles', name, role, mapping),
      toStoredName(name)
    );
  }
}

/** Most changes leave the facets alone, and each term is a row. */
function hasSameTerms(type: ResourceType, before: Entity, after: Entity): boolean {
  const [old, now] = [termsOf(type, before), termsOf(type, after)];
  return (
    old.length === now.length &&
    old.every(([facet, value], at) => facet === now[at]?.[0] && value === now[at][1])
  );
}

export class ConfigurationWriter {
  /**
   * @param now - wall clock, epoch milliseconds
   * @param onCommitted - called once per write that changed anything; what it returns is done, in
   *   pieces, before the write's promise resolves
   */
  constructor(
    private readonly db: Database,
    private readonly now: () => number,
    private readonly onCommitted: (
      committed: CommittedChanges
    ) => CooperativeTask<void> | undefined,
    private readonly recorder: ChangeRecorder = () => undefined
  ) {}

  /** The same writer on behalf of somebody. */
  by(origin: ChangeOrigin): {
    write<T>(work: Work<T>, judge?: Judge): Promise<T>;
    writeNow<T>(work: Work<T>): T;
  } {
    const traced = { ...origin, request: requestTrace.getStore() };
    return {
      write: (work, judge) => this.write(work, traced, judge),
      writeNow: (work) => this.writeNow(work, traced),
    };
  }

  /**
   * Runs synchronous `work` in a transaction shared with concurrent writers. A throw undoes this
   * work alone.
   */
  async write<T>(work: Work<T>, origin: ChangeOrigin = START, judge?: Judge): Promise<T> {
    const { result, committed } = await this.db.write(() => this.record(work, origin, judge));
    const steps = this.announce(committed);
    if (steps)
      await runInSlices(steps, { sliceMs: FIND_LIMITS.sliceMs, limitMs: Number.POSITIVE_INFINITY });
    return result;
  }

  /** As `write`, at once. For the start of the engine, and for work offline. */
  writeNow<T>(work: Work<T>, origin: ChangeOrigin = START): T {
    const { result, committed } = this.db.transaction(() => this.record(work, origin));
    const steps = this.announce(committed);
    if (steps) runToCompletion(steps);
    return result;
  }

  private record<T>(
    work: Work<T>,
    origin: ChangeOrigin,
    judge?: Judge
  ): { result: T; committed: CommittedChanges } {
    const transaction = new Transaction(this.db, this.now);
    const result = work(transaction);
    transaction.keepRevision();
    judge?.(transaction);
    if (isChanged(transaction)) this.recorder(origin, transaction);
    return { result, committed: transaction };
  }

  private announce(committed: CommittedChanges): CooperativeTask<void> | undefined {
    return isChanged(committed) ? this.onCommitted(committed) : undefined;
  }
}

const isChanged = ({ changes, documents }: CommittedChanges): boolean =>
  changes.length > 0 || documents.length > 0;
