/** Options that say who calls a server or a cluster: the same on every command. */
import { closeSync, openSync, readSync } from 'node:fs';
import { HTTP_LIMITS } from '../../../contracts/limits';
import { type Options, splitArguments, UsageError } from './options';

export interface Identity {
  readonly user?: string;
  readonly passwordFile?: string;
  readonly readsPassword: boolean;
  /** File with certificates of additional authorities. */
  readonly ca?: string;
  /** Files of the caller's own certificate. */
  readonly certificate?: string;
  readonly key?: string;
}

export const IDENTITY_FLAG = '--password-stdin';
export const IDENTITY_VALUES = ['--user', '--password-file', '--ca', '--certificate', '--key'];

export const IDENTITY_HELP = `  --user=NAME              who calls; default: SECURITY_USER of the environment
  --password-file=FILE     file with the password. Or SECURITY_PASSWORD, or SECURITY_PASSWORD_FILE, of
                           the environment; at a terminal it is asked for
  --password-stdin         read the password from standard input
  --ca=FILE                certificates (PEM) of the authorities that vouch for the other side
  --certificate=FILE, --key=FILE
                           the caller's own certificate (PEM)
`;

/** @throws {UsageError} for a certificate without a key, or several sources of the password */
export function identityIn(options: Options): Identity {
  const last = (name: string) => options.get(name)?.at(-1);
  const [user, passwordFile, ca, certificate, key] = IDENTITY_VALUES.map(last);
  const readsPassword = options.has(IDENTITY_FLAG);
  if ((certificate === undefined) !== (key === undefined))
    throw new UsageError('--certificate and --key go together.');
  if (passwordFile !== undefined && readsPassword)
    throw new UsageError('--password-file and --password-stdin: give one of them.');
  return {
    readsPassword,
    ...(user !== undefined && { user }),
    ...(passwordFile !== undefined && { passwordFile }),
    ...(ca !== undefined && { ca }),
    ...(certificate !== undefined && { certificate }),
    ...(key !== undefined && { key }),
  };
}

/** Takes the options of the identity out of the arguments of a command. */
export function takeIdentity(argv: readonly string[]): {
  readonly identity: Identity;
  readonly rest: readonly string[];
} {
  const own: string[] = [];
  const rest: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const argument = argv[at] as string;
    const isValue = IDENTITY_VALUES.includes(argument);
    if (isValue || argument === IDENTITY_FLAG || isWithValue(argument)) own.push(argument);
    else rest.push(argument);
    if (isValue && argv[at + 1] !== undefined) own.push(argv[++at] as string);
  }
  const { options } = splitArguments(own, [IDENTITY_FLAG], IDENTITY_VALUES);
  return { identity: identityIn(options), rest };
}

const isWithValue = (argument: string): boolean =>
  IDENTITY_VALUES.some((name) => argument.startsWith(`${name}=`));

export interface PasswordSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly readStdin?: () => Promise<string>;
}

/** Returns the password from an option or the environment, or undefined: it may be asked for. */
export async function readPassword(
  { passwordFile, readsPassword }: Pick<Identity, 'passwordFile' | 'readsPassword'>,
  { env, readStdin }: PasswordSources
): Promise<string | undefined> {
  if (passwordFile !== undefined) return readPasswordFile(passwordFile);
  if (readsPassword) return firstLine((await readStdin?.()) ?? '');
  if (env['SECURITY_PASSWORD']) return env['SECURITY_PASSWORD'];
  const file = env['SECURITY_PASSWORD_FILE'];
  return file ? readPasswordFile(file) : undefined;
}

/** Reads a bounded part, because the file may be a pipe or a device. @throws {UsageError} */
export function readPasswordFile(file: string): string {
  const buffer = Buffer.alloc(HTTP_LIMITS.headerBytes);
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    let length = 0;
    for (let read = -1; read !== 0 && length < buffer.length; length += read)
      read = readSync(descriptor, buffer, length, buffer.length - length, null);
    const password = firstLine(buffer.toString('utf8', 0, length));
    if (password === '') throw new UsageError(`${file} has no password in its first line.`);
    return password;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`Cannot read the password file: ${(error as Error).message}.`);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

const firstLine = (text: string): string => text.split(/\r?\n/, 1)[0] ?? '';
