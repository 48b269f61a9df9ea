/** Newline-delimited JSON, the format of export files. */
import { TRANSFER_ERRORS } from '../../../../contracts/errors';
import { SavedObjectsError } from '../../../../backend/contract';

export interface NdjsonLine {
  /** From 1, blank lines included. */
  readonly number: number;
  readonly text: string;
}

/** The lines that are not blank. */
export function* linesOf(text: string): Generator<NdjsonLine> {
  let number = 0;
  for (let start = 0; start < text.length;) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    const line = text.slice(start, end);
    number++;
    start = end + 1;
    if (line.trim() !== '') yield { number, text: line };
  }
}

/** @throws {SavedObjectsError} 400 naming the line that is not JSON */
export function parseLine({ number, text }: NdjsonLine): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SavedObjectsError(TRANSFER_ERRORS.lineNotJson, {
      line: number,
      problem: (error as Error).message,
    });
  }
}
