/**
 * Calls of a server that runs, for commands with `--url`: over its HTTP interface, as whoever the
 * environment or the terminal names, with his rights and under his name in the history.
 */
import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import { type RemoteServer, UsageError } from './arguments';
import { OfflineError } from './offline_store';

export interface CallContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Asks whoever sits at the terminal, without showing what is typed; absent without one. */
  readonly askSecret?: (request: string) => Promise<string>;
}

export interface ServerCalls {
  /** @throws {OfflineError} no answer, or a refusal */
  get<T>(path: string): Promise<T>;
  /** @throws {OfflineError} no answer, or a refusal */
  post<T>(path: string, body: unknown): Promise<T>;
}

const TIMEOUT_MS = 120_000;

/**
 * @param run - the calls end with it, and their connections
 * @throws {UsageError} an address that is none, or has secrets in it
 * @throws {OfflineError} credentials or the file of authorities are missing
 */
export async function withServer<T>(
  place: RemoteServer,
  context: CallContext,
  run: (calls: ServerCalls) => Promise<T>
): Promise<T> {
  const base = baseOf(place.url);
  const ca = place.ca === undefined ? undefined : certificatesIn(place.ca);
  const authorization = await credentialsOf(place, context);
  // Loaded only where it is used; it alone takes authorities for a single caller.
  const { Agent, fetch } = await import('undici');
  const dispatcher = new Agent({ connect: ca ? { ca } : {} });
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${base}${path}`, {
      method,
      dispatcher,
      // Credentials must not follow to another place.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { authorization, 'content-type': 'application/json', 'osd-xsrf': 'true' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      const { cause, message } = error as Error & { readonly cause?: { readonly message: string } };
      throw new OfflineError(`${base} cannot be reached: ${cause?.message ?? message}`);
    });
    const result: unknown = await response.json().catch(() => undefined);
    if (response.ok && result !== undefined) return result;
    const { message } = (result ?? {}) as { readonly message?: unknown };
    throw new OfflineError(`${base} answers ${response.status}: ${String(message ?? 'no words')}`);
  };
  try {
    return await run({
      get: (path) => call('GET', path) as Promise<never>,
      post: (path, body) => call('POST', path, body) as Promise<never>,
    });
  } finally {
    await dispatcher.close();
  }
}

/** Other people read command lines: an address with a password in it is not used. */
function baseOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    throw new UsageError('--url has to be an address that begins with https:// or http://.');
  if (parsed.username !== '' || parsed.password !== '')
    throw new UsageError(
      'The address must hold no name and no password: others see command lines. Set SECURITY_USER and SECURITY_PASSWORD.'
    );
  return url.replace(/\/+$/, '');
}

/** Beside those that Node knows: a name in the file's own network is seldom all one reaches. */
function certificatesIn(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new OfflineError(`${file} has no certificate in PEM.`);
  return [...rootCertificates, text];
}

async function credentialsOf(
  { user: named }: RemoteServer,
  { env, askSecret }: CallContext
): Promise<string> {
  const user = named ?? env['SECURITY_USER'];
  if (!user)
    throw new OfflineError('SECURITY_USER, or --user=NAME, has to say who does it with --url.');
  const password = env['SECURITY_PASSWORD'] || (await askSecret?.(`Password of ${user}: `));
  if (!password)
    throw new OfflineError('SECURITY_PASSWORD has to be set with --url where nobody can be asked.');
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}
