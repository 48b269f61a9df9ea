/**
 * Newline-delimited JSON, the format of export files. A file stays as bytes, and each line is
 * decoded when it is parsed: a whole file at one go would hold up everyone else.
 */
import { TRANSFER_ERRORS } from '../../../../contracts/errors';
import { SavedObjectsError } from '../../../../backend/api';

export interface NdjsonLine {
  /** From 1, blank lines included. */
  readonly number: number;
  readonly bytes: Buffer;
}

const NEWLINE = 0x0a;
const BLANKS: readonly number[] = [0x20, 0x09, 0x0d];

/** All lines, blank ones too: their number has a limit. */
export function* linesOf(file: Buffer): Generator<NdjsonLine> {
  let number = 0;
  for (let start = 0; start < file.length;) {
    const found = file.indexOf(NEWLINE, start);
    const end = found < 0 ? file.length : found;
    yield { number: ++number, bytes: file.subarray(start, end) };
    start = end + 1;
  }
}

export const isBlank = ({ bytes }: NdjsonLine): boolean =>
  bytes.every((byte) => BLANKS.includes(byte));

/** @throws {SavedObjectsError} 400 naming the line that is not JSON */
export function parseLine({ number, bytes }: NdjsonLine): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch (error) {
    throw new SavedObjectsError(TRANSFER_ERRORS.lineNotJson, {
      line: number,
      problem: (error as Error).message,
    });
  }
}
