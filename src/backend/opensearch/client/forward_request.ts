/** Forwards requests that the cluster answers itself, with the permitted headers. */
import { CLUSTER_LIMITS } from '../../../contracts/limits';
import type { EngineRequest, EngineResponse, RequestCaller } from '../../api';
import { isJsonObject } from '../../model/entity_shape';
import { badRequest, message } from '../../model/responses';
import {
  wirePath,
  type ClusterCall,
  type ClusterClient,
  type ClusterResponse,
} from './cluster_client';
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
    const call: ClusterCall = {
      method,
      path,
      query,
      headers,
      body,
      rawBody,
      isText: isPretty(query),
    };
    const response = toResponse(await client.asCaller(caller, call), query);
    assertExpected(response, request);
    return response;
  } catch (error) {
    if (error instanceof ClusterError && error.trouble === 'too_large') return TOO_LARGE;
    throw error;
  }
}

/** What the plugin answers with an object: all reading of the configuration. */
const OF_OBJECTS =
  /^\/_(?:plugins|opendistro)\/_security\/(?:api\/(?!apitokens)(.*)|dashboardsinfo|authinfo)$/;
/** Objects by name. */
const OF_ENTITIES = /^(?:internalusers|roles|rolesmapping|actiongroups|tenants)(?:\/|$)/;
/** A member that has to be an object, or a list of objects. */
const MEMBERS: Readonly<Record<string, { readonly name: string; readonly isList?: true }>> = {
  audit: { name: 'config' },
  securityconfig: { name: 'config' },
  'resource/types': { name: 'types', isList: true },
  'resource/list': { name: 'resources', isList: true },
};

/**
 * Refuses what no cluster answers, so that nobody has to expect it.
 * @throws {ClusterError} `malformed`, or `not_ready` for the error page of a proxy
 */
function assertExpected(
  { statusCode, headers, body }: EngineResponse,
  { method, path, query = {}, headers: asked = {} }: EngineRequest
): void {
  const isPage = /\bhtml\b/i.test(headers['content-type'] ?? '');
  if (isPage && statusCode >= 500)
    throw new ClusterError('not_ready', `A proxy before the cluster answers ${statusCode}.`);
  const read = OF_OBJECTS.exec(path);
  const isFormatted = 'accept' in asked || 'format' in query || isPretty(query);
  const isChecked = method === 'GET' && statusCode < 300 && read !== null && !isFormatted;
  if (!isPage && (!isChecked || isExpected(read[1], body))) return;
  throw new ClusterError('malformed', `The cluster answers ${method} ${path} in another form.`, {
    isChangeLost: method !== 'GET' && method !== 'HEAD',
  });
}

function isExpected(what = '', body: unknown): boolean {
  if (!isJsonObject(body)) return false;
  if (OF_ENTITIES.test(what)) return areObjects(Object.values(body));
  const member = MEMBERS[what];
  if (!member) return true;
  const value = body[member.name];
  if (value === undefined) return true;
  return member.isList ? Array.isArray(value) && areObjects(value) : isJsonObject(value);
}

const areObjects = (values: readonly unknown[]): boolean =>
  values.every((value) => isJsonObject(value));

/** @param query - with `pretty`, the text is returned unchanged */
export function toResponse(
  { statusCode, headers, text, json }: ClusterResponse,
  query: NonNullable<EngineRequest['query']>
): EngineResponse {
  const forwarded = only(headers, (name) => RESPONSE_HEADERS.has(name));
  const isJson = /^application\/json\b/i.test(forwarded['content-type'] ?? '');
  if (!isJson || isPretty(query)) return { statusCode, headers: forwarded, body: text };
  if (json === undefined && text !== '')
    throw new ClusterError('malformed', 'The cluster gives an answer that is no JSON.');
  return { statusCode, headers: forwarded, body: json };
}

const isPretty = ({ pretty }: NonNullable<EngineRequest['query']>): boolean =>
  pretty !== undefined && pretty !== 'false';

const only = (
  headers: Readonly<Record<string, string | undefined>>,
  isIncluded: (name: string) => boolean
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && isIncluded(entry[0])
    )
  );
