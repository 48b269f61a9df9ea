/** Reads and validates all configuration files of a folder. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { IMPORT_LIMITS } from '../../../contracts/limits';
import type { EngineSettings } from '../../api/settings';
import {
  checkDocument,
  checkEntity,
  type DesiredDocument,
  type DesiredEntity,
} from './entry_rules';
import { BODY_KEY, FILE_KINDS, type FileKind, type FileProblem } from './file_kinds';
import type { Variables } from './variables';
import { parseFile, type ParsedFile } from './yaml_file';

export interface FolderContent {
  readonly entities: readonly DesiredEntity[];
  readonly documents: readonly DesiredDocument[];
  /** The files that exist; types without a file are left unchanged. */
  readonly files: readonly FileKind[];
  readonly problems: readonly FileProblem[];
}

type Part = Omit<FolderContent, 'files'>;

export async function readFolder(
  dir: string,
  settings: EngineSettings,
  variables: Variables
): Promise<FolderContent> {
  const files = FILE_KINDS.filter(({ file }) => existsSync(join(dir, file)));
  const parts: Part[] = [];
  for (const kind of files) {
    const parsed = await parseFile(kind, textOfFile(join(dir, kind.file)), variables);
    parts.push(checkFile(kind, parsed, settings));
  }
  return {
    files,
    entities: parts.flatMap(({ entities }) => entities),
    documents: parts.flatMap(({ documents }) => documents),
    problems: parts.flatMap(({ problems }) => problems),
  };
}

/** The message names the file and says what to do. */
export class UnusableFileError extends Error {}

/** @throws {UnusableFileError} for pipes, devices and folders, and for a file that is too large */
export function textOfFile(path: string): string {
  const stats = statSync(path);
  if (!stats.isFile())
    throw new UnusableFileError(`${path} is not a regular file. Put a file in its place.`);
  if (stats.size > IMPORT_LIMITS.offlineFileBytes)
    throw new UnusableFileError(
      `${path} has ${stats.size} bytes. A file may have ${IMPORT_LIMITS.offlineFileBytes}; import the entries in several steps.`
    );
  return readFileSync(path, 'utf8');
}

/**
 * Reports the problems of the file and of all its entries together, so that users can fix them in
 * one pass.
 */
function checkFile(
  kind: FileKind,
  { entries, problems }: ParsedFile,
  settings: EngineSettings
): Part {
  if (kind.form === 'entries') {
    const checked = [...entries].map(([name, source]) => checkEntity(kind, name, source, settings));
    return {
      entities: checked.map(({ value }) => value).filter((value) => value !== undefined),
      documents: [],
      problems: [...problems, ...checked.flatMap((one) => one.problems)],
    };
  }
  const checked = [...entries].map(
    ([name, source]) => [name, checkDocument(kind, name, source, settings)] as const
  );
  const all = [...problems, ...checked.flatMap(([, one]) => one.problems)];
  if (all.length > 0) return { entities: [], documents: [], problems: all };
  const bodies = Object.fromEntries(checked.map(([name, { value }]) => [name, value ?? {}]));
  const body = kind.form === 'document' ? (bodies[BODY_KEY] ?? {}) : bodies;
  return { entities: [], documents: [{ id: kind.type, body }], problems: [] };
}
