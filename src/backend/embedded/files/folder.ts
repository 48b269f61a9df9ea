/** All files of a folder, read and judged. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineSettings } from '../../contract/settings';
import {
  judgeDocument,
  judgeEntity,
  type DesiredDocument,
  type DesiredEntity,
} from './entry_rules';
import { BODY_KEY, FILE_KINDS, type FileKind, type FileProblem } from './file_kinds';
import type { Variables } from './variables';
import { parseFile, type ParsedFile } from './yaml_file';

export interface FolderContent {
  readonly entities: readonly DesiredEntity[];
  readonly documents: readonly DesiredDocument[];
  /** Files that exist; types without a file are none of the folder's business. */
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
    const parsed = await parseFile(kind, readFileSync(join(dir, kind.file), 'utf8'), variables);
    parts.push(judgeFile(kind, parsed, settings));
  }
  return {
    files,
    entities: parts.flatMap(({ entities }) => entities),
    documents: parts.flatMap(({ documents }) => documents),
    problems: parts.flatMap(({ problems }) => problems),
  };
}

/** Problems of the whole file and of all its entries together, so that nobody has to try often. */
function judgeFile(
  kind: FileKind,
  { entries, problems }: ParsedFile,
  settings: EngineSettings
): Part {
  if (kind.form === 'entries') {
    const judged = [...entries].map(([name, source]) => judgeEntity(kind, name, source, settings));
    return {
      entities: judged.map(({ value }) => value).filter((value) => value !== undefined),
      documents: [],
      problems: [...problems, ...judged.flatMap((one) => one.problems)],
    };
  }
  const judged = [...entries].map(
    ([name, source]) => [name, judgeDocument(kind, name, source, settings)] as const
  );
  const all = [...problems, ...judged.flatMap(([, one]) => one.problems)];
  if (all.length > 0) return { entities: [], documents: [], problems: all };
  const bodies = Object.fromEntries(judged.map(([name, { value }]) => [name, value ?? {}]));
  const body = kind.form === 'document' ? (bodies[BODY_KEY] ?? {}) : bodies;
  return { entities: [], documents: [{ id: kind.type, body }], problems: [] };
}
