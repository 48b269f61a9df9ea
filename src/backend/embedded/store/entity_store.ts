/**
 * Reading and writing entities, credentials and documents in SQLite.
 *
 * Everything is synchronous. Writes belong in a transaction (`ConfigurationWriter` opens it) and
 * report each change to the recorder, so that memory, and later history and audit, follow the disk.
 */
import type { Database } from '../storage';
import { searchTextOf, fold, termsOf } from '../../model/entity_terms';
import type {
  Entity,
  EntityByType,
  InternalUser,
  ResourceType,
  RoleMapping,
} from '../../../contracts/entities';
import { fromStoredName, toStoredName } from './name_key';

export interface StoredEntity<T extends ResourceType = ResourceType> {
  readonly type: T;
  readonly name: string;
  readonly entity: EntityByType[T];
  /** Unique over all writes; its text form is the entity tag. */
  readonly revision: number;
  /** Epoch milliseconds; 0 for built-in entries. */
  readonly changedAtMs: number;
}

export interface Credential {
  readonly hash: string;
  /** Revision at which the secret last changed; older sessions end. */
  readonly version: number;
}

/** An internal user with what authentication needs. */
export interface StoredUser {
  readonly user: InternalUser;
  /** `undefined` when the user cannot sign in. */
  readonly credential?: Credential;
}

interface UserRow {
  readonly body: string;
  readonly hash: string | null;
  readonly version: number | null;
}

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

export type DocumentId = 'config' | 'audit' | 'nodesdn' | 'allowlist';

export interface DocumentChange {
  readonly id: DocumentId;
  readonly before?: Record<string, unknown>;
  readonly body: Record<string, unknown>;
  readonly revision: number;
}

export interface StoredDocument {
  readonly body: Record<string, unknown>;
  readonly revision: number;
}

interface EntityRow {
  readonly id: number;
  readonly name: string;
  readonly revision: number;
  readonly changed_at: number;
  readonly body: string;
}

export interface PutOptions {
  /** Internal users only: a new password hash. Without it the present one stays. */
  readonly hash?: string;
  /** Built-in entries carry no time of change. */
  readonly isBuiltIn?: boolean;
}

const COLUMNS = 'id, name, revision, changed_at, body';

export class EntityStore {
  /** Receives every change of the running transaction. */
  onChange: (change: Change) => void = () => undefined;
  onDocumentChange: (change: DocumentChange) => void = () => undefined;

  /** @param now - wall clock, epoch milliseconds */
  constructor(
    private readonly db: Database,
    private readonly now: () => number
  ) {}

  read<T extends ResourceType>(type: T, name: string): StoredEntity<T> | undefined {
    const row = this.row(type, name);
    return row && toStored(type, row);
  }

  /** One read, because every sign-in and every first question about a user asks for it. */
  user(name: string): StoredUser | undefined {
    const row = this.db.get<UserRow>(
      `SELECT e.body, c.hash, c.version FROM entity e LEFT JOIN credential c ON c.user_name = e.name
       WHERE e.type = 'internalusers' AND e.name = ?`,
      toStoredName(name)
    );
    if (!row) return undefined;
    const { body, hash, version } = row;
    return {
      user: JSON.parse(body) as InternalUser,
      ...(hash === null || version === null ? {} : { credential: { hash, version } }),
    };
  }

  has(type: ResourceType, name: string): boolean {
    return this.row(type, name) !== undefined;
  }

  /** Up to `limit` entities after a name, in the store's order; walk large collections with it. */
  page<T extends ResourceType>(
    type: T,
    afterName: string | undefined,
    limit: number
  ): StoredEntity<T>[] {
    const after = afterName === undefined ? '' : toStoredName(afterName);
    const comparison = afterName === undefined ? '>=' : '>';
    return this.db
      .all<EntityRow>(
        `SELECT ${COLUMNS} FROM entity WHERE type = ? AND name ${comparison} ? ORDER BY name LIMIT ?`,
        type,
        after,
        limit
      )
      .map((row) => toStored(type, row));
  }

  /** How large the next entities are, in bytes, in the order of `page`. */
  sizes(type: ResourceType, afterName: string | undefined, limit: number): readonly number[] {
    const after = afterName === undefined ? '' : toStoredName(afterName);
    const comparison = afterName === undefined ? '>=' : '>';
    return this.db
      .all<{ bytes: number }>(
        `SELECT octet_length(body) AS bytes FROM entity WHERE type = ? AND name ${comparison} ? ORDER BY name LIMIT ?`,
        type,
        after,
        limit
      )
      .map(({ bytes }) => bytes);
  }

  put<T extends ResourceType>(
    type: T,
    name: string,
    entity: EntityByType[T],
    options: PutOptions = {}
  ): StoredEntity<T> {
    const row = this.row(type, name);
    const before = row && (JSON.parse(row.body) as Entity);
    const hashBefore = options.hash === undefined ? undefined : this.credential(name)?.hash;
    const revision = this.nextRevision();
    const changedAtMs = options.isBuiltIn ? 0 : this.now();
    this.writeRow(type, name, entity, revision, changedAtMs);
    if (!before || !hasSameTerms(type, before, entity)) this.writeTerms(type, name, entity);
    if (type === 'rolesmapping') this.refreshRoleSearch(name, entity as RoleMapping);
    if (options.hash !== undefined) this.putCredential(name, options.hash, revision);
    this.onChange({
      type,
      name,
      before,
      after: entity,
      revision,
      isCredentialChanged: options.hash !== undefined,
      hashBefore,
      isBuiltIn: options.isBuiltIn,
    });
    return { type, name, entity, revision, changedAtMs };
  }

  /** @returns false when there was none */
  delete(type: ResourceType, name: string): boolean {
    const before = this.row(type, name);
    if (!before) return false;
    const hashBefore = type === 'internalusers' ? this.credential(name)?.hash : undefined;
    const revision = this.nextRevision();
    this.db.run('DELETE FROM entity WHERE id = ?', before.id);
    this.db.run('DELETE FROM term WHERE type = ? AND name = ?', type, toStoredName(name));
    if (type === 'internalusers')
      this.db.run('DELETE FROM credential WHERE user_name = ?', toStoredName(name));
    if (type === 'rolesmapping') this.refreshRoleSearch(name, undefined);
    const isCredentialChanged = type === 'internalusers';
    this.onChange({
      type,
      name,
      before: JSON.parse(before.body) as Entity,
      revision,
      isCredentialChanged,
      hashBefore,
    });
    return true;
  }

  credential(userName: string): Credential | undefined {
    return this.db.get<Credential>(
      'SELECT hash, version FROM credential WHERE user_name = ?',
      toStoredName(userName)
    );
  }

  /** Up to `limit` hashes of users after a name, in the store's order. */
  credentials(afterName: string, limit: number): { userName: string; hash: string }[] {
    return this.db
      .all<{ userName: string; hash: string }>(
        `SELECT user_name AS userName, hash FROM credential WHERE user_name > ? ORDER BY user_name LIMIT ?`,
        toStoredName(afterName),
        limit
      )
      .map(({ userName, hash }) => ({ userName: fromStoredName(userName), hash }));
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

  document(id: DocumentId): StoredDocument | undefined {
    const row = this.db.get<{ body: string; revision: number }>(
      'SELECT body, revision FROM document WHERE id = ?',
      id
    );
    return row && { body: JSON.parse(row.body) as Record<string, unknown>, revision: row.revision };
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
    this.onDocumentChange({ id, before, body, revision });
    return { body, revision };
  }

  meta(key: string): string | undefined {
    return this.db.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', key)?.value;
  }

  setMeta(key: string, value: string): void {
    this.db.run('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', key, value);
  }

  private row(type: ResourceType, name: string): EntityRow | undefined {
    return this.db.get<EntityRow>(
      `SELECT ${COLUMNS} FROM entity WHERE type = ? AND name = ?`,
      type,
      toStoredName(name)
    );
  }

  private nextRevision(): number {
    this.db.run("UPDATE meta SET value = CAST(value AS INTEGER) + 1 WHERE key = 'revision'");
    return Number(this.meta('revision'));
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

  private putCredential(userName: string, hash: string, version: number): void {
    this.db.run(
      'INSERT OR REPLACE INTO credential (user_name, hash, version) VALUES (?, ?, ?)',
      toStoredName(userName),
      hash,
      version
    );
  }

  private mappingFor(type: ResourceType, name: string): RoleMapping | undefined {
    return type === 'roles' ? this.read('rolesmapping', name)?.entity : undefined;
  }

  private refreshRoleSearch(name: string, mapping: RoleMapping | undefined): void {
    const row = this.row('roles', name);
    if (!row) return;
    const role = toStored('roles', row).entity;
    this.db.run(
      'UPDATE entity SET search_text = ? WHERE id = ?',
      searchTextOf('roles', name, role, mapping),
      row.id
    );
  }
}

/** Most changes leave the facets alone, and each term is a row. */
function hasSameTerms(type: ResourceType, before: Entity, after: Entity): boolean {
  return JSON.stringify(termsOf(type, before)) === JSON.stringify(termsOf(type, after));
}

function toStored<T extends ResourceType>(type: T, row: EntityRow): StoredEntity<T> {
  return {
    type,
    name: fromStoredName(row.name),
    entity: JSON.parse(row.body) as EntityByType[T],
    revision: row.revision,
    changedAtMs: row.changed_at,
  };
}
