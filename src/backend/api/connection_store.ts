/**
 * Connections to further clusters that administrators have added, as one document, so that their
 * number is limited in the same step as they are written. The store knows none of their fields, and
 * secrets reach it encrypted.
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

/** One document, shared by all servers of the installation. */
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

/** The document of connections. Where the backend has a place for one, with a key for secrets. */
export interface ConnectionStore extends DocumentStore {
  /**
   * A random key of 32 bytes beside the database, created when it is needed first. Absent if the
   * backend has no such place.
   * @param isNeeded - whether secrets are encrypted with it, so that no other may take its place
   */
  key?(isNeeded: boolean): Buffer;
}
