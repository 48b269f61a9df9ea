/**
 * HTTP requests to identity providers. Providers are untrusted: responses have limits of size and
 * time, and all failures map to one error type.
 */
import { readFileSync } from 'node:fs';
import { LOGIN_LIMITS } from '@sd/core/common';
import type { Agent, RequestInit as UndiciRequest } from 'undici';

/** The provider is unreachable, too slow, or sent too large a response. */
export class ProviderUnavailableError extends Error {
  readonly code = 'security.provider_unavailable';
}

/** Values of `opensearch_security.openid`; '' for none. All but the passphrase are file names. */
export interface ProviderTls {
  readonly root_ca: string;
  readonly verify_hostnames: boolean;
  readonly certificate: string;
  readonly private_key: string;
  readonly passphrase: string;
  readonly pfx: string;
}

export type ProviderFetch = (url: string, init?: RequestInit) => Promise<Response>;

/** @throws if a file cannot be read; the message names the file */
export function createProviderFetch(tls: ProviderTls): ProviderFetch {
  const connect = connectOptions(tls);
  let agent: Agent | undefined;
  return async (url, init) => {
    // Loaded on first use, so that servers without providers do not load it.
    const { Agent: AgentOfLibrary, fetch } = await import('undici');
    // Connections are not kept alive: logins are rare, and an idle connection would delay the
    // server's shutdown.
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
      if (response.status >= 500) throw unavailable(`answers ${response.status}`);
      const body = await boundedBody(response.body as AsyncIterable<Uint8Array> | null);
      const { status } = response;
      return new Response(body.length > 0 ? new Uint8Array(body) : null, {
        status,
        headers: [...response.headers],
      });
    } catch (error) {
      // An unread body would keep the connection open.
      end.abort();
      if (error instanceof ProviderUnavailableError) throw error;
      const isLate = (error as Error).name === 'TimeoutError';
      throw unavailable(
        isLate ? `gave no whole answer within ${providerMs} ms` : findReason(error),
        error
      );
    }
  };
}

async function boundedBody(body: AsyncIterable<Uint8Array> | null): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.length;
    // Compressed responses count with their decompressed size.
    if (bytes > LOGIN_LIMITS.providerBytes)
      throw unavailable(`answers with more than ${LOGIN_LIMITS.providerBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const unavailable = (words: string, cause?: unknown): ProviderUnavailableError =>
  new ProviderUnavailableError(`The identity provider ${words}.`, { cause });

function findReason(error: unknown): string {
  const { cause, message } = error as Error;
  return `cannot be reached: ${cause instanceof Error ? cause.message : message}`;
}

function connectOptions({ root_ca, verify_hostnames, ...own }: ProviderTls) {
  const { certificate, private_key, passphrase, pfx } = own;
  return {
    ...(root_ca !== '' && { ca: getFile('root_ca', root_ca) }),
    ...(certificate !== '' && { cert: getFile('certificate', certificate) }),
    ...(private_key !== '' && { key: getFile('private_key', private_key) }),
    ...(pfx !== '' && { pfx: getFile('pfx', pfx) }),
    ...(passphrase !== '' && { passphrase }),
    // The certificate must still come from a trusted authority.
    ...(!verify_hostnames && { checkServerIdentity: () => undefined }),
  };
}

function getFile(key: string, name: string): Buffer {
  try {
    return readFileSync(name);
  } catch (error) {
    throw new Error(
      `opensearch_security.openid.${key}: the file "${name}" cannot be read (${(error as NodeJS.ErrnoException).code}).`,
      { cause: error }
    );
  }
}
