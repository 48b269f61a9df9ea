/** Reads and validates all configuration files of a folder. */
import type { EngineSettings } from '../../api/settings';
import {
  checkDocument,
  checkEntity,
  type DesiredDocument,
  type DesiredEntity,
} from './entry_rules';
import { BODY_KEY, type FileKind, type FileProblem } from './file_kinds';
import { folderTexts, type FolderTexts } from './folder_texts';
import type { Variables } from './variables';
import { parseFile, type ParsedFile } from './yaml_file';

export interface FolderContent {
  readonly entities: readonly DesiredEntity[];
  readonly documents: readonly DesiredDocument[];
  /** The files that exist; types without a file are left unchanged. */
  readonly files: readonly FileKind[];
  readonly problems: readonly FileProblem[];
}

export interface ReadFolder extends FolderContent {
  /** Entries with problems, without the values that cannot be used. */
  readonly unusable: readonly DesiredEntity[];
  readonly texts: FolderTexts;
}

type Part = Omit<ReadFolder, 'files' | 'texts'>;

export async function readFolder(
  dir: string,
  settings: EngineSettings,
  variables: Variables
): Promise<ReadFolder> {
  const texts = folderTexts(dir);
  const parts: Part[] = [];
  for (const kind of texts.files) {
    const parsed = await parseFile(kind, texts.texts.get(kind.type) ?? '', variables);
    parts.push(checkFile(kind, parsed, settings));
  }
  return {
    texts,
    files: texts.files,
    entities: parts.flatMap(({ entities }) => entities),
    documents: parts.flatMap(({ documents }) => documents),
    unusable: parts.flatMap(({ unusable }) => unusable),
    problems: [...texts.problems, ...parts.flatMap(({ problems }) => problems)],
  };
}

/**
 * Reports the problems of the file and of all its entries together, so that users can fix them in
 * one pass.
 */
function checkFile(
  kind: FileKind,
  { entries, problems, unset }: ParsedFile,
  settings: EngineSettings
): Part {
  if (kind.form === 'entries') {
    const checked = [...entries].map(([name, source]) => checkEntity(kind, name, source, settings));
    const partly = [...unset].map(([name, source]) => checkEntity(kind, name, source, settings));
    return {
      entities: checked.map(({ value }) => value).filter((value) => value !== undefined),
      documents: [],
      unusable: [...checked, ...partly]
        .map(({ usable }) => usable)
        .filter((value) => value !== undefined),
      problems: [...problems, ...checked.flatMap((one) => one.problems)],
    };
  }
  const checked = [...entries].map(
    ([name, source]) => [name, checkDocument(kind, name, source, settings)] as const
  );
  const all = [...problems, ...checked.flatMap(([, one]) => one.problems)];
  if (all.length > 0) return { entities: [], documents: [], unusable: [], problems: all };
  const bodies = Object.fromEntries(checked.map(([name, { value }]) => [name, value ?? {}]));
  const body = kind.form === 'document' ? (bodies[BODY_KEY] ?? {}) : bodies;
  return { entities: [], documents: [{ id: kind.type, body }], unusable: [], problems: [] };
}
