/**
 * Where sessions are kept. Contents are sealed by the server under a key that only the cookie
 * gives, and keys are hashes of the cookie's value: who reads the store can neither present a
 * session nor read one.
 *
 * Several servers may stand on one store. What one of them wrote is what all others read once the
 * promise has resolved; so a session that ended at one is refused by all as soon as they ask again
 * (`SESSION_LIMITS.trustedMs`). Nothing here is a transaction over several sessions but where it
 * says so.
 *
 * Every call rejects with `BackendError` when the store cannot be reached or written. Instants are
 * epoch milliseconds.
 */

/** What a store must know of a session to find it and to let it end. */
export interface SessionHead {
  /** 1 to 128 characters of base64url. */
  readonly key: string;
  /** When the user signed in. */
  readonly createdAtMs: number;
  /** Moved on by `touch` while the session is in use. */
  readonly expiresAtMs: number;
}

/**
 * What people are shown of a session, to tell it from others. The store can read it: there is no
 * secret in it.
 */
export interface SessionOrigin {
  /** IP address from which it was opened. */
  readonly remoteAddress: string;
  /** `user-agent` of that request, at most `SESSION_LIMITS.userAgentLength` characters. */
  readonly userAgent: string;
  /** How the user signed in; as `LoginMethod.id`. */
  readonly method: string;
}

/** A session that is in use: what `touch` moves on. */
export type SessionUse = Pick<SessionHead, 'key' | 'expiresAtMs'> & {
  /** Of a person, not of a background poll. */
  readonly usedAtMs: number;
};

/** A session as lists show it. */
export interface ListedSession extends SessionHead {
  /** As `StoredSession.usedAtMs`. */
  readonly usedAtMs: number;
  /** Absent of sessions that an earlier version opened. */
  readonly origin?: SessionOrigin;
}

/** A part of the sessions of a user, the one that was opened last first. */
export interface SessionPage {
  /** Of all that had not expired. */
  readonly total: number;
  /** Those asked for. */
  readonly sessions: readonly ListedSession[];
}

/** Which part. */
export interface SessionPageQuery {
  /** Those that expire later count. */
  readonly aliveAtMs: number;
  /** How many are left out; with `limit` at most `SESSION_LIMITS.listed`. */
  readonly offset: number;
  /** How many at most. */
  readonly limit: number;
}

/** A session as it is read back. */
export interface StoredSession extends SessionHead {
  /** When it was last in use, at most `SESSION_LIMITS.extensionMs` late. */
  readonly usedAtMs: number;
  /** Sealed bytes; the store cannot read them. */
  readonly contents: Uint8Array;
}

/** A session as it is written first. */
export interface NewSession extends Omit<StoredSession, 'usedAtMs'> {
  /** To find all sessions of a user by; kept as a keyed hash, never as it is. */
  readonly userName: string;
  /** Absent of what is no session. */
  readonly origin?: SessionOrigin;
}

/** The sessions of all servers on one store. */
export interface SessionStore {
  /** One that has expired may still be there: that is for the caller to judge. */
  get(key: string): Promise<StoredSession | undefined>;
  /**
   * Writes a new session.
   * @param replaces - key of the session it takes the place of. It ends once the new one is there,
   *   and before this resolves: who dies in between leaves its owner one of them.
   */
  put(session: NewSession, replaces?: string): Promise<void>;
  /**
   * Replaces the contents; key and instants stay.
   * @returns false when the session is gone: an update never brings one back
   */
  update(key: string, contents: Uint8Array): Promise<boolean>;
  /** Extends sessions in use; never shortens one, nor brings one back. */
  touch(uses: readonly SessionUse[]): Promise<void>;
  /** Ends sessions; those that are gone already are no error. */
  end(keys: readonly string[]): Promise<void>;
  /**
   * Ends one entry for whoever comes first: what may be used once, by whichever server. Removing
   * and telling are one step of the store: the count of a conditional `DELETE` in SQL, a deletion
   * by id on condition of the version that was read (`if_seq_no`, `if_primary_term`) in a cluster.
   * A store that lost the answer and cannot tell says false: used up for nobody, never for two.
   * @returns true to one caller at most; false when it had ended, by whatever call, or never was
   */
  take(key: string): Promise<boolean>;
  /** Sessions of a user, in no order: every one whose `put` has resolved and that has not ended. */
  list(userName: string): Promise<readonly SessionHead[]>;
  /** What is shown of the sessions of a user. */
  page(userName: string, query: SessionPageQuery): Promise<SessionPage>;
  /** Removes what had expired before an instant. @returns how many */
  removeExpired(beforeMs: number): Promise<number>;
}
