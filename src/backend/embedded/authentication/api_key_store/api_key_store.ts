/** Rows of API keys. Nothing is cached, so a revoked key stops working immediately. */
import type { ApiKeyPermissions } from '../../../../contracts/api';
import { API_KEY_LIMITS } from '../../../../contracts/limits';
import type { ApiKeyQuery } from '../../../api/engine';
import type { Database } from '../../sqlite';
import { fromStoredName, toStoredName } from '../../configuration_store/name_key';

export interface StoredKey {
  readonly id: string;
  readonly userName: string;
  readonly name: string;
  /** The owner's roles that the key may use; `undefined`: all. */
  readonly roles: readonly string[] | undefined;
  /** Upper limit of what the key may do; `undefined`: whatever the roles grant. */
  readonly permissions: ApiKeyPermissions | undefined;
  readonly isReadOnly: boolean;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly lastUsedAtMs: number | null;
}

export interface KeyWithDigest extends StoredKey {
  readonly digest: Uint8Array;
}

interface Row extends Omit<KeyWithDigest, 'roles' | 'permissions' | 'isReadOnly'> {
  readonly roles: string | null;
  readonly permissions: string | null;
  readonly readsOnly: number;
}

/** Why a key was not added. */
export type KeyProblem = 'of_user' | 'of_all' | 'name' | 'gone';

const DAY_MS = 86_400_000;
const COLUMNS = `k.id, k.user_name AS userName, k.name, k.digest, k.roles, k.permissions,
  k.reads_only AS readsOnly, k.created_at AS createdAtMs, k.expires_at AS expiresAtMs, k.last_used_at AS lastUsedAtMs`;
const SORTS: Readonly<Record<NonNullable<ApiKeyQuery['sort']>, string>> = {
  created: 'k.created_at',
  expires: 'k.expires_at',
  used: 'k.last_used_at',
  name: 'k.name COLLATE NOCASE',
  user: 'k.user_name COLLATE NOCASE',
  // Sort order: keys with all roles of the owner, with some of them, with permissions of their own.
  roles: `CASE WHEN k.permissions IS NOT NULL THEN '2' WHEN k.roles IS NOT NULL THEN '1' || k.roles ELSE '0' END`,
};

export class ApiKeyStore {
  /** @param now - epoch milliseconds */
  constructor(
    private readonly db: Database,
    private readonly now: () => number
  ) {}

  byId(id: string): KeyWithDigest | undefined {
    const row = this.db.get<Row>(`SELECT ${COLUMNS} FROM api_key k WHERE k.id = ?`, id);
    return row && read(row);
  }

  /** Newest first. */
  of(userName: string): readonly StoredKey[] {
    return this.db
      .all<Row>(
        `SELECT ${COLUMNS} FROM api_key k WHERE k.user_name = ? ORDER BY k.created_at DESC, k.id`,
        toStoredName(userName)
      )
      .map(read);
  }

  /** @param showsHidden - whether to include keys of hidden users */
  page(
    query: ApiKeyQuery,
    showsHidden: boolean
  ): { readonly total: number; readonly keys: readonly StoredKey[] } {
    const { where, values } = this.condition(query, showsHidden);
    // The order of the joins is fixed, because there are far fewer keys than users.
    const from = `FROM api_key k CROSS JOIN entity e ON e.type = 'internalusers' AND e.name = k.user_name
      WHERE ${where}`;
    const total = this.db.get<{ count: number }>(`SELECT count(*) AS count ${from}`, ...values);
    const order = query.order === 'asc' ? 'ASC' : 'DESC';
    const rows = this.db.all<Row>(
      `SELECT ${COLUMNS} ${from} ORDER BY ${SORTS[query.sort ?? 'created']} ${order}, k.id
       LIMIT ? OFFSET ?`,
      ...values,
      query.limit,
      query.offset
    );
    return { total: total?.count ?? 0, keys: rows.map(read) };
  }

  /**
   * Adds a key and removes those that expired long ago. @returns the problem, if the key was not
   * added
   */
  async add(
    key: Omit<KeyWithDigest, 'createdAtMs' | 'expiresAtMs' | 'lastUsedAtMs'>,
    expiresAtMs: number
  ): Promise<KeyProblem | undefined> {
    const stored = toStoredName(key.userName);
    const name = toStoredName(key.name);
    const { ofUser, ofAll, shownExpiredDays } = API_KEY_LIMITS;
    return this.db.write(() => {
      const nowMs = this.now();
      this.db.run('DELETE FROM api_key WHERE expires_at < ?', nowMs - shownExpiredDays * DAY_MS);
      if (this.count('WHERE user_name = ?', stored) >= ofUser) return 'of_user';
      if (this.count('') >= ofAll) return 'of_all';
      if (this.count('WHERE user_name = ? AND name = ?', stored, name) > 0) return 'name';
      const { changes } = this.db.run(
        `INSERT INTO api_key
           (id, user_name, name, digest, roles, permissions, reads_only, created_at, expires_at)
         SELECT ?, name, ?, ?, ?, ?, ?, ?, ? FROM entity WHERE type = 'internalusers' AND name = ?`,
        key.id,
        name,
        key.digest,
        asJson(key.roles),
        asJson(key.permissions),
        Number(key.isReadOnly),
        nowMs,
        expiresAtMs,
        stored
      );
      return changes === 1 ? undefined : 'gone';
    });
  }

  /** @returns whether the key existed */
  async remove(id: string): Promise<boolean> {
    return this.db.write(() => this.db.run('DELETE FROM api_key WHERE id = ?', id).changes === 1);
  }

  /** Records a use. Does nothing if the key was deleted meanwhile. */
  async used(id: string): Promise<void> {
    const nowMs = this.now();
    await this.db.write(() =>
      this.db.run('UPDATE api_key SET last_used_at = ? WHERE id = ?', nowMs, id)
    );
  }

  private count(where: string, ...values: readonly string[]): number {
    const row = this.db.get<{ count: number }>(
      `SELECT count(*) AS count FROM api_key ${where}`,
      ...values
    );
    return row?.count ?? 0;
  }

  private condition(
    { search, user, status }: ApiKeyQuery,
    showsHidden: boolean
  ): { readonly where: string; readonly values: readonly (string | number)[] } {
    const parts: string[] = [showsHidden ? '1' : 'e.hidden = 0'];
    const values: (string | number)[] = [];
    if (user !== undefined) {
      parts.push('k.user_name = ?');
      values.push(toStoredName(user));
    }
    if (search !== undefined && search !== '') {
      parts.push('(instr(lower(k.name), lower(?)) > 0 OR instr(lower(k.user_name), lower(?)) > 0)');
      const stored = toStoredName(search);
      values.push(stored, stored);
    }
    if (status !== undefined) {
      parts.push(status === 'active' ? 'k.expires_at > ?' : 'k.expires_at <= ?');
      values.push(this.now());
    }
    return { where: parts.join(' AND '), values };
  }
}

const asJson = (value: object | undefined): string | null =>
  value === undefined ? null : JSON.stringify(value);

const read = ({ roles, permissions, readsOnly, userName, name, ...row }: Row): KeyWithDigest => ({
  ...row,
  userName: fromStoredName(userName),
  name: fromStoredName(name),
  roles: roles === null ? undefined : (JSON.parse(roles) as readonly string[]),
  permissions: permissions === null ? undefined : (JSON.parse(permissions) as ApiKeyPermissions),
  isReadOnly: readsOnly === 1,
});
