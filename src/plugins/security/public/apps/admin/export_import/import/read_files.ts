/**
 * Parses configuration files in the browser and sends their entries to the server for validation.
 * Files with variables require the command line, so that secrets never leave their machine.
 */
import type { ParsedNode } from 'yaml';
import { IMPORT_KINDS, IMPORT_LIMITS, type ImportKind } from '@sd/contracts';
import { i18n, t } from '@sd/core/public';
import { CONFIGURATION_FILES } from '../../../../../common';

type Entry = Readonly<Record<string, unknown>> | null;

/** Content of one file. */
export interface ReadFile {
  readonly kind: ImportKind;
  readonly entries: Readonly<Record<string, Entry>>;
}

export interface InputFile {
  readonly name: string;
  readonly text: string;
}

/** The file cannot be read; the message names the file and the reason. */
export class FileProblemError extends Error {}

/** YAML alias limit against exponential expansion. */
const MAX_ALIASES = 100;
const VARIABLE = /\$\{(env|envbase64|envbc)\.[\w-]+/;
const ARCHIVE = /\.zip$/i;

/**
 * Texts of the selected files; exported archives are unpacked.
 * @throws {FileProblemError} if the files are too large or an archive cannot be read
 */
export async function textsOf(files: readonly File[]): Promise<readonly InputFile[]> {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  if (total > IMPORT_LIMITS.fileCharacters) throw tooLarge();
  const texts: InputFile[] = [];
  for (const file of files) {
    if (!ARCHIVE.test(file.name)) texts.push({ name: file.name, text: await file.text() });
    else texts.push(...(await unpacked(file)));
  }
  return texts;
}

async function unpacked(file: File): Promise<readonly InputFile[]> {
  const { strFromU8, unzipSync } = await import('fflate');
  const packed = new Uint8Array(await file.arrayBuffer());
  let size = 0;
  try {
    const content = unzipSync(packed, {
      filter: ({ name, originalSize }) => {
        if (!/\.ya?ml$/i.test(name)) return false;
        size += originalSize;
        if (size > IMPORT_LIMITS.fileCharacters) throw tooLarge();
        return true;
      },
    });
    return Object.entries(content).map(([name, bytes]) => ({ name, text: strFromU8(bytes) }));
  } catch (error) {
    if (error instanceof FileProblemError) throw error;
    throw new FileProblemError(
      t('security.import.badArchive', "Couldn't unpack {file}.", { file: file.name })
    );
  }
}

/** @throws {FileProblemError} */
export async function readFile({ name, text }: InputFile): Promise<ReadFile> {
  const fail = (problem: string) => new FileProblemError(`${name}: ${problem}`);
  if (text.length > IMPORT_LIMITS.fileCharacters) throw tooLarge();
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text, { uniqueKeys: true, stringKeys: true });
  const [error] = document.errors;
  if (error) throw fail(error.message.split('\n')[0] ?? error.message);
  let content: unknown;
  try {
    content = document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (problem) {
    throw fail(String(problem));
  }
  if (!isMap(content)) throw fail(noMap());
  const { _meta: meta, ...entries } = content;
  const kind = kindOf(name, isMap(meta) ? meta['type'] : undefined);
  if (!kind) throw fail(unknownKind());
  const bad = Object.entries(entries).find(([, entry]) => entry !== null && !isMap(entry));
  if (bad) throw fail(`${bad[0]}: ${noMap()}`);
  // Exports escape the dollar sign of stored text that looks like a variable.
  const isVaried = (part: string) => VARIABLE.test(part);
  const withVariable = Object.entries(entries).find(
    ([name, entry]) =>
      isVaried(JSON.stringify(entry)) && isVaried(sourceOf(document.get(name, true), text))
  );
  if (withVariable) throw fail(`${withVariable[0]}: ${variableText()}`);
  return { kind, entries: entries as ReadFile['entries'] };
}

/** Source text of an entry. */
const sourceOf = (node: unknown, text: string): string =>
  text.slice(...((node as Partial<ParsedNode> | undefined)?.range ?? []));

/** The `_meta` section takes precedence over the file name. */
function kindOf(name: string, type: unknown): ImportKind | undefined {
  const declared = IMPORT_KINDS.find((kind) => kind === type);
  if (declared || type !== undefined) return declared;
  const file = name.split('/').at(-1)?.toLowerCase();
  return IMPORT_KINDS.find((kind) => CONFIGURATION_FILES[kind] === file);
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const tooLarge = (): FileProblemError =>
  new FileProblemError(
    t(
      'security.import.tooLarge',
      'The files are larger than {limit} characters. Import them on the command line, or in parts.',
      { limit: i18n.formatNumber(IMPORT_LIMITS.fileCharacters) }
    )
  );

const noMap = (): string => t('security.import.noMap', 'Expected a map of names to entries.');

const unknownKind = (): string =>
  t(
    'security.import.unknownKind',
    'Unknown file. Name it as OpenSearch does (for example roles.yml), or add a _meta section with its type.'
  );

const variableText = (): string =>
  t(
    'security.import.variable',
    'It contains an environment variable. Import it on the command line, on the machine where the variable is set.'
  );
