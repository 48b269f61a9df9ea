/** Changes entries of a configuration file on a worker thread, like `parse_files_worker.ts`. */
import { DEFAULT_SETTINGS } from '../../api/settings';
import { textWithEntries } from './export';
import { FILE_KINDS, type FileKind } from './file_kinds';

export interface FileChange {
  readonly kind: FileKind['type'];
  /** The present text. */
  readonly text: string;
  /** Entries by name; `undefined` removes one. */
  readonly changes: ReadonlyMap<string, Readonly<Record<string, unknown>> | undefined>;
}

/** @returns the new text; `undefined` if the present one has problems */
export async function run({ kind, text, changes }: FileChange): Promise<string | undefined> {
  const file = FILE_KINDS.find(({ type }) => type === kind);
  if (!file) return undefined;
  const changed = await textWithEntries(file, text, changes, DEFAULT_SETTINGS);
  return changed.problems.length > 0 ? undefined : changed.text;
}
