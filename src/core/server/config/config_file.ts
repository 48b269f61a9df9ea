/** Reads the configuration file: YAML with dotted or nested keys and `${VARIABLE}` references. */
import { readFileSync } from 'node:fs';
import { EXIT_INVALID_CONFIG, StartError } from '../start_error';

export type ConfigTree = Readonly<Record<string, unknown>>;

/**
 * Text substituted for a `${VARIABLE}`, which is converted to a number or boolean if the schema
 * expects one.
 */
export class EnvironmentText {
  constructor(readonly text: string) {}
}

export interface ReadConfigFileOptions {
  readonly file: string;
  /** A missing file is an error only if the user specified it. */
  readonly isRequired: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** @throws {StartError} one line with the name of the file */
export async function readConfigFile({
  file,
  isRequired,
  env,
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
  return replaceReferences(parsed, env) as ConfigTree;
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

const notYaml = (file: string, reason: string, line?: number): StartError =>
  invalid(
    `${file} is not valid YAML${line ? ` (line ${line})` : ''}: ${reason.replace(/[.:]$/, '')}.`
  );

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
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof EnvironmentText);

function replaceReferences(value: unknown, env: ReadConfigFileOptions['env']): unknown {
  if (typeof value === 'string') return replaceText(value, env);
  if (Array.isArray(value)) return value.map((item) => plain(replaceReferences(item, env)));
  if (!isTree(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, replaceReferences(child, env)])
  );
}

const plain = (value: unknown): unknown => (value instanceof EnvironmentText ? value.text : value);

function replaceText(text: string, env: ReadConfigFileOptions['env']): unknown {
  let isReplaced = false;
  const result = text.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_match, name: string) => {
    const value = env[name];
    if (value === undefined)
      throw invalid(`Unknown environment variable referenced in config : ${name}`);
    isReplaced = true;
    return value;
  });
  return isReplaced ? new EnvironmentText(result) : text;
}

const invalid = (message: string): StartError => new StartError(message, EXIT_INVALID_CONFIG);
