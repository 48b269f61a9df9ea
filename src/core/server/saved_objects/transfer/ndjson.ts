/** Newline-delimited JSON, the format of export files. */
import { savedObjectsErrors } from '../errors';

/** @throws {SavedObjectsError} 400 naming the line that is not JSON */
export function parseNdjson(text: string): unknown[] {
  const values: unknown[] = [];
  text.split('\n').forEach((line, index) => {
    if (line.trim() === '') return;
    try {
      values.push(JSON.parse(line));
    } catch (error) {
      throw savedObjectsErrors.badRequest(
        `Line ${index + 1} is not JSON: ${(error as Error).message}`
      );
    }
  });
  return values;
}

export const toNdjson = (values: readonly unknown[]): string =>
  values.map((value) => JSON.stringify(value)).join('\n');
