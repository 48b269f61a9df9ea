/**
 * Fetches a document from an identity provider, without redirects or compressed bodies, and with
 * limits on size and time. A provider on the Internet cannot direct this server to addresses of its
 * own network (SSRF).
 */
import { lookup } from 'node:dns';
import { lookup as addressesOf } from 'node:dns/promises';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { AddressRanges, PRIVATE_RANGES, SPECIAL_RANGES } from '../../../api/address_ranges';
import { DOMAIN_LIMITS } from '../../../../contracts/limits';

/** The provider is unreachable, or its response cannot be used. */
export class ProviderError extends Error {}

export interface ProviderRequest {
  readonly url: URL;
  readonly maxBytes?: number;
  readonly timeoutMs?: number;
  /** PEM; the system's authorities by default. */
  readonly ca?: string;
  /** PEM of the client certificate. */
  readonly cert?: string;
  readonly key?: string;
  readonly passphrase?: string;
  /** If false, a certificate for another host name is accepted. */
  readonly verifiesHostName?: boolean;
  /** Whether addresses of private networks are allowed. */
  readonly mayBePrivate: boolean;
}

/** @throws {ProviderError} */
export function fetchFromProvider(request: ProviderRequest): Promise<string> {
  const { url, timeoutMs = DOMAIN_LIMITS.providerAnswerMs } = request;
  const startRequest = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise<string>((resolve, reject) => {
    const noteFailure = (problem: string) => {
      clearTimeout(timer);
      sent.destroy();
      reject(new ProviderError(`${url.origin}${url.pathname}: ${problem}`));
    };
    const sent = startRequest(url, toOptions(request), (response) => {
      const { statusCode, headers } = response;
      const maxBytes = request.maxBytes ?? DOMAIN_LIMITS.providerAnswerBytes;
      if (statusCode !== 200) return noteFailure(`answers with status ${statusCode}`);
      if (
        /\S/.test(headers['content-encoding'] ?? '') &&
        headers['content-encoding'] !== 'identity'
      )
        return noteFailure('answers compressed, which nobody asked for');
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > maxBytes) return noteFailure(`answers with more than ${maxBytes} bytes`);
        chunks.push(chunk);
      });
      response.on('error', (error) => noteFailure(error.message));
      response.on('end', () => {
        clearTimeout(timer);
        resolve(Buffer.concat(chunks).toString('utf8'));
      });
    });
    const timer = setTimeout(() => noteFailure(`no whole answer in ${timeoutMs} ms`), timeoutMs);
    sent.on('error', (error) => noteFailure(error.message));
    sent.end();
  });
}

/** @throws {ProviderError} */
export async function fetchJsonFromProvider(request: ProviderRequest): Promise<unknown> {
  const text = await fetchFromProvider(request);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ProviderError(`${request.url.origin}${request.url.pathname}: answers no JSON`);
  }
}

/** Whether a provider itself is in a private network; false if its name cannot be resolved. */
export async function isInPrivateNetwork({ hostname }: URL): Promise<boolean> {
  const found = await addressesOf(plainHost(hostname), { all: true }).catch(() => []);
  return found.some(({ address }) => isPrivate(address));
}

/** Removes the brackets of IPv6 addresses. */
const plainHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

const toOptions = (request: ProviderRequest) => {
  const { url, ca, cert, key, passphrase, verifiesHostName = true, mayBePrivate } = request;
  const host = plainHost(url.hostname);
  if (!mayBePrivate && isIP(host) !== 0 && isPrivate(host))
    throw new ProviderError(`${url.origin}: the address belongs to a network at home`);
  const options: RequestOptions = {
    agent: false,
    headers: { accept: 'application/json, */*;q=0.5', 'accept-encoding': 'identity' },
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert, key, passphrase }),
    ...(!verifiesHostName && { checkServerIdentity: () => undefined }),
    ...(!mayBePrivate && { lookup: publicLookup }),
  };
  return options;
};

/** Checks the address that is then connected to, so that a second DNS response cannot differ. */
const publicLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, []);
    const refused = found.some(({ address }) => isPrivate(address));
    if (refused) return callback(new Error('the name leads to a network at home'), []);
    const [first] = found;
    if (options.all) callback(null, found);
    else callback(null, first?.address ?? '', first?.family);
  });
};

const PRIVATE_NETWORKS = AddressRanges.of([...SPECIAL_RANGES, ...PRIVATE_RANGES]);

const isPrivate = (address: string): boolean => PRIVATE_NETWORKS.leadsInto(address);
