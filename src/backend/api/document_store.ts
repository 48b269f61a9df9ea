/**
 * Small documents that all servers of an installation share, each read and written as a whole, so
 * that a limit on its items is checked in the same step as they are written. The store knows none
 * of their fields, and secrets reach it encrypted.
 *
 * Methods that return a promise reject with `BackendError` if the store cannot be reached or
 * written.
 */
export interface StoredText {
  /** JSON. */
  readonly contents: string;
  /** Changes with every write. */
  readonly revision: string;
}

/** One small document, shared by all servers of the installation. */
export interface DocumentStore {
  /** The latest document, whichever server wrote it; `undefined` before the first write. */
  read(): Promise<StoredText | undefined>;
  /**
   * Replaces the document, unless it has changed since it was read.
   * @param revision - of the document that was read; `undefined` if there was none
   * @returns false, without a write, if the document has changed since
   */
  write(contents: string, revision: string | undefined): Promise<boolean>;
}

export type SharedDocumentId =
  /** Connections to further clusters that administrators have added. */
  | 'connections'
  /** Since when findings are known, which are accepted, and alarms that wait for delivery. */
  | 'findings'
  /** Changes that wait for a colleague's approval, and those that were decided. */
  | 'change_requests'
  /** The promises of the main cluster, which stores none itself. */
  | 'guardrails'
  /** The promises of a connected cluster, by id of the connection. */
  | `guardrails:${string}`;
