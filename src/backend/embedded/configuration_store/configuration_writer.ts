/**
 * All configuration changes go through this writer: checks, writes and history record share one
 * durable transaction, after which memory is updated and the caller notified.
 */
import type { Database } from '../sqlite';
import { toSearchText, fold, getTerms } from '../../model/entity_terms';
import type { Entity, EntityByType, ResourceType, RoleMapping } from '../../../contracts/entities';
import { FIND_LIMITS } from '../../../contracts/limits';
import { type Change, DOCUMENT_NAME, entityChanges } from '../../api/change';
import type { ChangeOrigin, DocumentId } from '../../api/engine';
import { requestTrace } from '../../api/request_trace';
import {
  runToCompletion,
  runInSlices,
  type CooperativeTask,
} from '../../scheduling/cooperative_task';
import { START } from './change_origin';
import { EntityStore, type StoredDocument, type StoredEntity } from './entity_store';
import { toStoredName } from './name_key';

/** A change that a transaction has written. */
export type WrittenChange = Change & {
  readonly revision: number;
  /** The hash that was replaced or deleted, so that the change can be reverted. */
  readonly hashBefore?: string;
  /** Whether the entry is built into the product, so that no user made the change. */
  readonly isBuiltIn?: boolean;
};

type WrittenChanges = readonly WrittenChange[];

/**
 * Internal users that were created or deleted, so that their names may now belong to other people.
 */
export const replacedUsers = (changes: readonly Change[]): readonly string[] =>
  entityChanges(changes)
    .filter(({ type, before, after }) => type === 'internalusers' && !(before && after))
    .map(({ name }) => name);

export interface PutOptions {
  /** The current entity, if this transaction already knows it. Otherwise it is read. */
  readonly before?: Entity;
  /** Internal users only: a new password hash. Without it, the current one is kept. */
  readonly hash?: string;
  /**
   * Internal users only: the next login requires a new password, and open sessions end. If
   * undefined, a new hash clears the requirement, and otherwise it is kept.
   */
  readonly mustChangePassword?: boolean;
  /** Built-in entries have no change time. */
  readonly isBuiltIn?: boolean;
  /** For a rename: the name before. */
  readonly renamedFrom?: string;
}

/** Records a change, inside its transaction. */
export type ChangeRecorder = (origin: ChangeOrigin, changes: WrittenChanges) => void;

type WritableDatabase = Pick<Database, 'get' | 'all' | 'run'>;

type Work<T> = (store: Transaction) => T;
/** Checks the written changes before the commit; throwing rolls them back. */
type CommitCheck = (changes: WrittenChanges) => void;

/** The configuration inside a write transaction. Reads see the writes immediately. */
export class Transaction extends EntityStore {
  readonly changes: WrittenChange[] = [];
  /** The last revision assigned in this transaction. */
  private revision: number | undefined;

  constructor(
    protected override readonly db: WritableDatabase,
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
    const stored: StoredEntity<T> = { type, name, entity, revision, changedAtMs };
    this.writeEntity(stored, before, options);
    this.changes.push({
      type,
      name,
      before,
      after: entity,
      revision,
      isCredentialChanged: options.hash !== undefined,
      hashBefore,
      isBuiltIn: options.isBuiltIn,
      renamedFrom: options.renamedFrom,
    });
    return stored;
  }

  /** @returns false if the entity does not exist */
  delete(type: ResourceType, name: string): boolean {
    const before = this.read(type, name)?.entity;
    if (!before) return false;
    const hashBefore = type === 'internalusers' ? this.credential(name)?.hash : undefined;
    const revision = this.nextRevision();
    this.eraseEntity(type, name);
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
   * Replaces a hash by a better one of the same password, without ending sessions. Does nothing if
   * the hash was changed meanwhile.
   */
  upgradeHash(userName: string, fromHash: string, toHash: string): void {
    this.db.run(
      'UPDATE credential SET hash = ? WHERE user_name = ? AND hash = ?',
      toHash,
      toStoredName(userName),
      fromHash
    );
  }

  /** Removes all second factors and recovery codes of a user. */
  resetFactors(userName: string): void {
    for (const table of ['factor', 'recovery_code'])
      this.db.run(`DELETE FROM ${table} WHERE user_name = ?`, toStoredName(userName));
  }

  /** @returns the number of revoked keys */
  revokeApiKeys(userName: string): number {
    return this.db.run('DELETE FROM api_key WHERE user_name = ?', toStoredName(userName)).changes;
  }

  /**
   * Changes the roles and permissions of API keys that mention a name.
   * @returns the number of changed keys
   */
  changeApiKeys(
    name: string,
    change: (scope: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
  ): number {
    const rows = this.db.all<{ id: string; roles: string | null; permissions: string | null }>(
      "SELECT id, roles, permissions FROM api_key WHERE instr(ifnull(roles, '') || ifnull(permissions, ''), ?) > 0",
      JSON.stringify(name)
    );
    let changed = 0;
    for (const { id, roles, permissions } of rows) {
      const scope = {
        roles: JSON.parse(roles ?? 'null') as unknown,
        permissions: JSON.parse(permissions ?? 'null') as unknown,
      };
      const next = change(scope);
      if (next === scope) continue;
      const [newRoles, newPermissions] = [next['roles'], next['permissions']].map((value) =>
        value === null ? null : JSON.stringify(value)
      ) as [string | null, string | null];
      this.db.run(
        'UPDATE api_key SET roles = ?, permissions = ? WHERE id = ?',
        newRoles,
        newPermissions,
        id
      );
      changed++;
    }
    return changed;
  }

  putDocument(id: DocumentId, body: Record<string, unknown>): StoredDocument {
    const before = this.document(id)?.body;
    const revision = this.nextRevision();
    this.writeDocument(id, { body, revision });
    this.changes.push({ type: id, name: DOCUMENT_NAME, before, after: body, revision });
    return { body, revision };
  }

  setMeta(key: string, value: string): void {
    this.db.run('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', key, value);
  }

  /** Call this after all writes and before another transaction begins. */
  keepRevision(): void {
    if (this.revision !== undefined) this.setMeta('revision', String(this.revision));
  }

  private nextRevision(): number {
    this.revision = (this.revision ?? Number(this.meta('revision'))) + 1;
    return this.revision;
  }

  protected writeEntity<T extends ResourceType>(
    { type, name, entity, revision, changedAtMs }: StoredEntity<T>,
    before: Entity | undefined,
    { hash, mustChangePassword = false }: PutOptions
  ): void {
    this.writeRow(type, name, entity, revision, changedAtMs);
    if (!before || !hasSameTerms(type, before, entity)) this.writeTerms(type, name, entity);
    if (type === 'rolesmapping') this.refreshRoleSearch(name, entity as RoleMapping);
    if (hash !== undefined) this.putCredential(name, hash, revision, mustChangePassword);
    else if (mustChangePassword) this.requireNewPassword(name, revision);
  }

  protected eraseEntity(type: ResourceType, name: string): void {
    const stored = toStoredName(name);
    this.db.run('DELETE FROM entity WHERE type = ? AND name = ?', type, stored);
    this.db.run('DELETE FROM term WHERE type = ? AND name = ?', type, stored);
    if (type === 'internalusers') {
      this.db.run('DELETE FROM credential WHERE user_name = ?', stored);
      this.resetFactors(name);
      this.revokeApiKeys(name);
    }
    if (type === 'rolesmapping') this.refreshRoleSearch(name, undefined);
  }

  protected writeDocument(id: DocumentId, { body, revision }: StoredDocument): void {
    this.db.run(
      'INSERT OR REPLACE INTO document (id, revision, changed_at, body) VALUES (?, ?, ?, ?)',
      id,
      revision,
      this.now(),
      JSON.stringify(body)
    );
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
      toSearchText(type, name, entity, this.mappingFor(type, name)),
      JSON.stringify(entity)
    );
  }

  private writeTerms(type: ResourceType, name: string, entity: Entity): void {
    const stored = toStoredName(name);
    this.db.run('DELETE FROM term WHERE type = ? AND name = ?', type, stored);
    for (const [facet, value] of getTerms(type, entity)) {
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

  private requireNewPassword(userName: string, version: number): void {
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
      toSearchText('roles', name, role, mapping),
      toStoredName(name)
    );
  }
}

/** Most changes do not affect the facets, and each term is a row. */
function hasSameTerms(type: ResourceType, before: Entity, after: Entity): boolean {
  const [old, now] = [getTerms(type, before), getTerms(type, after)];
  return (
    old.length === now.length &&
    old.every(([facet, value], at) => facet === now[at]?.[0] && value === now[at][1])
  );
}

export class ConfigurationWriter {
  /**
   * @param now - wall clock, epoch milliseconds
   * @param onCommitted - called once per write that changed anything; the returned task runs in
   *   time slices before the promise of the write resolves
   */
  constructor(
    private readonly db: Database,
    private readonly now: () => number,
    private readonly onCommitted: (changes: WrittenChanges) => CooperativeTask<void> | undefined,
    private readonly recorder: ChangeRecorder = () => undefined
  ) {}

  /** Returns this writer bound to an origin. */
  by(origin: ChangeOrigin): {
    write<T>(work: Work<T>, check?: CommitCheck): Promise<T>;
    writeNow<T>(work: Work<T>): T;
  } {
    const traced = { ...origin, request: requestTrace.getStore() };
    return {
      write: (work, check) => this.write(work, traced, check),
      writeNow: (work) => this.writeNow(work, traced),
    };
  }

  /**
   * Runs synchronous `work` in a transaction shared with concurrent writers. An exception rolls
   * back only this work.
   */
  async write<T>(work: Work<T>, origin: ChangeOrigin = START, check?: CommitCheck): Promise<T> {
    const { result, changes } = await this.db.write(() => this.record(work, origin, check));
    const steps = this.announce(changes);
    if (steps)
      await runInSlices(steps, { sliceMs: FIND_LIMITS.sliceMs, limitMs: Number.POSITIVE_INFINITY });
    return result;
  }

  /** Synchronous variant of `write`, for the start of the engine and for offline commands. */
  writeNow<T>(work: Work<T>, origin: ChangeOrigin = START): T {
    const { result, changes } = this.db.transaction(() => this.record(work, origin));
    const steps = this.announce(changes);
    if (steps) runToCompletion(steps);
    return result;
  }

  private record<T>(
    work: Work<T>,
    origin: ChangeOrigin,
    check?: CommitCheck
  ): { result: T; changes: WrittenChanges } {
    const transaction = new Transaction(this.db, this.now);
    const result = work(transaction);
    transaction.keepRevision();
    const { changes } = transaction;
    check?.(changes);
    if (changes.length > 0) this.recorder(origin, changes);
    return { result, changes };
  }

  private announce(changes: WrittenChanges): CooperativeTask<void> | undefined {
    return changes.length > 0 ? this.onCommitted(changes) : undefined;
  }
}
