/**
 * References of configuration values: `${NAME}` to an environment variable, `${file:PATH}` and
 * variables `…_FILE` to a file, such as a secret of Docker or Kubernetes.
 */
import { readFileSync, statSync } from 'node:fs';
import type { TSchema } from '@sinclair/typebox';
import { CONFIG_LIMITS } from '../../../contracts/limits';
import { EXIT_INVALID_CONFIG, StartError } from '../start_error';
import { coerceText, findItem, findMember } from './schema_walk';
import { isTree } from './config_file';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The message says what cannot be read. */
export class ReferenceProblem extends StartError {
  constructor(message: string) {
    super(message, EXIT_INVALID_CONFIG);
  }
}

const REFERENCE = /\$\{(?:file:([^}]+)|([A-Za-z_][A-Za-z0-9_]*))\}/g;

/**
 * Replaces references at every depth. Text that had one is converted to the type that the schema
 * expects there.
 * @param at - where the value stands below its key, for messages
 * @throws {ReferenceProblem}
 */
export function replaceReferences(
  value: unknown,
  schema: TSchema | undefined,
  env: Environment,
  at = ''
): unknown {
  if (typeof value === 'string') return replaceText(value, schema, env, at);
  if (Array.isArray(value))
    return value.map((item, index) =>
      replaceReferences(item, findItem(schema), env, `${at}[${index}]`)
    );
  if (!isTree(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [
      name,
      replaceReferences(child, findMember(schema, name), env, `${at}.${name}`),
    ])
  );
}

function replaceText(text: string, schema: TSchema | undefined, env: Environment, at: string) {
  let isReplaced = false;
  const result = text.replace(REFERENCE, (_match, file: string | undefined, name: string) => {
    isReplaced = true;
    const found = file === undefined ? env[name] : readTextFile(file, at);
    if (found === undefined)
      throw new ReferenceProblem(
        `Unknown environment variable referenced in config : ${name}${where(at)}`
      );
    return found;
  });
  if (!isReplaced) return text;
  return schema === undefined ? result : coerceText(result, schema);
}

const where = (at: string): string => (at === '' ? '' : ` (at ${at.replace(/^\./, '')})`);

/**
 * Returns the text of a file without the line break at its end.
 * @throws {ReferenceProblem}
 */
export function readTextFile(file: string, at = ''): string {
  const fail = (reason: string) =>
    new ReferenceProblem(`cannot read ${file}: ${reason}${where(at)}`);
  try {
    const { size } = regularFile(file, fail);
    if (size > CONFIG_LIMITS.textFileBytes)
      throw fail(`it has more than ${CONFIG_LIMITS.textFileBytes} bytes`);
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
    const value = text.replace(/\r?\n$/, '');
    if (value === '') throw fail('it is empty');
    return value;
  } catch (error) {
    if (error instanceof ReferenceProblem) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    const reasons: Readonly<Record<string, string>> = {
      ENOENT: 'there is no such file',
      EACCES: 'permission denied',
      ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8 text',
    };
    throw fail(reasons[code ?? ''] ?? message);
  }
}

/** Reading a pipe or a device might never end. */
function regularFile(file: string, fail: (reason: string) => ReferenceProblem) {
  const state = statSync(file);
  if (state.isDirectory()) throw fail('it is a folder');
  if (!state.isFile()) throw fail('it is not a regular file');
  return state;
}

/**
 * Returns a variable of the environment, or the text of the file that the variable `<name>_FILE`
 * names.
 * @throws {ReferenceProblem} the file cannot be read, or both variables are set
 */
export function readVariable(name: string, env: Environment): string | undefined {
  const file = env[`${name}_FILE`] || undefined;
  if (file === undefined) return env[name] || undefined;
  assertOnlyFile(name, env);
  return readTextFile(file, `${name}_FILE`);
}

/** @throws {ReferenceProblem} the variable is set beside the one with the file */
export function assertOnlyFile(name: string, env: Environment): void {
  if (env[name])
    throw new ReferenceProblem(`${name} and ${name}_FILE are both set: keep one of them`);
}
