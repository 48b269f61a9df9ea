/** JSON requests for documents, with errors for unexpected responses. */
import { BACKEND_ERRORS, type ErrorDefinition } from '../../../contracts/errors';
import { isJsonObject } from '../../model/entity_shape';
import {
  ClusterError,
  textInOurWords,
  troubleOfDelay,
  type ClusterResponse,
  type ClusterCall,
  type ClusterTrouble,
} from '../client';

/** Sends a request as the server or as a caller. */
export type SendRequest = (call: ClusterCall) => Promise<ClusterResponse>;

export type Json = Readonly<Record<string, unknown>>;

export interface JsonResponse<T = Json> {
  readonly statusCode: number;
  readonly body: T;
}

/** An error as the cluster reports it, for a request or for one item. */
export interface ReportedError {
  readonly type: string;
  readonly reason: string;
}

/** A response with an unexpected status. */
export class RefusedCall extends ClusterError {
  constructor(
    readonly statusCode: number,
    readonly reported: ReportedError,
    trouble: ClusterTrouble
  ) {
    super(trouble, `The cluster answered ${statusCode} ${reported.type}: ${reported.reason}`);
    this.name = 'RefusedCall';
  }

  override get response(): ErrorDefinition {
    return this.reported.type === 'security_exception'
      ? BACKEND_ERRORS.clusterServerPermissions
      : super.response;
  }
}

/**
 * @param expected - statuses besides 2xx that are returned instead of thrown
 * @throws {ClusterError} `malformed` if the response is no JSON object, `broken` if it covers only
 *   some shards
 * @throws {RefusedCall} for all other statuses
 */
export async function requestJson<T = Json>(
  send: SendRequest,
  call: ClusterCall,
  expected: readonly number[] = []
): Promise<JsonResponse<T>> {
  const { statusCode, text, json } = await send(call);
  const isDone = statusCode >= 200 && statusCode < 300;
  if (!isDone && !expected.includes(statusCode)) throw refusedCall(statusCode, text, json);
  const body = isJsonObject(json) ? json : undefined;
  if (!body) throw new ClusterError('malformed', 'The cluster answered something that is no JSON.');
  if (isDone) assertWhole(body, call);
  return { statusCode, body: body as T };
}

const SEARCH = /\/_search(?:\/scroll)?$/;

/**
 * @throws {ClusterError} `broken` if some shards did not respond in time, `malformed` for hits that
 *   are no documents
 */
function assertWhole(body: Json, call: ClusterCall): void {
  const { hits } = body;
  const isSearch = call.method === 'POST' && SEARCH.test(call.path);
  // For a write, failed shards are replicas, which the cluster repairs itself.
  if (hits === undefined && !isSearch) return;
  const listed = isJsonObject(hits) ? hits['hits'] : undefined;
  const hasSources = !isJsonObject(call.body) || call.body['_source'] !== false;
  const isHit = (hit: unknown) =>
    isJsonObject(hit) && (!hasSources || isJsonObject(hit['_source']));
  if (!Array.isArray(listed) || !listed.every(isHit))
    throw new ClusterError('malformed', 'The cluster answered a search in another form.');
  const shards = body['_shards'] as { failed?: number } | undefined;
  if (!shards?.failed) return;
  throw new ClusterError('broken', `${shards.failed} shards gave no answer to a search.`);
}

function refusedCall(statusCode: number, text: string, json: unknown): RefusedCall {
  const error = isJsonObject(json) ? json['error'] : undefined;
  return toClusterError(statusCode, reportedError(error, text));
}

export const toClusterError = (statusCode: number, reported: ReportedError): RefusedCall =>
  new RefusedCall(statusCode, reported, findTrouble(statusCode, reported));

export function reportedError(error: unknown, otherwise = ''): ReportedError {
  const { type, reason } = (typeof error === 'object' && error !== null ? error : {}) as Partial<
    Record<keyof ReportedError, unknown>
  >;
  return {
    type: typeof type === 'string' ? type : 'error',
    // Of items of a response as well, which is none of an error.
    reason: textInOurWords(typeof reason === 'string' ? reason : otherwise.slice(0, 500)),
  };
}

/** A block is reported with 403 or, if caused by lack of disk space, 429. */
function findTrouble(statusCode: number, { type, reason }: ReportedError): ClusterTrouble {
  if (type === 'cluster_block_exception' && statusCode !== 503) return 'read_only';
  const isDelay = statusCode === 429 || statusCode === 408 || statusCode >= 502;
  return isDelay ? troubleOfDelay(statusCode, `${type}: ${reason}`) : 'refused';
}
