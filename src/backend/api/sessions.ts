/**
 * Storage of sessions. The server encrypts contents with a key that only the cookie provides, and
 * keys are hashes of the cookie value. Read access to the store therefore neither reveals a session
 * nor allows using one.
 *
 * Several servers can share a store. All of them see a write once its promise has resolved, so a
 * session that ends on one server is rejected by all at their next check
 * (`SESSION_LIMITS.trustedMs`). Methods are not transactions over several sessions unless stated.
 *
 * Every method rejects with `BackendError` if the store cannot be reached or written. Times are
 * epoch milliseconds.
 */

/** The data of a session that a store needs to find and expire it. */
export interface SessionHead {
  /** 1 to 128 characters of base64url. */
  readonly key: string;
  /** Time of login. */
  readonly createdAtMs: number;
  /** Extended by `touch` while the session is in use. */
  readonly expiresAtMs: number;
}

/**
 * Details that help users recognize a session. The store can read them, so they contain no secrets.
 */
export interface SessionOrigin {
  /** IP address of the login. */
  readonly remoteAddress: string;
  /** `user-agent` of the login, at most `SESSION_LIMITS.userAgentLength` characters. */
  readonly userAgent: string;
  /** Login method, a key of `Login.methods`. */
  readonly method: string;
}

/** A session in use, for `touch`. */
export type SessionUse = Pick<SessionHead, 'key' | 'expiresAtMs'> & {
  /** Last use by the user, not by a background poll. */
  readonly usedAtMs: number;
};

/** A session in a list. */
export interface ListedSession extends SessionHead {
  /** Like `StoredSession.usedAtMs`. */
  readonly usedAtMs: number;
  /** Absent for sessions opened by an earlier version. */
  readonly origin?: SessionOrigin;
}

/** A page of a user's sessions, newest first. */
export interface SessionPage {
  /** Number of sessions that have not expired. */
  readonly total: number;
  /** The requested page. */
  readonly sessions: readonly ListedSession[];
}

/** A page of a user's sessions. */
export interface SessionPageQuery {
  /** Includes sessions that expire after this time. */
  readonly aliveAtMs: number;
  /** Number of sessions to skip; with `limit` at most `SESSION_LIMITS.listed`. */
  readonly offset: number;
  /** Maximum number of sessions. */
  readonly limit: number;
}

/** A session read from the store. */
export interface StoredSession extends SessionHead {
  /** Time of last use, with a delay of at most `SESSION_LIMITS.extensionMs`. */
  readonly usedAtMs: number;
  /** Encrypted bytes; the store cannot read them. */
  readonly contents: Uint8Array;
}

/** A new session. */
export interface NewSession extends Omit<StoredSession, 'usedAtMs'> {
  /** To find all sessions of a user. Stored as a keyed hash only. */
  readonly userName: string;
  /** Absent for entries that are not sessions. */
  readonly origin?: SessionOrigin;
}

/** A session store, possibly shared by several servers. */
export interface SessionStore {
  /** Expired sessions may be returned; the caller checks the expiry. */
  get(key: string): Promise<StoredSession | undefined>;
  /**
   * Writes a new session.
   * @param replaces - key of the session that it replaces. That session ends after the new one is
   *   stored and before the promise resolves, so a crash leaves at least one of them.
   */
  put(session: NewSession, replaces?: string): Promise<void>;
  /**
   * Replaces the contents; key and times stay.
   * @returns `false` if the session is gone; an update never recreates it
   */
  update(key: string, contents: Uint8Array): Promise<boolean>;
  /** Extends sessions in use. Never shortens or recreates one. */
  touch(uses: readonly SessionUse[]): Promise<void>;
  /** Ends sessions. Missing sessions are not an error. */
  end(keys: readonly string[]): Promise<void>;
  /**
   * Consumes a single-use entry, atomically across all servers. Removal and result are one step of
   * the store: the row count of a conditional `DELETE` in SQL, or a deletion by id conditional on
   * the version that was read (`if_seq_no`, `if_primary_term`) in a cluster. If the store loses the
   * response, the result is `false`: consumed by no caller, never by two.
   * @returns `true` to at most one caller; `false` if the entry was already gone or never existed
   */
  take(key: string): Promise<boolean>;
  /** Sessions of a user, unordered: all whose `put` has resolved and that have not ended. */
  list(userName: string): Promise<readonly SessionHead[]>;
  /** A page of the user's sessions, with their details. */
  page(userName: string, query: SessionPageQuery): Promise<SessionPage>;
  /**
   * For lists: the time at which each of these users opened the newest session that is not expired.
   * Users without one are missing.
   */
  newest(userNames: readonly string[], aliveAtMs: number): Promise<ReadonlyMap<string, number>>;
  /** Removes sessions that expired before this time. @returns their number */
  removeExpired(beforeMs: number): Promise<number>;
}
