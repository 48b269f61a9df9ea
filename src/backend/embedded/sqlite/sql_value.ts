/** The value types of SQLite columns. Booleans are 0 and 1. */
export type SqlValue = string | number | bigint | null | Uint8Array;
