/** The mark in each database of a data folder, which shows that the databases belong together. */
import type Libsql from 'libsql';
import { prepareRead } from './read_statement';

type Connection = InstanceType<typeof Libsql>;

export interface Mark {
  /** Id of the installation. */
  readonly id: string;
  /** How many times the folder was opened, including this time. */
  readonly openings: number;
  /** Whether the other databases may still have the previous mark. */
  readonly isOpening: boolean;
  /** Whether the database was not closed after it was last opened. */
  readonly isInUse: boolean;
}

/** The mark for a database that is being opened. */
export type NewMark = Omit<Mark, 'isInUse'>;

/** @param file - the database, named by errors */
export function readMark(connection: Connection, file: string): Mark | undefined {
  const row = prepareRead(
    connection,
    'SELECT id, openings, is_opening, is_in_use FROM installation',
    file
  ).get([]) as [string, number, number, number] | undefined;
  if (!row) return undefined;
  const [id, openings, isOpening, isInUse] = row;
  return { id, openings, isOpening: isOpening === 1, isInUse: isInUse === 1 };
}

/**
 * Marks the database as in use. The log is written into the file but not removed, so a log that is
 * missing later was lost.
 */
export function writeMark(connection: Connection, { id, openings, isOpening }: NewMark): void {
  connection.exec(`
    BEGIN IMMEDIATE;
    CREATE TABLE IF NOT EXISTS installation (
      id TEXT NOT NULL,
      openings INTEGER NOT NULL,
      is_opening INTEGER NOT NULL,
      is_in_use INTEGER NOT NULL
    ) STRICT;
    DELETE FROM installation;`);
  connection
    .prepare('INSERT INTO installation VALUES (?, ?, ?, 1)')
    .run([id, openings, isOpening ? 1 : 0]);
  connection.exec('COMMIT');
  connection.pragma('wal_checkpoint(FULL)');
}

export const clearInUse = (connection: Connection): void => {
  connection.exec('UPDATE installation SET is_in_use = 0');
};
