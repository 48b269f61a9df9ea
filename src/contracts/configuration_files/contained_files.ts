/**
 * Finds configuration files within other YAML: in a Kubernetes Secret, ConfigMap or list of them,
 * in the values of a chart, and several documents in one file.
 */
import { CONFIGURATION_FILE_NAMES, typeOfFile, type ConfigurationFileType } from './file_names';
import { readYaml, type YamlLibrary, type YamlProblem } from './read_yaml';

export interface ContainedFile {
  /** Name of a configuration file. */
  readonly name: string;
  /** With the line numbers of the file around it, if it is a document of it. */
  readonly text: string;
}

export interface ContainedFiles {
  readonly files: readonly ContainedFile[];
  readonly problems: readonly YamlProblem[];
}

type Decode = (base64: string) => string;

/** Levels at which a map of file names to texts is looked for. */
const MAX_DEPTH = 8;
const NAMES = Object.values(CONFIGURATION_FILE_NAMES).map((name) => name.replace('.', '\\.'));
/** A cheap test, so that other files of a folder are not parsed. */
const MENTIONS_FILE = new RegExp(`(?:^|[\\s{,"'])(?:${NAMES.join('|')})["']?\\s*:`);
const SEPARATOR = /^---(?:\s|$)/m;

/**
 * @param decode - text of the base64 in a Secret
 * @returns `undefined` if the text is no such file
 */
export function containedFiles(
  library: YamlLibrary,
  text: string,
  decode: Decode
): ContainedFiles | undefined {
  const hasFiles = MENTIONS_FILE.test(text);
  // The separator before the first document says nothing.
  if (!hasFiles && !SEPARATOR.test(text.trimStart().slice(3))) return undefined;
  const starts = documentStarts(library, text);
  if (!hasFiles && starts.length < 2) return undefined;
  const files: ContainedFile[] = [];
  const problems: YamlProblem[] = [];
  for (const [at, start] of starts.entries()) {
    const part = getPart(text, start, starts[at + 1]);
    const { document, problems: ofPart } = readYaml(library, part);
    problems.push(...ofPart);
    if (ofPart.length > 0) continue;
    const value: unknown = document.toJS({ maxAliasCount: -1 });
    const found = [...filesIn(value, MAX_DEPTH, decode)];
    const type = declaredType(value);
    if (found.length > 0) files.push(...found);
    else if (type) files.push({ name: CONFIGURATION_FILE_NAMES[type], text: part });
    else if (value !== null && !isManifest(value))
      problems.push({ line: lineAt(part), message: `${UNNAMED}, at line ${lineAt(part)}` });
  }
  return files.length === 0 ? undefined : { files, problems };
}

const UNNAMED =
  'A document has no _meta section with its type. Add one, or put the document in a file of its own';

const lineAt = (part: string): number => part.slice(0, part.search(/\S/)).split('\n').length;

const isManifest = (value: unknown): boolean =>
  isMap(value) && 'kind' in value && 'apiVersion' in value;

function documentStarts(library: YamlLibrary, text: string): readonly number[] {
  const { others } = readYaml(library, text);
  return [0, ...others];
}

/** One document, behind empty lines in place of those before it. */
function getPart(text: string, start: number, end: number | undefined): string {
  const lines = text.slice(0, start).split('\n').length - 1;
  const part = text.slice(start, end).replace(/^(?:---|\.\.\.)[ \t]*$/gm, '');
  return '\n'.repeat(lines) + part;
}

function declaredType(value: unknown): ConfigurationFileType | undefined {
  const { _meta: meta } = (isMap(value) ? value : {}) as { readonly _meta?: unknown };
  const type = isMap(meta) ? String(meta['type']) : '';
  return Object.hasOwn(CONFIGURATION_FILE_NAMES, type)
    ? (type as ConfigurationFileType)
    : undefined;
}

function* filesIn(
  value: unknown,
  depth: number,
  decode: Decode,
  isEncoded = false
): Iterable<ContainedFile> {
  if (typeof value !== 'object' || value === null || depth === 0) return;
  const isSecret = 'kind' in value && value.kind === 'Secret';
  for (const [key, child] of Object.entries(value)) {
    if (typeof child !== 'string') {
      const isBase64 = key === 'binaryData' || (isSecret && key === 'data');
      yield* filesIn(child, depth - 1, decode, isBase64);
    } else if (typeOfFile(key)) yield { name: key, text: isEncoded ? decode(child) : child };
  }
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
