/** Reads entities, credentials and documents from SQLite. `configuration_writer.ts` writes them. */
import type { Database } from '../sqlite';
import type { EntityByType, InternalUser, ResourceType } from '../../../contracts/entities';
import type { DocumentId } from '../../api/engine';
import type { UserLists } from '../../access/user_source';
import { fromStoredName, toStoredName } from './name_key';

export interface StoredEntity<T extends ResourceType = ResourceType> {
  readonly type: T;
  readonly name: string;
  readonly entity: EntityByType[T];
  /** Unique over all writes; also the entity tag. */
  readonly revision: number;
  /** Epoch milliseconds; 0 for built-in entries. */
  readonly changedAtMs: number;
}

export interface Credential {
  readonly hash: string;
  /** Revision at which the secret last changed; older sessions are invalid. */
  readonly version: number;
}

/** What a login requires of a user besides the password. */
export interface LoginDuties {
  /** Whether the next login requires a new password. */
  readonly mustChangePassword: boolean;
  readonly hasFactor: boolean;
}

/** An internal user with what authentication needs. */
export interface StoredUser extends LoginDuties {
  readonly user: InternalUser;
  /** `undefined` if the user cannot log in. */
  readonly credential?: Credential;
}

interface UserRow {
  readonly body: string;
  readonly hash: string | null;
  readonly version: number | null;
  readonly must_change: number | null;
  readonly has_factor: number;
}

export interface StoredDocument {
  readonly body: Record<string, unknown>;
  readonly revision: number;
}

interface EntityRow {
  readonly name: string;
  readonly revision: number;
  readonly changed_at: number;
  readonly body: string;
}

/** Names read per query. */
const NAMES_STEP = 1_000;
/** Users read per query with their lists, which takes a few milliseconds. */
const LISTS_STEP = 500;
const COLUMNS = 'name, revision, changed_at, body';

export class EntityStore {
  constructor(protected readonly db: Pick<Database, 'get' | 'all'>) {}

  read<T extends ResourceType>(type: T, name: string): StoredEntity<T> | undefined {
    const row = this.row(type, name);
    return row && toStored(type, row);
  }

  /** A single query, because it runs for every login and for the first request of every user. */
  user(name: string): StoredUser | undefined {
    const row = this.db.get<UserRow>(
      `SELECT e.body, c.hash, c.version, c.must_change,
         EXISTS (SELECT 1 FROM factor f WHERE f.user_name = e.name) AS has_factor
       FROM entity e LEFT JOIN credential c ON c.user_name = e.name
       WHERE e.type = 'internalusers' AND e.name = ?`,
      toStoredName(name)
    );
    if (!row) return undefined;
    const { body, hash, version } = row;
    return {
      user: JSON.parse(body) as InternalUser,
      ...(hash === null || version === null ? {} : { credential: { hash, version } }),
      mustChangePassword: row.must_change === 1,
      hasFactor: row.has_factor === 1,
    };
  }

  has(type: ResourceType, name: string): boolean {
    return this.row(type, name) !== undefined;
  }

  /**
   * Up to `limit` entities after a name, in the store's order; use it to iterate over large
   * collections.
   */
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

  /** Entities whose stored text contains a name in quotes, which may be any of its values. */
  mentioning<T extends ResourceType>(type: T, name: string, limit: number): StoredEntity<T>[] {
    return this.db
      .all<EntityRow>(
        `SELECT ${COLUMNS} FROM entity WHERE type = ? AND instr(body, ?) > 0 ORDER BY name LIMIT ?`,
        type,
        JSON.stringify(name),
        limit
      )
      .map((row) => toStored(type, row));
  }

  /** Revisions of those named entities that exist, in a single query. */
  revisions(type: ResourceType, names: readonly string[]): ReadonlyMap<string, number> {
    const text = this.db.get<{ rows: string }>(
      `SELECT json_group_array(json_array(e.name, e.revision)) AS rows
       FROM json_each(?) wanted CROSS JOIN entity e ON e.type = ? AND e.name = wanted.value`,
      JSON.stringify(names.map(toStoredName)),
      type
    )?.rows;
    const rows = JSON.parse(text ?? '[]') as (readonly [name: string, revision: number])[];
    return new Map(rows.map(([name, revision]) => [fromStoredName(name), revision]));
  }

  /** All names, in the store's order; may include names added during the iteration. */
  *names(type: ResourceType): Iterable<string> {
    for (let after = '', comparison = '>='; ; comparison = '>') {
      const rows = this.db.all<{ name: string }>(
        `SELECT name FROM entity WHERE type = ? AND name ${comparison} ? ORDER BY name LIMIT ?`,
        type,
        after,
        NAMES_STEP
      );
      for (const { name } of rows) yield fromStoredName(name);
      if (rows.length < NAMES_STEP) return;
      after = rows.at(-1)?.name as string;
    }
  }

  /** All users with what gives them roles, in the store's order, read during the iteration. */
  *userLists(): Iterable<UserLists> {
    for (let after = '', comparison = '>='; ; comparison = '>') {
      // As one JSON text: the driver would take six times as long for as many rows.
      const text = this.db.get<{ rows: string }>(
        `SELECT json_group_array(json_array(name, json_extract(body, '$.backend_roles'),
           json_extract(body, '$.opendistro_security_roles'))) AS rows
         FROM (SELECT name, body FROM entity
           WHERE type = 'internalusers' AND name ${comparison} ? ORDER BY name LIMIT ?)`,
        after,
        LISTS_STEP
      )?.rows;
      const rows = JSON.parse(text ?? '[]') as [string, string[], string[]][];
      for (const [name, backendRoles, roles] of rows)
        yield { name: fromStoredName(name), backendRoles, roles };
      if (rows.length < LISTS_STEP) return;
      after = rows.at(-1)?.[0] as string;
    }
  }

  /** Names of entities with one of the values of a facet; one with several comes several times. */
  *namesWith(type: ResourceType, facet: string, values: Iterable<string>): Iterable<string> {
    for (const value of values) {
      for (let after = '', comparison = '>='; ; comparison = '>') {
        const rows = this.db.all<{ name: string }>(
          `SELECT name FROM term WHERE type = ? AND facet = ? AND value = ? AND name ${comparison} ?
           ORDER BY name LIMIT ?`,
          type,
          facet,
          toStoredName(value),
          after,
          NAMES_STEP
        );
        for (const { name } of rows) yield fromStoredName(name);
        if (rows.length < NAMES_STEP) break;
        after = rows.at(-1)?.name as string;
      }
    }
  }

  count(type: ResourceType): number {
    return (
      this.db.get<{ n: number }>('SELECT count(*) AS n FROM entity WHERE type = ?', type)?.n ?? 0
    );
  }

  /** Number of entities with a value of a facet. */
  countWith(type: ResourceType, facet: string, value: string): number {
    const row = this.db.get<{ n: number }>(
      'SELECT count(*) AS n FROM term WHERE type = ? AND facet = ? AND value = ?',
      type,
      facet,
      toStoredName(value)
    );
    return row?.n ?? 0;
  }

  /** One index seek per value: the cost depends on the number of values, not of entities. */
  *facetValues(type: ResourceType, facet: string, showsHidden: boolean): Iterable<string> {
    for (let after = ''; ;) {
      const row = this.db.get<{ value: string }>(
        `SELECT value FROM term
         WHERE type = ? AND facet = ? AND value > ? AND (? OR NOT EXISTS (
           SELECT 1 FROM entity WHERE entity.type = term.type AND entity.name = term.name AND hidden
         ))
         ORDER BY value LIMIT 1`,
        type,
        facet,
        after,
        Number(showsHidden)
      );
      if (!row) return;
      yield fromStoredName(row.value);
      after = row.value;
    }
  }

  /** Sizes of the next entities in bytes, in the order of `page`. */
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

  document(id: DocumentId): StoredDocument | undefined {
    const row = this.db.get<{ body: string; revision: number }>(
      'SELECT body, revision FROM document WHERE id = ?',
      id
    );
    return row && { body: JSON.parse(row.body) as Record<string, unknown>, revision: row.revision };
  }

  meta(key: string): string | undefined {
    return this.db.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', key)?.value;
  }

  private row(type: ResourceType, name: string): EntityRow | undefined {
    return this.db.get<EntityRow>(
      `SELECT ${COLUMNS} FROM entity WHERE type = ? AND name = ?`,
      type,
      toStoredName(name)
    );
  }
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
