/**
 * Environment variables in files. They are replaced inside scalars, so that no value can change the
 * structure of a file, and an unset variable is an error rather than a literal.
 *
 * A dollar sign written as an escape (`"\u0024{env.NAME}"`) does not start a variable. Exports
 * escape stored text that way, so only variables of the file's author are replaced.
 */
import { hash as bcryptHash } from '@node-rs/bcrypt';

export interface Variables {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Values of `${envbc.NAME}` variables by the hash computed from them. */
  readonly hashed: Map<string, string>;
}

export class UnsetVariableError extends Error {
  constructor(name: string) {
    super(
      `the environment variable ${name} is not set, and there is no default (\${env.${name}:-default})`
    );
  }
}

/**
 * A default ends where another variable begins; otherwise each match would scan the rest of the
 * text.
 */
const PLACEHOLDER = /\$\{(env|envbase64|envbc)\.([\w-]+)(?::-((?:[^}$]|\$(?!\{))*))?\}/g;
/** The same cost as on a cluster. */
const BCRYPT_COST = 12;

export const containsVariable = (text: string): boolean => text.search(PLACEHOLDER) >= 0;

/** Matches escape sequences and plain dollar signs of a double-quoted scalar. */
const QUOTED = /\\(x24|u0024|U00000024|[^])|\$/g;

/**
 * Tells for each `$` of a double-quoted scalar, in order, whether it is written as an escape.
 * @param source - the scalar as written in the file
 */
export const escapedDollars = (source: string): readonly boolean[] =>
  [...source.matchAll(QUOTED)].flatMap(([whole, escape = '']) =>
    whole === '$' ? [false] : escape.endsWith('24') ? [true] : []
  );

/** Replaces dollar signs that could start a variable by `mark`, where `isChosen` says so. */
export function markDollars(
  text: string,
  mark: string,
  isChosen: (index: number) => boolean
): string {
  let index = 0;
  return text.replace(/\$(\{env)?/g, (whole, rest?: string) =>
    isChosen(index++) && rest !== undefined ? mark + rest : whole
  );
}

/** @throws {UnsetVariableError} */
export async function replaceVariables(text: string, variables: Variables): Promise<string> {
  let result = '';
  let end = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    const [whole, kind, name, otherwise] = match as unknown as [string, string, string, string?];
    result += text.slice(end, match.index) + (await getValue(kind, name, otherwise, variables));
    end = match.index + whole.length;
  }
  return result + text.slice(end);
}

async function getValue(
  kind: string,
  name: string,
  otherwise: string | undefined,
  { env, hashed }: Variables
): Promise<string> {
  const set = env[name];
  const value = set === undefined || set === '' ? otherwise : set;
  if (value === undefined) throw new UnsetVariableError(name);
  if (kind === 'env') return value;
  if (kind === 'envbase64') return Buffer.from(value, 'base64').toString('utf8');
  const known = [...hashed].find(([, plain]) => plain === value)?.[0];
  if (known !== undefined) return known;
  const hash = await bcryptHash(value, BCRYPT_COST);
  hashed.set(hash, value);
  return hash;
}
