/**
 * Parses configuration files on a worker thread: the YAML of ten thousand users takes seconds.
 * Variables are not replaced: anyone who can write the files could read the server's environment.
 */
import { withAuditDefaults } from '../../model/audit_config';
import { isJsonObject } from '../../model/entity_shape';
import { NO_MAP } from './entry_rules';
import { FILE_KINDS, type FileKind, type FileProblem } from './file_kinds';
import { parseFile } from './yaml_file';

/** Texts by kind. */
export type FileTexts = ReadonlyMap<FileKind['type'], string>;

export interface ReadFiles {
  readonly kinds: ReadonlyMap<FileKind['type'], ReadEntries>;
  readonly problems: readonly FileProblem[];
}

export interface ReadEntries {
  /** As written, by name; audit settings without variables get their defaults. */
  readonly entries: ReadonlyMap<string, Readonly<Record<string, unknown>> | null>;
  /** Fields by entry that contain variables. */
  readonly variableFields: ReadonlyMap<string, ReadonlySet<string>>;
}

export async function run(texts: FileTexts): Promise<ReadFiles> {
  const kinds = new Map<FileKind['type'], ReadEntries>();
  const problems: FileProblem[] = [];
  for (const kind of FILE_KINDS) {
    const text = texts.get(kind.type);
    if (text === undefined) continue;
    const parsed = await parseFile(kind, text, undefined);
    problems.push(...parsed.problems);
    const entries: [string, Readonly<Record<string, unknown>> | null][] = [];
    const { variableFields } = parsed;
    for (const [entry, value] of parsed.entries)
      if (value !== null && !isJsonObject(value))
        problems.push({ file: kind.file, entry, message: NO_MAP });
      else if (value && kind.type === 'audit' && !variableFields.has(entry))
        entries.push([entry, withAuditDefaults(value)]);
      else entries.push([entry, value]);
    kinds.set(kind.type, { entries: new Map(entries), variableFields });
  }
  return { kinds, problems };
}
