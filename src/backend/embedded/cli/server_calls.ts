/**
 * HTTP requests to a running server, for commands with `--url`. The user comes from the environment
 * or a prompt; requests have that user's permissions, and the history shows the user's name.
 */
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { rootCertificates } from 'node:tls';
import type { Response } from 'undici';
import { CLUSTER_LIMITS } from '../../../contracts/limits';
import { AnswerError, parseAnswer, readText } from '../../scheduling/answer_reader';
import { type RemoteServer } from './arguments';
import { UsageError } from './options';
import { readPassword } from './identity';
import { OfflineError } from './offline_store';

export interface CallContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly readStdin?: () => Promise<string>;
  /** Prompts for a secret without echoing the input; absent without a terminal. */
  readonly askSecret?: (request: string) => Promise<string>;
  /** Why the user makes the changes. */
  readonly reason?: string | undefined;
}

export interface ServerCalls {
  /** @throws {OfflineError} if the server does not respond or returns an error */
  get<T>(path: string): Promise<T>;
  /** @throws {OfflineError} if the server does not respond or returns an error */
  post<T>(path: string, body: unknown): Promise<T>;
}

const TIMEOUT_MS = 120_000;

/**
 * @param run - when it returns, all connections are closed
 * @throws {UsageError} if the address is invalid or contains secrets
 * @throws {OfflineError} if credentials or the file of authorities are missing
 */
export async function withServer<T>(
  server: RemoteServer,
  context: CallContext,
  run: (calls: ServerCalls) => Promise<T>
): Promise<T> {
  const base = toBaseUrl(server.url);
  const { certificate, key } = server;
  const connect = {
    ...(server.ca !== undefined && { ca: certificatesIn(server.ca) }),
    ...(certificate !== undefined && { cert: readFileSync(certificate) }),
    ...(key !== undefined && { key: readFileSync(key) }),
  };
  const authorization = await getCredentials(server, context);
  // Loaded only when used. Unlike Node's own fetch, it accepts authorities per request.
  const { Agent, fetch } = await import('undici');
  const dispatcher = new Agent({ connect });
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${base}${path}`, {
      method,
      dispatcher,
      // Credentials must not be sent to another server.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        authorization,
        'content-type': 'application/json',
        'osd-xsrf': 'true',
        ...(context.reason !== undefined && {
          'x-change-reason': encodeURIComponent(context.reason),
        }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      const { cause, message } = error as Error & { readonly cause?: { readonly message: string } };
      throw new OfflineError(`${base} cannot be reached: ${cause?.message ?? message}`);
    });
    const result = await readBody(response.body).catch((error: unknown) => {
      if (!(error instanceof AnswerError)) throw error;
      throw new OfflineError(`${base} gave an answer that ${error.what}.`);
    });
    if (response.ok && result !== undefined) return result;
    const { message } = (result ?? {}) as { readonly message?: unknown };
    const { status } = response;
    throw new OfflineError(`${base} answers ${status}: ${String(message ?? 'no words')}`, status);
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

/** The address may be wrong, or lead through a proxy: the answer is as limited as a cluster's. */
async function readBody(body: Response['body']): Promise<unknown> {
  if (!body) return undefined;
  return parseAnswer(await readText(Readable.fromWeb(body), CLUSTER_LIMITS.collectionBytes));
}

/** Other users of the machine can read command lines, so an address with a password is rejected. */
function toBaseUrl(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    throw new UsageError('--url has to be an address that begins with https:// or http://.');
  if (parsed.username !== '' || parsed.password !== '')
    throw new UsageError(
      'The address must hold no name and no password: others see command lines. Set SECURITY_USER and SECURITY_PASSWORD.'
    );
  return url.replace(/\/+$/, '');
}

/** Added to those built into Node: a private authority is seldom the only one needed. */
function certificatesIn(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new OfflineError(`${file} has no certificate in PEM.`);
  return [...rootCertificates, text];
}

async function getCredentials(server: RemoteServer, context: CallContext): Promise<string> {
  const user = server.user ?? context.env['SECURITY_USER'];
  if (!user) throw new OfflineError('Set SECURITY_USER or --user=NAME to log in with --url.');
  const password =
    (await readPassword(server, context)) || (await context.askSecret?.(`Password of ${user}: `));
  if (!password)
    throw new OfflineError(
      'Set SECURITY_PASSWORD, or give --password-file, to log in with --url without a terminal.'
    );
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}
