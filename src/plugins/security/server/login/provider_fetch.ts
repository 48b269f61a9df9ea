/**
 * Requests to identity providers, which are strangers: every answer within limits of size and time,
 * and whatever keeps one from arriving is one kind of error.
 */
import { readFileSync } from 'node:fs';
import { LOGIN_LIMITS } from '@sd/core/common';
import type { Agent, RequestInit as UndiciRequest } from 'undici';

/** No answer that could be used: the provider is away, slow, or says too much. */
export class ProviderUnavailableError extends Error {
  readonly code = 'security.provider_unavailable';
}

/** As `opensearch_security.openid` names them; '' is none. Files, but for the passphrase. */
export interface ProviderTls {
  readonly root_ca: string;
  readonly verify_hostnames: boolean;
  readonly certificate: string;
  readonly private_key: string;
  readonly passphrase: string;
  readonly pfx: string;
}

export type ProviderFetch = (url: string, init?: RequestInit) => Promise<Response>;

/** @throws when a file cannot be read, with its name */
export function createProviderFetch(tls: ProviderTls): ProviderFetch {
  const connect = connectOptions(tls);
  let agent: Agent | undefined;
  return async (url, init) => {
    // Loaded by the first who needs it: a server without providers starts without it.
    const { Agent: AgentOfLibrary, fetch } = await import('undici');
    // No connection is kept: sign-ins are rare, and an idle one would hold up the server's end.
    agent ??= new AgentOfLibrary({ connect, pipelining: 0 });
    const { providerMs } = LOGIN_LIMITS;
    const end = new AbortController();
    const late = AbortSignal.timeout(providerMs);
    const signals = [end.signal, late, ...(init?.signal ? [init.signal] : [])];
    try {
      const response = await fetch(url, {
        ...(init as UndiciRequest),
        dispatcher: agent,
        signal: AbortSignal.any(signals),
      });
      if (response.status >= 500) throw away(`answers ${response.status}`);
      const body = await boundedBody(response.body as AsyncIterable<Uint8Array> | null);
      const { status } = response;
      return new Response(body.length > 0 ? new Uint8Array(body) : null, {
        status,
        headers: [...response.headers],
      });
    } catch (error) {
      // What was not read to its end would keep the connection.
      end.abort();
      if (error instanceof ProviderUnavailableError) throw error;
      const isLate = (error as Error).name === 'TimeoutError';
      throw away(isLate ? `gave no whole answer within ${providerMs} ms` : reasonOf(error), error);
    }
  };
}

async function boundedBody(body: AsyncIterable<Uint8Array> | null): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.length;
    // What was compressed counts as what it becomes.
    if (bytes > LOGIN_LIMITS.providerBytes)
      throw away(`answers with more than ${LOGIN_LIMITS.providerBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const away = (words: string, cause?: unknown): ProviderUnavailableError =>
  new ProviderUnavailableError(`The identity provider ${words}.`, { cause });

function reasonOf(error: unknown): string {
  const { cause, message } = error as Error;
  return `cannot be reached: ${cause instanceof Error ? cause.message : message}`;
}

function connectOptions({ root_ca, verify_hostnames, ...own }: ProviderTls) {
  const { certificate, private_key, passphrase, pfx } = own;
  return {
    ...(root_ca !== '' && { ca: fileOf('root_ca', root_ca) }),
    ...(certificate !== '' && { cert: fileOf('certificate', certificate) }),
    ...(private_key !== '' && { key: fileOf('private_key', private_key) }),
    ...(pfx !== '' && { pfx: fileOf('pfx', pfx) }),
    ...(passphrase !== '' && { passphrase }),
    // The certificate must still come from a known authority.
    ...(!verify_hostnames && { checkServerIdentity: () => undefined }),
  };
}

function fileOf(key: string, name: string): Buffer {
  try {
    return readFileSync(name);
  } catch (error) {
    throw new Error(
      `opensearch_security.openid.${key}: the file "${name}" cannot be read (${(error as NodeJS.ErrnoException).code}).`,
      { cause: error }
    );
  }
}
