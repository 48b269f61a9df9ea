/**
 * Parses configuration files in the browser and sends their entries to the server for validation.
 * Files with variables require the command line, so that secrets never leave their machine.
 */
import {
  containedFiles,
  foreignContent,
  foreignText,
  IMPORT_KINDS,
  IMPORT_LIMITS,
  type ImportKind,
  meantFile,
  readYaml,
  typeOfFile,
  withTexts,
} from '@sd/contracts';
import { i18n, t } from '@sd/core/public';

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

const VARIABLE = /\$\{(env|envbase64|envbc)\.[\w-]+/;
const ARCHIVE = /\.zip$/i;

/**
 * Texts of the selected files; exported archives, and files within a Secret, ConfigMap or another
 * file, are unpacked.
 * @throws {FileProblemError} if the files are too large or an archive cannot be read
 */
export async function readTexts(files: readonly File[]): Promise<readonly InputFile[]> {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  if (total > IMPORT_LIMITS.fileCharacters) throw tooLarge();
  const texts: InputFile[] = [];
  for (const file of files) {
    if (!ARCHIVE.test(file.name)) texts.push({ name: file.name, text: await file.text() });
    else texts.push(...(await unpack(file)));
  }
  return (await Promise.all(texts.map(withinFile))).flat();
}

/** The files within a file, or the file itself. */
export async function withinFile(file: InputFile): Promise<readonly InputFile[]> {
  const { strFromU8 } = await import('fflate');
  const decode = (base64: string): string => {
    try {
      return strFromU8(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
    } catch {
      throw cannotUnpack(file.name);
    }
  };
  const contained = containedFiles(await import('yaml'), file.text, decode);
  const [problem] = contained?.problems ?? [];
  if (problem) throw new FileProblemError(`${file.name}: ${problem.message}`);
  return (
    contained?.files.map(({ name, text }) => ({ name: `${file.name}/${name}`, text })) ?? [file]
  );
}

const cannotUnpack = (file: string): FileProblemError =>
  new FileProblemError(t('security.import.badArchive', "Couldn't unpack {file}.", { file }));

async function unpack(file: File): Promise<readonly InputFile[]> {
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
    throw cannotUnpack(file.name);
  }
}

/** @throws {FileProblemError} */
export async function readFile({ name, text }: InputFile): Promise<ReadFile> {
  const fail = (problem: string) => new FileProblemError(`${name}: ${problem}`);
  if (text.length > IMPORT_LIMITS.fileCharacters) throw tooLarge();
  const { document, others, problems } = readYaml(await import('yaml'), text);
  const foreign = foreignText(text, problems);
  if (foreign) throw fail(foreign.message);
  const [problem] = problems;
  if (problem) throw fail(problem.message);
  if (others.length > 0) throw fail(severalDocuments());
  const content: unknown = document.toJS({ maxAliasCount: -1 });
  if (!isMap(content)) throw fail(noMap());
  const { _meta: meta, ...written } = content;
  const kind = findKind(name, isMap(meta) ? meta['type'] : undefined);
  const format = foreignContent(kind ?? 'guardrails', text, content);
  if (format !== undefined) throw fail(format);
  if (!kind) throw fail(unknownKind(name));
  const entries = Object.fromEntries(
    Object.entries(written).map(([entry, value]) => [entry, withTexts(kind, value)])
  );
  const bad = Object.entries(entries).find(([, entry]) => entry !== null && !isMap(entry));
  if (bad) throw fail(`${bad[0]}: ${noMap()}`);
  // Exports escape the dollar sign of stored text that looks like a variable.
  const isVaried = (part: string) => VARIABLE.test(part);
  const withVariable = Object.entries(entries).find(
    ([entryName, entry]) =>
      isVaried(JSON.stringify(entry)) && isVaried(sourceText(document.get(entryName, true), text))
  );
  if (withVariable) throw fail(`${withVariable[0]}: ${variableText()}`);
  return { kind, entries: entries as ReadFile['entries'] };
}

/** Source text of an entry. */
const sourceText = (node: unknown, text: string): string =>
  text.slice(...((node as { range?: [number, number, number] } | undefined)?.range ?? []));

/** The `_meta` section takes precedence over the file name. */
function findKind(name: string, type: unknown): ImportKind | undefined {
  const declared = IMPORT_KINDS.find((kind) => kind === type);
  if (declared || type !== undefined) return declared;
  const file = typeOfFile(baseName(name).toLowerCase());
  return IMPORT_KINDS.find((kind) => kind === file);
}

const baseName = (path: string): string => path.split('/').at(-1) ?? path;

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

const severalDocuments = (): string =>
  t(
    'security.import.severalDocuments',
    'It has several documents, of which a cluster reads only the first. Put each in a file of its own, or add a _meta section with its type to each.'
  );

function unknownKind(name: string): string {
  const meant = meantFile(baseName(name));
  if (meant !== undefined)
    return t('security.import.misnamed', 'Unknown file. Name it {file}.', { file: meant });
  if (typeOfFile(baseName(name)))
    return t(
      'security.import.notHere',
      'This file can only be imported on the command line, while the server is stopped.'
    );
  return t(
    'security.import.unknownKind',
    'Unknown file. Name it as OpenSearch does (for example roles.yml), or add a _meta section with its type.'
  );
}

const variableText = (): string =>
  t(
    'security.import.variable',
    'It contains an environment variable. Import it on the command line, on the machine where the variable is set.'
  );
