/** Reads a configuration file: YAML with dotted or nested keys. */
import { readFileSync } from 'node:fs';
import { EXIT_INVALID_CONFIG, StartError } from '../start_error';

export type ConfigTree = Readonly<Record<string, unknown>>;

export interface ConfigFile {
  /** Shown in messages. */
  readonly name: string;
  readonly tree: ConfigTree;
}

export interface ReadConfigFileOptions {
  readonly file: string;
  /** A missing file is an error only if the user specified it. */
  readonly isRequired: boolean;
}

/** @throws {StartError} one line with the name of the file */
export async function readConfigFile({
  file,
  isRequired,
}: ReadConfigFileOptions): Promise<ConfigTree> {
  const text = readText(file, isRequired);
  // Most installations leave every key commented out and need no YAML parser.
  if (!/^\s*[^#\s]/m.test(text)) return {};
  const parsed = await parseYaml(file, text);
  if (parsed === null || parsed === undefined) return {};
  if (!isTree(parsed))
    throw invalid(
      `${file} must hold keys and values, got ${Array.isArray(parsed) ? 'a list' : typeof parsed}.`
    );
  return parsed;
}

/** Parses one YAML 1.2 document with merge keys. Unknown tags and excessive aliases are errors. */
async function parseYaml(file: string, text: string): Promise<unknown> {
  const { LineCounter, parseDocument } = await import('yaml');
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { merge: true, prettyErrors: false, lineCounter });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem) throw notYaml(file, problem.message, lineCounter.linePos(problem.pos[0]).line);
  try {
    return document.toJS();
  } catch (error) {
    throw notYaml(file, error instanceof Error ? error.message : 'unreadable');
  }
}

/**
 * What follows a colon in a reason is text of the file: part of a password, for example, that
 * begins with `*` or `!`.
 */
function notYaml(file: string, reason: string, line?: number): StartError {
  const [words = ''] = reason.split(':', 1);
  const advice = /^Unresolved/.test(words)
    ? ' Put values that begin with *, & or ! in quotes.'
    : '';
  const place = line ? ` (line ${line})` : '';
  return invalid(`${file} is not valid YAML${place}: ${words.replace(/\.$/, '')}.${advice}`);
}

function readText(file: string, isRequired: boolean): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && !isRequired) return '';
    const reason =
      code === 'ENOENT' ? 'there is no such file' : code === 'EACCES' ? 'permission denied' : code;
    throw invalid(`Cannot read the configuration file ${file}: ${reason}.`);
  }
}

export const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const invalid = (message: string): StartError => new StartError(message, EXIT_INVALID_CONFIG);
