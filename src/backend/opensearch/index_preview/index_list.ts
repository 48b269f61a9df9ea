/**
 * Lists indices, aliases and data streams that the cluster shows the caller. Role patterns are more
 * expressive than a cluster's wildcards, so the names are filtered here.
 */
import { CLUSTER_LIMITS, PREVIEW_LIMITS } from '../../../contracts/limits';
import { PatternSet, patternKind, patternProblem } from '../../access/patterns/pattern';
import type { KnownIndex } from '../../access/evaluation/index_targets';
import type { RequestCaller } from '../../api';
import { badRequest } from '../../model/responses';
import { isJsonObject } from '../../model/entity_shape';
import { LimitExceededError } from '../../scheduling/limit_exceeded';
import { ClusterError, withoutTenant, type ClusterClient } from '../client';
import { assertSuccess, PreviewError } from './preview_error';

export interface ListedNames {
  /** Ascending by name, with names starting with a dot last. */
  readonly indices: readonly KnownIndex[];
  readonly aliases: readonly string[];
  readonly dataStreams: readonly string[];
}

const TOO_MANY = `The cluster's list has more than ${PREVIEW_LIMITS.namesBytes} bytes; ask for narrower names.`;

/** Names without characters that are special in a path expression. */
const PLAIN = /^[^\s,"\\/<>|?#:%+!-][^\s,"\\/<>|?#:%]*$/u;

/**
 * @param patterns - with variables and dates replaced
 * @throws {PreviewError} {ClusterError} {LimitExceededError}
 */
export async function listNames(
  client: Pick<ClusterClient, 'asCaller'>,
  caller: RequestCaller,
  patterns: readonly string[]
): Promise<ListedNames> {
  for (const pattern of patterns) {
    const problem = patternProblem(pattern);
    if (problem !== undefined) throw new PreviewError(badRequest(problem));
  }
  const patternSet = new PatternSet(patterns);
  const response = await requestIndices(
    client,
    caller,
    `/_resolve/index/${expressionFor(patterns)}`,
    {
      expand_wildcards: patterns.some((one) => one.startsWith('.')) ? 'open,hidden' : 'open',
    }
  );
  const indices = objects(response['indices']).map(knownIndex);
  const isMatch = (name: string): boolean => patternSet.matches(name);
  return {
    indices: indices
      .filter(({ name, aliases = [], dataStream = name }) =>
        [name, dataStream, ...aliases].some(isMatch)
      )
      .sort((a, b) => order(a.name, b.name)),
    aliases: getNames(response['aliases']).filter(isMatch),
    dataStreams: getNames(response['data_streams']).filter(isMatch),
  };
}

/**
 * @throws {PreviewError} {ClusterError} {LimitExceededError} if the response is larger than
 *   `namesBytes`
 */
export async function requestIndices(
  client: Pick<ClusterClient, 'asCaller'>,
  caller: RequestCaller,
  path: string,
  query: Readonly<Record<string, string>>
): Promise<Readonly<Record<string, unknown>>> {
  const maxBytes = PREVIEW_LIMITS.namesBytes;
  try {
    const call = { method: 'GET', path, query, maxBytes } as const;
    const response = await client.asCaller(withoutTenant(caller), call);
    assertSuccess(response);
    if (isJsonObject(response.json)) return response.json;
  } catch (error) {
    if (error instanceof ClusterError && error.trouble === 'too_large')
      throw new LimitExceededError(TOO_MANY);
    throw error;
  }
  throw new ClusterError('malformed', 'The cluster lists names in another form.');
}

/**
 * An expression at least as wide as the patterns. A trailing star avoids the error for a missing
 * name; single-character wildcards, regular expressions and characters not allowed in a path also
 * become stars.
 */
function expressionFor(patterns: readonly string[]): string {
  const wide = patterns.map((pattern) => {
    const widened = pattern.replaceAll('?', '*');
    const isRead = patternKind(pattern) !== 'regex' && PLAIN.test(widened);
    return isRead ? `${widened}*`.replaceAll(/\*+/g, '*') : '*';
  });
  const path = [...new Set(wide)].map(encodeURIComponent).join(',');
  return wide.includes('*') || path.length > CLUSTER_LIMITS.pathLength / 2 ? '*' : path;
}

function knownIndex(found: Readonly<Record<string, unknown>>): KnownIndex {
  const { name, aliases, data_stream: dataStream } = found;
  return {
    name: String(name),
    ...(Array.isArray(aliases) && { aliases: aliases.map(String) }),
    ...(typeof dataStream === 'string' && { dataStream }),
  };
}

/** @throws {ClusterError} `malformed` for anything but a list of objects */
function objects(list: unknown = []): readonly Readonly<Record<string, unknown>>[] {
  if (Array.isArray(list) && list.every((one) => isJsonObject(one))) return list;
  throw new ClusterError('malformed', 'The cluster lists names in another form.');
}

const getNames = (list: unknown): readonly string[] =>
  objects(list)
    .map(({ name }) => String(name))
    .sort(order);

/** Names starting with a dot belong to the cluster and its tools. */
function order(a: string, b: string): number {
  const dots = Number(a.startsWith('.')) - Number(b.startsWith('.'));
  return dots !== 0 ? dots : a < b ? -1 : a > b ? 1 : 0;
}
