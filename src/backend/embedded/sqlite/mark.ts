/** What a database of a data folder says about where it belongs. */
import type Libsql from 'libsql';

type Connection = InstanceType<typeof Libsql>;

export interface Mark {
  /** Of the installation. */
  readonly id: string;
  /** How many times the folder was opened, this one included. */
  readonly openings: number;
  /** Whether databases beside this one may still have the mark before. */
  readonly isOpening: boolean;
  /** Whether it was not closed since. */
  readonly isInUse: boolean;
}

/** For a database that is opened now. */
export type NewMark = Omit<Mark, 'isInUse'>;

export function readMark(connection: Connection): Mark {
  const [id, openings, isOpening, isInUse] = connection
    .prepare('SELECT id, openings, is_opening, is_in_use FROM installation')
    .raw()
    .get() as [string, number, number, number];
  return { id, openings, isOpening: isOpening === 1, isInUse: isInUse === 1 };
}

/**
 * From now on the database is in use. With a log that is written into the file but not removed, so
 * that a log that is missing later has been lost.
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
