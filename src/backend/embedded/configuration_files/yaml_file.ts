/** Parses a YAML file, keeping its comments, and replaces the variables in its values. */
import { randomUUID } from 'node:crypto';
import * as library from 'yaml';
import { isScalar, Scalar, visit, type Document } from 'yaml';
import {
  escapeUnprintable,
  foreignContent,
  foreignText,
  plainValue,
  readYaml,
  withTexts,
  YAML_OPTIONS,
  YAML_STYLE,
  type YamlDocument,
} from '../../../contracts/configuration_files';
import { isJsonObject } from '../../model/entity_shape';
import { BODY_KEY, CONFIG_VERSION, META_KEY, type FileKind, type FileProblem } from './file_kinds';
import {
  escapedDollars,
  containsVariable,
  markDollars,
  replaceVariables,
  UnsetVariableError,
  type Variables,
} from './variables';

type Json = Readonly<Record<string, unknown>>;

export interface ParsedFile {
  /** The document as written, with its variables. */
  readonly document: YamlDocument;
  /** Values by entry name, without `_meta`; a document file has one entry, `config`. */
  readonly entries: ReadonlyMap<string, unknown>;
  /** Entries with a variable that is not set, which has no value in them. */
  readonly unset: ReadonlyMap<string, unknown>;
  /** Names of fields by entry whose values contain variables. */
  readonly variableFields: ReadonlyMap<string, ReadonlySet<string>>;
  readonly problems: readonly FileProblem[];
}

/** Stands for a character that is written as an escape. Random, so that no file can contain it. */
const MARK = randomUUID();
const MARKED = new RegExp(`${MARK}([0-9a-f]{4})`, 'g');
const DOLLAR = `${MARK}0024`;

/**
 * @param variables - absent: variables stay in the values as they are written
 * @param isStored - whether the configuration has exactly this text in the entry; default: no
 */
export async function parseFile(
  kind: FileKind,
  text: string,
  variables: Variables | undefined,
  isStored: IsStored = () => false
): Promise<ParsedFile> {
  const { document, others, problems: found } = readYaml(library, text);
  const none = { document, entries: new Map(), unset: new Map(), variableFields: new Map() };
  const inFile = (problem: Omit<FileProblem, 'file'>): FileProblem => ({
    file: kind.file,
    ...problem,
  });
  const foreign = foreignText(text, found);
  if (foreign) return { ...none, problems: [inFile(foreign)] };
  if (found.length > 0) return { ...none, problems: found.map(inFile) };
  if (others.length > 0) return { ...none, problems: [inFile({ message: SEVERAL })] };
  const scalars = variableScalars(document, text);
  const resolved = scalars.length > 0 && variables ? readYaml(library, text).document : document;
  const problems =
    resolved !== document && variables
      ? await resolve(kind, variableScalars(resolved, text), { variables, isStored })
      : [];
  const value: unknown = resolved.toJS({ maxAliasCount: -1 }) ?? {};
  const format = isJsonObject(value) ? foreignContent(kind.type, text, value) : undefined;
  if (format !== undefined) return { ...none, problems: [inFile({ message: format })] };
  const read = listEntries(kind, value);
  const unset = new Map<string, unknown>();
  for (const { entry = '' } of problems) {
    if (read.entries.has(entry)) unset.set(entry, read.entries.get(entry));
    read.entries.delete(entry);
  }
  return {
    document,
    entries: read.entries,
    unset,
    variableFields: listFields(scalars),
    problems: [...problems, ...read.problems],
  };
}

const SEVERAL =
  'has several documents, of which a cluster reads only the first; put each in a file of its own';

type IsStored = (entry: string, text: string) => boolean;

/**
 * Parses a file that the product has written, or one without variables.
 * @throws {SyntaxError} with the first problem
 */
export function parsePlain(text: string): unknown {
  const { document, problems } = readYaml(library, text);
  if (problems[0]) throw new SyntaxError(problems[0].message);
  return document.toJS({ maxAliasCount: -1 });
}

/**
 * Returns the document as text. Values added after parsing are stored text, so anything in them
 * that looks like a variable is escaped; existing escapes are kept. Entries that did not change
 * keep the text of the source, so that a diff of the file shows nothing else.
 *
 * @param source - the text from which the document was parsed
 */
export function toText(document: Document | YamlDocument, source = ''): string {
  const text = formatText(document, source);
  if (source === '') return text;
  const written = listParts(source);
  const parts = listParts(formatText(readYaml(library, source).document, source));
  if (parts.length !== written.length) return text;
  const sources = new Map(parts.map((part, at) => [part, written[at]]));
  return listParts(text)
    .map((part) => sources.get(part) ?? part)
    .join('');
}

/** Each entry of a file with the comments and empty lines before it. */
function listParts(text: string): readonly string[] {
  const parts: string[] = [];
  let before = '';
  for (const line of text.split(/(?<=\n)/)) {
    if (/^[^\s#]/.test(line)) parts.push(before + line);
    else if (/^(#|\s*$)/.test(line)) {
      before += line;
      continue;
    } else parts.push((parts.pop() ?? '') + before + line);
    before = '';
  }
  return before === '' ? parts : [...parts, before];
}

function formatText(document: Document | YamlDocument, source: string): string {
  visit(document, {
    Scalar: (_key, node) => {
      if (typeof node.value !== 'string') return;
      const escaped = node.range ? escapesIn(node, source) : undefined;
      const marked = escapeUnprintable(
        markDollars(node.value, DOLLAR, (at) => escaped?.[at] ?? !node.range),
        MARK
      );
      if (marked === node.value) return;
      node.value = marked;
      node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  const isTight = /[[{][^\s\]}]/.test(source);
  return document
    .toString({ ...YAML_STYLE, flowCollectionPadding: !isTight })
    .replace(MARKED, '\\u$1');
}

/** A new document, which `toText` writes. */
export const newDocument = (content: unknown): Document =>
  new library.Document(content, YAML_OPTIONS);

const escapesIn = ({ type, range }: Scalar, source: string): readonly boolean[] =>
  type === Scalar.QUOTE_DOUBLE && range ? escapedDollars(source.slice(range[0], range[1])) : [];

interface VariableScalar {
  readonly node: Scalar;
  /** The value, with a mark in place of escaped dollar signs. */
  readonly marked: string;
  readonly path: readonly string[];
}

function variableScalars(document: YamlDocument, source: string): readonly VariableScalar[] {
  const scalars: VariableScalar[] = [];
  visit(document, {
    Scalar: (_key, node, ancestors) => {
      if (typeof node.value !== 'string' || !containsVariable(node.value)) return;
      const escaped = escapesIn(node, source);
      const marked = markDollars(node.value, DOLLAR, (at) => escaped[at] === true);
      if (containsVariable(marked)) scalars.push({ node, marked, path: getPath(ancestors) });
    },
  });
  return scalars;
}

function listFields(scalars: readonly VariableScalar[]): ReadonlyMap<string, ReadonlySet<string>> {
  const fields = new Map<string, Set<string>>();
  for (const {
    path: [entry = '', field = ''],
  } of scalars)
    fields.set(entry, (fields.get(entry) ?? new Set()).add(field));
  return fields;
}

async function resolve(
  kind: FileKind,
  scalars: readonly VariableScalar[],
  { variables, isStored }: { readonly variables: Variables; readonly isStored: IsStored }
): Promise<FileProblem[]> {
  const problems: FileProblem[] = [];
  for (const { node, marked, path } of scalars) {
    try {
      const value = (await replaceVariables(marked, variables)).replaceAll(DOLLAR, '$');
      node.value = node.type === Scalar.PLAIN ? unquotedValue(value) : value;
    } catch (error) {
      if (!(error instanceof UnsetVariableError)) throw error;
      // Version 0.2 wrote stored text without escapes. The null makes the entry differ, so that it
      // is written again.
      if (isStored(path[0] ?? '', String(node.value))) {
        node.value = null;
        continue;
      }
      problems.push({
        file: kind.file,
        entry: path[0],
        key: path.slice(1).join('.'),
        message: error.message,
      });
    }
  }
  return problems;
}

/** An unquoted variable may stand for a flag or a number. */
function unquotedValue(text: string): unknown {
  const read = plainValue(text);
  return 'value' in read ? read.value : text;
}

function getPath(ancestors: readonly unknown[]): readonly string[] {
  return ancestors
    .filter((node) => typeof node === 'object' && node !== null && 'key' in node)
    .map((pair) => (pair as { key: unknown }).key)
    .map((key) => (isScalar(key) ? String(key.value) : ''));
}

function listEntries(
  kind: FileKind,
  value: unknown
): { entries: Map<string, unknown>; problems: readonly FileProblem[] } {
  const none = { entries: new Map<string, unknown>() };
  if (!isJsonObject(value)) {
    return {
      ...none,
      problems: [{ file: kind.file, message: 'a map of names to entries is expected' }],
    };
  }
  const problems = metaProblems(kind, value[META_KEY]);
  const entries = new Map(
    Object.entries(value)
      .filter(([name]) => name !== META_KEY)
      .map(([name, entry]) => [name, withTexts(kind.type, entry)])
  );
  if (kind.form !== 'document') return { entries, problems };
  const unknownKeys = [...entries.keys()].filter((name) => name !== BODY_KEY);
  return {
    entries: new Map([...entries].filter(([name]) => name === BODY_KEY)),
    problems: [
      ...problems,
      ...unknownKeys.map((name) => ({
        file: kind.file,
        key: name,
        message: `unknown key; the body belongs under ${BODY_KEY}`,
      })),
      ...(entries.has(BODY_KEY)
        ? []
        : [{ file: kind.file, message: `the key ${BODY_KEY} is missing` }]),
    ],
  };
}

/** Files written from API responses have no `_meta`. */
function metaProblems({ file, type }: FileKind, meta: unknown): readonly FileProblem[] {
  if (meta === undefined) return [];
  const { type: given, config_version: version } = (isJsonObject(meta) ? meta : {}) as Json;
  const problem = (key: string, message: string): FileProblem => ({
    file,
    entry: META_KEY,
    key,
    message,
  });
  return [
    ...(given === type
      ? []
      : [problem('type', `is ${JSON.stringify(given)}, but this file holds ${type}`)]),
    ...(version === CONFIG_VERSION
      ? []
      : [
          problem(
            'config_version',
            `is ${JSON.stringify(version)}; only ${CONFIG_VERSION} can be read`
          ),
        ]),
  ];
}
