/**
 * `export` of a running server, with the files that its pages offer for download. They contain no
 * secrets (hashes, keys) and no hidden entries; existing files keep both.
 */
import { type ConfigurationFile, IMPORT_KINDS, type ImportKind } from '../../../contracts/api';
import type { EngineSettings } from '../../api/settings';
import { DEFAULT_SETTINGS } from '../../api/settings';
import { type ExportedFile, writeContents, writeTexts } from '../configuration_files/export';
import { BODY_KEY, FILE_KINDS, type FileKind, META_KEY } from '../configuration_files/file_kinds';
import { parsePlain } from '../configuration_files/yaml_file';
import type { Command } from './arguments';
import { OfflineError } from './offline_store';
import type { ServerCalls } from './server_calls';

type Json = Readonly<Record<string, unknown>>;
type ExportCommand = Extract<Command, { name: 'export' }>;

const FILES = '/api/v1/configuration_files';

/**
 * Reads everything before writing anything.
 *
 * @throws {OfflineError} if the server rejects a request; nothing was written
 * @throws {ImportRefusedError} if an existing file cannot be read; nothing was written
 */
export async function exportFromServer(
  { dir, kinds, format }: ExportCommand,
  calls: ServerCalls,
  context: {
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly settings?: Partial<EngineSettings>;
  }
): Promise<readonly ExportedFile[]> {
  const read: Array<{ kind: FileKind; file: ConfigurationFile }> = [];
  for (const kind of FILE_KINDS) {
    if (!isImported(kind.type) || (kinds && !kinds.includes(kind.type))) continue;
    const path = `${FILES}/${kind.type}?format=${format}`;
    const file = await calls.get<ConfigurationFile>(path).catch((error: unknown) => {
      // Not every backend has all kinds.
      if (error instanceof OfflineError && error.status === 501 && !kinds) return undefined;
      throw error;
    });
    if (file) read.push({ kind, file });
  }
  if (format === 'csv')
    return writeTexts(
      dir,
      read.map(({ file }) => file)
    );
  const contents = new Map(read.map(({ kind, file }) => [kind, getContent(kind, file.text)]));
  return writeContents(dir, contents, {
    settings: { ...DEFAULT_SETTINGS, ...context.settings },
    variables: { env: context.env, hashed: new Map() },
    isPartial: true,
  });
}

const isImported = (type: string): type is ImportKind => IMPORT_KINDS.some((one) => one === type);

function getContent({ form }: FileKind, text: string): ReadonlyMap<string, Json> {
  const { [META_KEY]: _meta, ...entries } = parsePlain(text) as Readonly<Record<string, Json>>;
  return form === 'document'
    ? new Map([[BODY_KEY, entries[BODY_KEY] ?? {}]])
    : new Map(Object.entries(entries));
}
