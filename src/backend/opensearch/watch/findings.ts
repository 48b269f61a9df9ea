/** What is wrong with a cluster, in sentences for whoever runs it. */
import type { BackendStatus } from '../../contract';
import { isJsonObject } from '../../model/entity_shape';
import { ClusterError, troubleOfDelay, type ClusterAnswer, type ClusterTrouble } from '../client';

const unavailable = (summary: string): BackendStatus => ({ level: 'unavailable', summary });

const WHAT_TO_DO: Readonly<Record<ClusterTrouble, string>> = {
  unreachable: 'Nobody answers there: start the cluster, or correct opensearch.hosts.',
  untrusted:
    'Its certificate is not trusted: set opensearch.ssl.certificateAuthorities to the authority of the cluster, ' +
    'renew a certificate that ran out, or use the host name that it was made for.',
  tls: 'They do not agree on TLS: a cluster with TLS has https:// in opensearch.hosts, one without has http://.',
  timeout: 'It is too slow: look at its load, or raise opensearch.requestTimeout.',
  broken: 'Its answer broke off or is no answer of OpenSearch: look at what stands between them.',
  too_large: 'Its answer is too large.',
  overloaded: 'It has too much to do, or is not ready yet.',
  not_set_up: 'Its security is not initialised: run its securityadmin tool once.',
  refused: 'It refuses what the server needs.',
  unfit: 'It is too old, or no OpenSearch.',
  read_only: 'It takes no writes: free its disk, then lift the blocks of its indices.',
  stopped: 'This server is stopping.',
};

export function statusOfError(error: unknown): BackendStatus {
  if (!(error instanceof ClusterError))
    return unavailable(`The cluster cannot be asked: ${String(error)}`);
  return unavailable(`The cluster cannot be used. ${WHAT_TO_DO[error.trouble]} (${error.message})`);
}

/** @returns what keeps from going on, from the answer to any call of the server's */
export function statusOfRefusal({ statusCode, text }: ClusterAnswer): BackendStatus | undefined {
  const told = text.replaceAll(/\s+/g, ' ').slice(0, 200);
  if (statusCode === 401)
    return unavailable(
      "The cluster refuses the server's own user: correct opensearch.username and opensearch.password."
    );
  if (statusCode === 403)
    return unavailable(
      "The cluster refuses the server's own user: give it the role kibana_server. " + `(${told})`
    );
  if (troubleOfDelay(text) === 'not_set_up')
    return unavailable(`The cluster cannot be used. ${WHAT_TO_DO.not_set_up}`);
  if (statusCode === 429)
    return unavailable('The cluster has too much to do: it answers 429 Too Many Requests.');
  if (statusCode >= 500)
    return unavailable(`The cluster is not ready: it answers ${statusCode}. (${told})`);
  return statusCode === 200
    ? undefined
    : unavailable(`The cluster refuses the server: it answers ${statusCode}. (${told})`);
}

/**
 * Indices that take no writes; none when the cluster does not say.
 * @param answer - to `GET <indices>/_settings/index.blocks.*`
 */
export function blockedIndices({ statusCode, text }: ClusterAnswer): readonly string[] {
  if (statusCode !== 200) return [];
  const indices = JSON.parse(text) as Readonly<
    Record<string, { settings?: { index?: { blocks?: Record<string, unknown> } } }>
  >;
  const isBlocked = (blocks: Readonly<Record<string, unknown>>) =>
    BLOCKS.some((name) => String(blocks[name]) === 'true');
  return Object.entries(indices)
    .filter(([, { settings }]) => isBlocked(settings?.index?.blocks ?? {}))
    .map(([name]) => name);
}

const BLOCKS = ['write', 'read_only', 'read_only_allow_delete'];

export const statusOfBlocks = (indices: readonly string[]): BackendStatus => ({
  level: 'degraded',
  summary: `The cluster is there, but takes no changes of ${indices.slice(0, 5).join(', ')}: free its disk, then lift the blocks of these indices.`,
});

/**
 * Indices of which a part cannot be read; none when the cluster does not say.
 * @param answer - to `GET /_cluster/health/<indices>?level=indices`
 */
export function redIndices({ statusCode, text }: ClusterAnswer): readonly string[] {
  if (statusCode !== 200) return [];
  const { indices = {} } = JSON.parse(text) as {
    indices?: Readonly<Record<string, { readonly status: string }>>;
  };
  return Object.entries(indices)
    .filter(([, { status }]) => status === 'red')
    .map(([name]) => name);
}

export const statusOfRed = (indices: readonly string[]): BackendStatus => ({
  level: 'degraded',
  summary: `The cluster is there, but parts of ${indices.slice(0, 5).join(', ')} are lost or not yet assigned (red): bring back the nodes that have their shards.`,
});

/**
 * The plugin gives each tenant an index for one name alone: under another, all would share one.
 * @param answer - to `GET dashboardsinfo`
 * @param index - of saved objects, as the server is told
 */
export function otherIndex(
  { statusCode, text }: ClusterAnswer,
  index: string
): BackendStatus | undefined {
  if (statusCode !== 200) return undefined;
  const { opensearch_dashboards_index: theirs } = JSON.parse(text) as Record<string, unknown>;
  if (typeof theirs !== 'string' || theirs === index) return undefined;
  return {
    level: 'degraded',
    summary: `The cluster keeps tenants apart in the index ${theirs}, and this server uses ${index}: set opensearchDashboards.index to ${theirs}, or config.dynamic.kibana.index of the cluster to ${index}.`,
  };
}

export interface ClusterVersion {
  readonly number: string;
  readonly major: number;
}

/** @param text - answer of `GET /` */
export function versionOf(text: string): ClusterVersion | BackendStatus {
  const nobody = unavailable(
    'What answers at opensearch.hosts is not OpenSearch: correct the address.'
  );
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return nobody;
  }
  const version = isJsonObject(body) && isJsonObject(body['version']) ? body['version'] : {};
  const number = version['number'];
  const major = typeof number === 'string' ? Number.parseInt(number, 10) : Number.NaN;
  if (version['distribution'] !== 'opensearch' || !(major >= 1)) return nobody;
  if (major < 2)
    return unavailable(`OpenSearch ${number as string} is too old: version 2 or 3 is needed.`);
  return { number: number as string, major };
}
