/** One YAML file: parsed with comments kept, its values with variables replaced. */
import { isScalar, parseDocument, visit, type Document, type ParsedNode, type Scalar } from 'yaml';
import { isJsonObject } from '../../model/entity_shape';
import { BODY_KEY, CONFIG_VERSION, META_KEY, type FileKind, type FileProblem } from './file_kinds';
import { holdsVariable, replaceVariables, UnsetVariableError, type Variables } from './variables';

type YamlDocument = Document.Parsed<ParsedNode>;
type Json = Readonly<Record<string, unknown>>;

export interface ParsedFile {
  /** As written, variables in place. */
  readonly document: YamlDocument;
  /** Entry name to its value; of a document file the one entry `config`. Without `_meta`. */
  readonly entries: ReadonlyMap<string, unknown>;
  readonly problems: readonly FileProblem[];
}

/** Depth of aliases that a file may have; more is an attack. */
const MAX_ALIASES = 100;

export async function parseFile(
  kind: FileKind,
  text: string,
  variables: Variables
): Promise<ParsedFile> {
  const document = parse(text);
  const problems = document.errors.map(({ message }) => ({
    file: kind.file,
    message: firstLine(message),
  }));
  if (problems.length > 0) return { document, entries: new Map(), problems };
  const resolved = parse(text);
  const unset = await resolve(kind, resolved, variables);
  if (unset.length > 0) return { document, entries: new Map(), problems: unset };
  try {
    const value: unknown = resolved.toJS({ maxAliasCount: MAX_ALIASES });
    return { document, ...entriesOf(kind, value ?? {}) };
  } catch (error) {
    return {
      document,
      entries: new Map(),
      problems: [{ file: kind.file, message: String(error) }],
    };
  }
}

const parse = (text: string): YamlDocument =>
  parseDocument(text, { uniqueKeys: true, stringKeys: true, prettyErrors: true });

async function resolve(
  kind: FileKind,
  document: YamlDocument,
  variables: Variables
): Promise<FileProblem[]> {
  const scalars: { readonly node: Scalar; readonly path: readonly string[] }[] = [];
  visit(document, {
    Scalar: (_key, node, ancestors) => {
      if (typeof node.value === 'string' && holdsVariable(node.value))
        scalars.push({ node, path: pathOf(ancestors) });
    },
  });
  const problems: FileProblem[] = [];
  for (const { node, path } of scalars) {
    try {
      const value = await replaceVariables(String(node.value), variables);
      node.value = node.type === 'PLAIN' ? plainValue(value) : value;
    } catch (error) {
      if (!(error instanceof UnsetVariableError)) throw error;
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
const plainValue = (text: string): unknown =>
  /^(true|false|-?\d{1,15})$/.test(text) ? JSON.parse(text) : text;

function pathOf(ancestors: readonly unknown[]): readonly string[] {
  return ancestors
    .filter((node) => typeof node === 'object' && node !== null && 'key' in node)
    .map((pair) => (pair as { key: unknown }).key)
    .map((key) => (isScalar(key) ? String(key.value) : ''));
}

function entriesOf(kind: FileKind, value: unknown): Pick<ParsedFile, 'entries' | 'problems'> {
  const none = { entries: new Map<string, unknown>() };
  if (!isJsonObject(value)) {
    return {
      ...none,
      problems: [{ file: kind.file, message: 'a map of names to entries is expected' }],
    };
  }
  const problems = metaProblems(kind, value[META_KEY]);
  const entries = new Map(Object.entries(value).filter(([name]) => name !== META_KEY));
  if (kind.form !== 'document') return { entries, problems };
  const strange = [...entries.keys()].filter((name) => name !== BODY_KEY);
  return {
    entries: new Map([...entries].filter(([name]) => name === BODY_KEY)),
    problems: [
      ...problems,
      ...strange.map((name) => ({
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

/** Files that were written from answers of the API have no `_meta`. */
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

const firstLine = (message: string): string =>
  (message.split('\n')[0] ?? message).replace(/:$/, '');
