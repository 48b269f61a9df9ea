/** Rows of second factors, stored encrypted, and of recovery codes, stored as digests. */
import type { FactorKind } from '../../../../contracts/api';
import type { Database } from '../../sqlite';
import { fromStoredName, toStoredName } from '../../configuration_store/name_key';
import type { FactorKey } from './factor_key';
import { toDigest } from './one_time_codes';

interface TotpSecret {
  readonly kind: 'totp';
  /** Base32. */
  readonly secret: string;
}

export interface PasskeySecret {
  readonly kind: 'passkey';
  /** COSE, base64url. */
  readonly publicKey: string;
  readonly transports: readonly string[];
  /** The relying party id that the passkey is bound to. */
  readonly rpId: string;
}

export type FactorSecret = TotpSecret | PasskeySecret;

export interface StoredFactor {
  readonly id: string;
  readonly userName: string;
  readonly kind: FactorKind;
  readonly name: string;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
  /** TOTP: the last time step whose code was used; passkeys: the last signature count. */
  readonly counter: number;
  /** `undefined` if it cannot be decrypted because it was sealed with another key. */
  readonly secret: FactorSecret | undefined;
}

interface Row extends Omit<StoredFactor, 'secret'> {
  readonly sealed: Uint8Array;
}

const COLUMNS = `id, user_name AS userName, kind, name, created_at AS createdAtMs,
  last_used_at AS lastUsedAtMs, counter, sealed`;

export class FactorStore {
  /** @param changed - called after factors of a user were added or removed */
  constructor(
    private readonly db: Database,
    private readonly key: FactorKey,
    private readonly now: () => number,
    private readonly changed: (userName: string) => void
  ) {}

  of(userName: string): readonly StoredFactor[] {
    return this.db
      .all<Row>(
        `SELECT ${COLUMNS} FROM factor WHERE user_name = ? ORDER BY created_at, id`,
        toStoredName(userName)
      )
      .map((row) => this.opened(row));
  }

  /** Factor kinds with the users who have them, ascending by kind and name. */
  kinds(): ReadonlyArray<readonly [kind: string, userName: string]> {
    return this.db
      .all<{ readonly kind: string; readonly userName: string }>(
        `SELECT DISTINCT kind, user_name AS userName FROM factor ORDER BY kind, user_name`
      )
      .map(({ kind, userName }) => [kind, fromStoredName(userName)] as const);
  }

  byId(id: string): StoredFactor | undefined {
    const row = this.db.get<Row>(`SELECT ${COLUMNS} FROM factor WHERE id = ?`, id);
    return row && this.opened(row);
  }

  /** @returns false if a factor with this id exists, or the user was deleted */
  async add(
    {
      id,
      userName,
      kind,
      name,
      counter,
      secret,
    }: Pick<StoredFactor, 'id' | 'userName' | 'kind' | 'name' | 'counter'> & {
      readonly secret: FactorSecret;
    },
    /** Checked again inside the transaction. */
    isStillValid: () => boolean
  ): Promise<boolean> {
    const sealed = this.key.seal(toRowKey(userName, id), secret);
    const isAdded = await this.db.write(() => {
      if (!isStillValid()) return false;
      const { changes } = this.db.run(
        `INSERT OR IGNORE INTO factor (id, user_name, kind, name, created_at, counter, sealed)
         SELECT ?, name, ?, ?, ?, ?, ? FROM entity WHERE type = 'internalusers' AND name = ?`,
        id,
        kind,
        name,
        this.now(),
        counter,
        sealed,
        toStoredName(userName)
      );
      return changes === 1;
    });
    this.changed(userName);
    return isAdded;
  }

  /**
   * Records a use. Of several concurrent uses with the same proof, only one succeeds.
   * @param counter - the counter of this use; higher than any before, except for passkeys without a
   *   counter
   */
  async use({ id, counter: before }: StoredFactor, counter: number): Promise<boolean> {
    return this.db.write(
      () =>
        this.db.run(
          'UPDATE factor SET counter = ?, last_used_at = ? WHERE id = ? AND counter = ?',
          counter,
          this.now(),
          id,
          before
        ).changes === 1
    );
  }

  async rename(userName: string, id: string, name: string): Promise<boolean> {
    return this.db.write(
      () =>
        this.db.run(
          'UPDATE factor SET name = ? WHERE id = ? AND user_name = ?',
          name,
          id,
          toStoredName(userName)
        ).changes === 1
    );
  }

  /** Removing the last factor also removes the recovery codes. */
  async remove(userName: string, id: string): Promise<boolean> {
    const stored = toStoredName(userName);
    const isRemoved = await this.db.write(() => {
      const { changes } = this.db.run(
        'DELETE FROM factor WHERE id = ? AND user_name = ?',
        id,
        stored
      );
      this.db.run(
        `DELETE FROM recovery_code WHERE user_name = ?
         AND NOT EXISTS (SELECT 1 FROM factor WHERE user_name = ?)`,
        stored,
        stored
      );
      return changes === 1;
    });
    this.changed(userName);
    return isRemoved;
  }

  async reset(userName: string): Promise<void> {
    const stored = toStoredName(userName);
    await this.db.write(() => {
      this.db.run('DELETE FROM factor WHERE user_name = ?', stored);
      this.db.run('DELETE FROM recovery_code WHERE user_name = ?', stored);
    });
    this.changed(userName);
  }

  /** Replaces the existing codes. */
  async putCodes(userName: string, codes: readonly string[]): Promise<void> {
    const stored = toStoredName(userName);
    const digests = codes.map((code) => toDigest(this.key, userName, code));
    await this.db.write(() => {
      this.db.run('DELETE FROM recovery_code WHERE user_name = ?', stored);
      for (const digest of digests)
        this.db.run('INSERT INTO recovery_code (user_name, digest) VALUES (?, ?)', stored, digest);
    });
  }

  /** @returns whether the code was valid; it cannot be used again */
  async takeCode(userName: string, code: string): Promise<boolean> {
    const digest = toDigest(this.key, userName, code);
    return this.db.write(
      () =>
        this.db.run(
          'DELETE FROM recovery_code WHERE user_name = ? AND digest = ?',
          toStoredName(userName),
          digest
        ).changes === 1
    );
  }

  codesLeft(userName: string): number {
    const row = this.db.get<{ count: number }>(
      'SELECT count(*) AS count FROM recovery_code WHERE user_name = ?',
      toStoredName(userName)
    );
    return row?.count ?? 0;
  }

  private opened({ sealed, ...row }: Row): StoredFactor {
    const userName = fromStoredName(row.userName);
    const secret = this.key.open(toRowKey(userName, row.id), sealed) as FactorSecret | undefined;
    return { ...row, userName, secret };
  }
}

const toRowKey = (userName: string, id: string): string => JSON.stringify([userName, id]);
