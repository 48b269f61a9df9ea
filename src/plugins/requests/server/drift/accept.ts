/** Writes the current state of entries into the files of the folder. */
import { CodedError, type ImportKind, toFileEntry } from '@sd/contracts';
import { replaceFile } from '@sd/core/server';
import { DRIFT_ERRORS } from '../../common';
import type { DriftedEntry } from './differences';
import type { DriftChecker } from './drift_checker';
import type { FolderFile } from './folder';

type Json = Readonly<Record<string, unknown>>;

/**
 * @param files - as they were compared
 * @param stillReviewed - throws if the folder has changed; called directly before it is written
 * @returns the names of the written files
 * @throws {CodedError} nothing was written, or only whole files before the one that it names
 */
export async function acceptIntoFiles(
  checker: DriftChecker,
  files: readonly FolderFile[],
  selected: readonly DriftedEntry[],
  stillReviewed: () => Promise<void>
): Promise<readonly string[]> {
  const changes = new Map<ImportKind, Map<string, Json | undefined>>();
  for (const entry of selected) {
    const ofKind = changes.get(entry.kind) ?? new Map<string, Json | undefined>();
    changes.set(entry.kind, ofKind.set(entry.name, getContent(entry)));
  }
  const texts: { readonly file: FolderFile; readonly text: string }[] = [];
  for (const [kind, ofKind] of changes) {
    const file = files.find((one) => one.kind === kind);
    const text = file && (await checker.changedText(file, ofKind));
    if (text === undefined) throw new CodedError(DRIFT_ERRORS.broken);
    texts.push({ file, text } as { file: FolderFile; text: string });
  }
  await stillReviewed();
  for (const { file, text } of texts)
    await replaceFile(file.path, text).catch(() => {
      throw new CodedError(DRIFT_ERRORS.unwritable, { file: file.file });
    });
  return texts.map(({ file }) => file.file);
}

/** `undefined` for an entry that the file is to lose. */
function getContent({ kind, name, state, accepted: content }: DriftedEntry): Json | undefined {
  if (state === 'missing') return undefined;
  if (!content) throw new CodedError(DRIFT_ERRORS.secretOnly, { name });
  return state === 'additional' && kind !== 'audit' ? toFileEntry(kind, content) : content;
}
