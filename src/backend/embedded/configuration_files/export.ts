/**
 * Writes the configuration as files. An existing file keeps its comments, its variables and all
 * entries that are equal already; only entries that differ are changed.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isMap, isScalar, type Document, type Pair, type YAMLMap } from 'yaml';
import { isJsonObject, withoutDefaults } from '../../model/entity_shape';
import {
  isMapped,
  isSameEntry,
  type Entity,
  type ResourceType,
  type RoleMapping,
} from '../../../contracts/entities';
import type { EngineSettings } from '../../api/settings';
import { writePrivateFile } from '../../api/replace_file';
import { ensurePrivateFolder, toStorageError } from '../sqlite';
import type { EntityStore } from '../configuration_store/entity_store';
import { checkEntity } from './entry_rules';
import {
  BODY_KEY,
  CONFIG_VERSION,
  FILE_KINDS,
  META_KEY,
  type FileKind,
  type FileProblem,
} from './file_kinds';
import { textOfFile } from './folder_texts';
import { allOf, ImportRefusedError } from './plan';
import type { Variables } from './variables';
import { mergeInto } from './merge_nodes';
import { newDocument, parseFile, toText } from './yaml_file';

export interface ExportedFile {
  readonly file: string;
  readonly state: 'written' | 'unchanged';
  /** In place of a file, for {@link STANDARD_OUTPUT}. */
  readonly output?: string;
}

/** Names of the standard output in place of a folder: all files as one, which `import` reads. */
const STANDARD_OUTPUT: ReadonlySet<string> = new Set(['-', '/dev/stdout']);

interface MergeDeps {
  readonly settings: EngineSettings;
  /** Absent: variables of existing files stay as they are written. */
  readonly variables?: Variables;
  /**
   * The content lacks hashes and hidden entries, so existing files keep theirs. By default, entries
   * missing from the content are removed from the file.
   */
  readonly isPartial?: boolean;
}

export interface ExportDeps extends MergeDeps {
  readonly store: EntityStore;
  /** Default: all kinds. */
  readonly kinds?: readonly FileKind['type'][];
}

type Contents = ReadonlyMap<FileKind, ReadonlyMap<string, Json>>;

type Json = Readonly<Record<string, unknown>>;

/** @throws {ImportRefusedError} if an existing file cannot be read; nothing was written */
export async function exportTo(dir: string, deps: ExportDeps): Promise<readonly ExportedFile[]> {
  const contents = new Map<FileKind, ReadonlyMap<string, Json>>();
  for (const kind of FILE_KINDS) {
    if (deps.kinds && !deps.kinds.includes(kind.type)) continue;
    const content = getContent(deps.store, kind);
    if (content) contents.set(kind, content);
  }
  return writeContents(dir, contents, deps);
}

/**
 * @param contents - entries by name; a document is the entry `config`
 * @throws {ImportRefusedError} if an existing file cannot be read; nothing was written
 */
export async function writeContents(
  dir: string,
  contents: Contents,
  deps: MergeDeps
): Promise<readonly ExportedFile[]> {
  const texts: { file: string; text: string }[] = [];
  const problems: FileProblem[] = [];
  for (const [kind, content] of contents) {
    const present = STANDARD_OUTPUT.has(dir) ? undefined : existingText(join(dir, kind.file));
    if (present === undefined) {
      texts.push({ file: kind.file, text: newText(kind, content) });
      continue;
    }
    const merged = await mergedText(kind, present, content, deps);
    problems.push(...merged.problems);
    texts.push({ file: kind.file, text: merged.text });
  }
  if (problems.length > 0) throw new ImportRefusedError(problems);
  return writeTexts(dir, texts);
}

/** Writes the files with the given text; equal files are not touched. @param dir - or `-` */
export function writeTexts(
  dir: string,
  texts: readonly { readonly file: string; readonly text: string }[]
): readonly ExportedFile[] {
  if (STANDARD_OUTPUT.has(dir))
    return texts.map(({ file, text }) => ({
      file,
      state: 'written',
      output: text.startsWith('---') ? text : `---\n${text}`,
    }));
  ensurePrivateFolder(resolve(dir));
  return texts.map(({ file, text }) => {
    const path = join(dir, file);
    if (existingText(path) === text) return { file, state: 'unchanged' };
    try {
      writePrivateFile(path, text);
    } catch (error) {
      throw toStorageError(error, path);
    }
    return { file, state: 'written' };
  });
}

/** What a command prints about its files, or the files themselves. */
export const exportText = (files: readonly ExportedFile[]): string =>
  files.map(({ file, state, output }) => output ?? `${state.padEnd(9)} ${file}\n`).join('');

const existingText = (path: string): string | undefined =>
  existsSync(path) ? textOfFile(path) : undefined;

/** Values by entry name, in the store's order; `undefined` for a document that does not exist. */
function getContent(store: EntityStore, kind: FileKind): Map<string, Json> | undefined {
  if (kind.form === 'entries') {
    const hashes = kind.type === 'internalusers' ? allHashes(store) : NO_HASHES;
    const content = new Map<string, Json>();
    for (const { name, entity } of allOf(store, kind.type))
      if (!entity.static) content.set(name, toEntry(kind.type, entity, hashes.get(name)));
    return content;
  }
  const body = store.document(kind.type)?.body;
  if (!body) return undefined;
  return new Map(
    kind.form === 'document' ? [[BODY_KEY, body]] : (Object.entries(body) as [string, Json][])
  );
}

const NO_HASHES: ReadonlyMap<string, string> = new Map();
/** Read per query. */
const HASHES_AT_ONCE = 1_000;

function allHashes(store: EntityStore): ReadonlyMap<string, string> {
  const hashes = new Map<string, string>();
  for (let after = ''; ;) {
    const some = store.credentials(after, HASHES_AT_ONCE);
    for (const { userName, hash } of some) hashes.set(userName, hash);
    const last = some.at(-1);
    if (last === undefined) return hashes;
    after = last.userName;
  }
}

/** Omits defaults, except for keys that a rule requires. */
function toEntry(type: ResourceType, entity: Entity, hash: string | undefined): Json {
  const { reserved: _reserved, static: _static, ...content } = withoutDefaults(entity);
  const isUnmapped = type === 'rolesmapping' && !isMapped(entity as RoleMapping);
  return {
    ...(hash === undefined ? {} : { hash }),
    reserved: entity.reserved,
    ...(type === 'actiongroups' ? { allowed_actions: [] } : {}),
    ...(isUnmapped ? { users: [] } : {}),
    ...content,
  };
}

/** Entries that are nodes of a document at the same time, which take most of the memory. */
const ENTRIES_AT_ONCE = 500;

function newText({ type }: FileKind, content: ReadonlyMap<string, Json>): string {
  const texts = [toText(newDocument({ [META_KEY]: { type, config_version: CONFIG_VERSION } }))];
  const entries = [...content];
  for (let at = 0; at < entries.length; at += ENTRIES_AT_ONCE) {
    const document = newDocument({});
    const map = document.contents as unknown as YAMLMap;
    for (const [name, value] of entries.slice(at, at + ENTRIES_AT_ONCE))
      map.items.push(space(document, name, value));
    texts.push(toText(document));
  }
  return texts.join('');
}

/** Adds an empty line before each entry. */
function space(document: Document, name: string, value: unknown): Pair {
  const pair = document.createPair(name, value);
  (pair.key as { spaceBefore?: boolean }).spaceBefore = true;
  return pair;
}

async function mergedText(
  kind: FileKind,
  present: string,
  content: ReadonlyMap<string, Json>,
  { settings, variables, isPartial = false }: MergeDeps
): Promise<{ text: string; problems: readonly FileProblem[] }> {
  const isStored = (name: string, text: string) => containsText(content.get(name), text);
  const { document, entries, problems } = await parseFile(kind, present, variables, isStored);
  if (problems.length > 0) return { text: present, problems };
  const map: unknown = document.contents;
  if (!isMap(map)) return { text: newText(kind, content), problems: [] };
  const removed = new Set<string>();
  for (const [name, old] of entries) {
    if (content.has(name) || isFlagged(old, 'static')) continue;
    if (!(isPartial && isFlagged(old, 'hidden'))) removed.add(name);
  }
  let isChanged = removed.size > 0;
  // The methods of a map look through all of its entries.
  map.items = map.items.filter(({ key }) => !removed.has(getName(key)));
  const pairs = new Map(map.items.map((pair) => [getName(pair.key), pair]));
  for (const [name, given] of content) {
    const old = entries.get(name);
    const value = isPartial ? keepHash(old, given) : given;
    if (old !== undefined && isEquivalent(kind, name, old, value, settings, variables)) continue;
    isChanged = true;
    const pair = pairs.get(name);
    if (!pair) map.items.push(space(document as unknown as Document, name, value));
    else if (isMap(pair.value) && isJsonObject(old)) mergeInto(document, pair.value, old, value);
    else pair.value = document.createNode(value);
  }
  return { text: isChanged ? toText(document, present) : present, problems: [] };
}

const getName = (key: unknown): string => (isScalar(key) ? String(key.value) : '');

/**
 * Changes some entries of a file and keeps the rest as it is written: comments, order, variables.
 * @param changes - by name; `undefined` removes an entry. Hashes of existing entries stay.
 * @returns the text of the file, or the problems of the present one
 */
export async function textWithEntries(
  kind: FileKind,
  present: string,
  changes: ReadonlyMap<string, Json | undefined>,
  settings: EngineSettings
): Promise<{ readonly text: string; readonly problems: readonly FileProblem[] }> {
  const { entries, problems } = await parseFile(kind, present, undefined);
  if (problems.length > 0) return { text: present, problems };
  const content = new Map(entries as ReadonlyMap<string, Json>);
  for (const [name, value] of changes)
    if (value === undefined) content.delete(name);
    else content.set(name, value);
  return mergedText(kind, present, content, { settings, isPartial: true });
}

const containsText = (value: unknown, text: string): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some((inner) => containsText(inner, text))
    : value === text;

const isFlagged = (source: unknown, flag: 'static' | 'hidden'): boolean =>
  isJsonObject(source) && source[flag] === true;

const keepHash = (old: unknown, value: Json): Json =>
  isJsonObject(old) && old['hash'] !== undefined ? { hash: old['hash'], ...value } : value;

function isEquivalent(
  kind: FileKind,
  name: string,
  old: unknown,
  value: Json,
  settings: EngineSettings,
  variables: Variables | undefined
): boolean {
  if (kind.form !== 'entries') return isJsonObject(old) && isSameEntry(kind.type, old, value);
  const { value: current } = checkEntity(kind, name, old, settings);
  const desired = checkEntity(kind, name, value, settings).value;
  if (!current || !desired || !isSameEntry(kind.type, current.entity, desired.entity)) return false;
  // A hash computed from a variable differs each time; the file stays the source of the password.
  const { hash } = current;
  return hash === desired.hash || hash === undefined || variables?.hashed.has(hash) === true;
}
