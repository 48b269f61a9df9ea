/** Forwards requests that the cluster answers itself, with the permitted headers. */
import { CLUSTER_LIMITS } from '../../../contracts/limits';
import type { EngineRequest, EngineResponse, RequestCaller } from '../../api';
import { badRequest, message } from '../../model/responses';
import { wirePath, type ClusterClient, type ClusterResponse } from './cluster_client';
import { ClusterError } from './cluster_error';

const NO_PATH = badRequest(
  `The path is not one a cluster reads in a single way, or is longer than ${CLUSTER_LIMITS.pathLength} characters.`
);
const TOO_LARGE = message(
  413,
  `The answer of the cluster has more than ${CLUSTER_LIMITS.responseBytes} bytes. Ask for less of it.`
);

/** Request headers that are forwarded. Credentials and tenant always come from the caller. */
const REQUEST_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'content-type',
  'if-match',
  'if-none-match',
  'securitytenant',
  'security_tenant',
  'x-opaque-id',
]);
/** Response headers that are returned; not those of the connection or cookies. */
const RESPONSE_HEADERS: ReadonlySet<string> = new Set([
  'allow',
  'content-type',
  'deprecation',
  'etag',
  'location',
  'retry-after',
  'warning',
  'www-authenticate',
  'x-opaque-id',
  'x-opensearch-version',
]);

/**
 * @param allowed - additional request headers that are forwarded
 * @throws {ClusterError} if there is no complete response
 */
export async function forwardRequest(
  client: Pick<ClusterClient, 'asCaller'>,
  caller: RequestCaller,
  request: EngineRequest,
  allowed: ReadonlySet<string>
): Promise<EngineResponse> {
  const { method, query = {}, body, rawBody } = request;
  const path = wirePath(request.path);
  if (path === undefined) return NO_PATH;
  const isOn = (name: string) => REQUEST_HEADERS.has(name) || allowed.has(name);
  const headers = only(request.headers ?? {}, isOn);
  try {
    const call = { method, path, query, headers, body, rawBody };
    return responseOf(await client.asCaller(caller, call), query);
  } catch (error) {
    if (error instanceof ClusterError && error.trouble === 'too_large') return TOO_LARGE;
    throw error;
  }
}

/** @param query - with `pretty`, the text is returned unchanged */
export function responseOf(
  { statusCode, headers, text }: ClusterResponse,
  { pretty }: NonNullable<EngineRequest['query']>
): EngineResponse {
  const forwarded = only(headers, (name) => RESPONSE_HEADERS.has(name));
  const isJson = /^application\/json\b/i.test(forwarded['content-type'] ?? '');
  const isText = pretty !== undefined && pretty !== 'false';
  return { statusCode, headers: forwarded, body: isJson && !isText ? parsed(text) : text };
}

function parsed(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new ClusterError('broken', 'The cluster gives an answer that is no JSON.', {
      cause: error,
    });
  }
}

const only = (
  headers: Readonly<Record<string, string | undefined>>,
  isIncluded: (name: string) => boolean
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && isIncluded(entry[0])
    )
  );
