/** Status messages about problems of a cluster, for its operator. */
import { BACKEND_ERRORS, type ErrorDefinition } from '../../../contracts/errors';
import type { BackendStatus } from '../../api';
import { isJsonObject } from '../../model/entity_shape';
import { ClusterError, troubleOfDelay, type ClusterResponse, type ClusterTrouble } from '../client';

const unavailable = (summary: string, reason: ErrorDefinition): BackendStatus => ({
  level: 'unavailable',
  summary,
  reason,
});
const degradedStatus = (summary: string): BackendStatus => ({ level: 'degraded', summary });

/** The index of the security plugin's configuration. */
export const SECURITY_INDEX = '.opendistro_security';

const REMEDIES: Readonly<Record<ClusterTrouble, string>> = {
  unreachable: 'Nobody answers there: start the cluster, or correct opensearch.hosts.',
  untrusted:
    'Its certificate is not trusted: set opensearch.ssl.certificateAuthorities to the authority of the cluster, ' +
    'renew a certificate that ran out, or use the host name that it was made for.',
  forbidden: 'This server may not connect to its address.',
  tls: 'They do not agree on TLS: a cluster with TLS has https:// in opensearch.hosts, one without has http://.',
  timeout: 'It is too slow: look at its load, or raise opensearch.requestTimeout.',
  broken: 'Its answer broke off: look at what stands between them.',
  malformed: 'It does not answer as OpenSearch does: check the address, and any proxy in between.',
  too_large: 'Its answer is too large.',
  overloaded: 'It rejects calls because it has too much to do: look at its load.',
  not_ready: 'It is not ready: look at the log of its nodes.',
  not_set_up: 'Its security is not ready: look at the log of its nodes.',
  refused: 'It refuses what the server needs.',
  unauthorized: 'It rejects the credentials.',
  unfit: 'It is too old, or no OpenSearch.',
  read_only: 'It takes no writes: free its disk, then lift the blocks of its indices.',
  stopped: 'This server is stopping.',
};

export const NOT_REQUESTED = unavailable(
  'The cluster was not reached yet.',
  BACKEND_ERRORS.clusterAway
);
export const NO_PLUGIN = unavailable(
  "The cluster has no security plugin: install 'opensearch-security' on its nodes.",
  BACKEND_ERRORS.clusterUnfit
);
export const SILENT = unavailable(
  `The cluster does not respond. ${REMEDIES.timeout}`,
  BACKEND_ERRORS.clusterLate
);
export const STARTING = unavailable(
  'The cluster is starting: it has not loaded its security configuration yet. If this lasts longer than a minute, check the logs of its nodes.',
  BACKEND_ERRORS.clusterNotSetUp
);
/**
 * Waits a minute before suggesting securityadmin: running it on a cluster that is only slow to
 * start would replace all its users.
 */
export const NEVER_SET_UP = unavailable(
  'The security of the cluster has not been initialised for more than a minute. If the cluster is new, run its securityadmin tool once. ' +
    'Warning: securityadmin overwrites all users, roles and security settings of a cluster that has any: there, check the logs of the nodes instead.',
  BACKEND_ERRORS.clusterNotReady
);
export const noRights = (rightsNeeded: string, grantCommand: string): BackendStatus =>
  degradedStatus(
    `The cluster is there, but shows the server no security configuration, so that lists and explanations fail: ${rightsNeeded} To give it that role, run: ${grantCommand}`
  );

export function statusOfError(error: unknown): BackendStatus {
  if (!(error instanceof ClusterError))
    return unavailable(`The cluster cannot be asked: ${String(error)}`, BACKEND_ERRORS.unavailable);
  return unavailable(
    `The cluster cannot be used. ${REMEDIES[error.trouble]} (${error.message})`,
    error.response
  );
}

/**
 * Whether the security plugin reports that it has no configuration, in its health or any other
 * response.
 */
export const isNotSetUp = ({ statusCode, text }: ClusterResponse): boolean =>
  statusCode >= 500 &&
  (troubleOfDelay(statusCode, text) === 'not_set_up' || text.includes('"Not initialized"'));

/**
 * @param grantCommand - grants the server's user what it needs
 * @returns the problem that an error response to a request of the server indicates, or `undefined`
 */
export function statusOfErrorResponse(
  { statusCode, text }: ClusterResponse,
  grantCommand: string
): BackendStatus | undefined {
  const excerpt = text.replaceAll(/\s+/g, ' ').slice(0, 200);
  const refuse = (summary: string) => unavailable(summary, BACKEND_ERRORS.clusterRefuses);
  if (statusCode === 401)
    return refuse(
      "The cluster refuses the server's own user: correct opensearch.username and opensearch.password."
    );
  if (statusCode === 403)
    return unavailable(
      `No one can log in: the cluster refuses the server's own user (${excerpt}). It needs the permissions of the role kibana_server. To grant them, run: ${grantCommand}`,
      BACKEND_ERRORS.clusterServerPermissions
    );
  if (statusCode === 429)
    return unavailable(
      'The cluster has too much to do: it answers 429 Too Many Requests.',
      BACKEND_ERRORS.clusterBusy
    );
  if (statusCode >= 500)
    return unavailable(
      `The cluster is not ready: it answers ${statusCode}. (${excerpt})`,
      BACKEND_ERRORS.clusterNotReady
    );
  return statusCode === 200
    ? undefined
    : refuse(`The cluster refuses the server: it answers ${statusCode}. (${excerpt})`);
}

/** What another server than a cluster answers has none of the members. */
const members = (value: unknown): Readonly<Record<string, unknown>> =>
  isJsonObject(value) ? value : {};

export interface Block {
  /** Absent: the whole cluster. */
  readonly index?: string;
  /** In the cluster's words. */
  readonly description: string;
  readonly isReadable: boolean;
}

/**
 * Blocks that prevent reading or writing indices; empty if the cluster does not report them.
 * @param answer - response to `GET /_cluster/state/blocks`
 */
export function getBlocks({ statusCode, json }: ClusterResponse): readonly Block[] {
  if (statusCode !== 200) return [];
  const blocks = members(members(json)['blocks']);
  const each = (listed: unknown, index?: string): Block[] =>
    Object.values(members(listed)).flatMap((one) => {
      const { description, levels } = members(one);
      const stopped = Array.isArray(levels) ? levels : [];
      if (!stopped.includes('read') && !stopped.includes('write')) return [];
      const isReadable = !stopped.includes('read');
      return {
        ...(index !== undefined && { index }),
        description: String(description),
        isReadable,
      };
    });
  return [
    ...each(blocks['global']),
    ...Object.entries(members(blocks['indices'])).flatMap(([index, listed]) => each(listed, index)),
  ];
}

/** @param sessions - prefix of the names of indices that logins require */
export function statusOfBlocks(
  blocks: readonly Block[],
  sessions: string
): BackendStatus | undefined {
  const [first] = blocks;
  if (!first) return undefined;
  const isUnread = ({ index, isReadable }: Block) => index === SECURITY_INDEX && !isReadable;
  const unread = blocks.find(isUnread);
  if (unread)
    return unavailable(
      `No one can log in: the cluster cannot read its security configuration, because its index ${SECURITY_INDEX} is blocked (${unread.description}). Open the index again, or remove the block.`,
      BACKEND_ERRORS.clusterSecurityUnread
    );
  const global = blocks.find(({ index }) => index === undefined);
  if (global)
    return unavailable(
      `No one can log in: the whole cluster accepts no changes (${global.description}). ${findRemedy(global, 'the setting cluster.blocks')}`,
      BACKEND_ERRORS.clusterLocked
    );
  const names = [...new Set(blocks.map(({ index }) => index))].slice(0, 5).join(', ');
  const locked = blocks.find(({ index }) => index?.startsWith(sessions));
  const summary = `the cluster accepts no changes of ${names} (${(locked ?? first).description}). ${findRemedy(locked ?? first, 'the blocks of these indices')}`;
  return locked
    ? unavailable(`No one can log in: ${summary}`, BACKEND_ERRORS.clusterLocked)
    : degradedStatus(`Not everything can be saved: ${summary}`);
}

function findRemedy({ description }: Block, what: string): string {
  if (/allow.delete|disk/.test(description)) return `Free disk space, then remove ${what}.`;
  if (description.includes('closed')) return 'Open the index again.';
  return description.includes('(api)') ? `Remove ${what}.` : 'Check the logs of the nodes.';
}

/**
 * Health by index name; empty if the cluster does not report them.
 * @param answer - response to `GET /_cluster/health/<indices>?level=indices`
 */
export function getHealth({ statusCode, json }: ClusterResponse): ReadonlyMap<string, string> {
  if (statusCode !== 200) return new Map();
  const indices = Object.entries(members(members(json)['indices']));
  return new Map(indices.map(([name, index]) => [name, String(members(index)['status'])]));
}

/** @param sessions - as for `statusOfBlocks` */
export function statusOfHealth(
  health: ReadonlyMap<string, string>,
  sessions: string
): BackendStatus | undefined {
  const red = [...health].filter(([, status]) => status === 'red').map(([name]) => name);
  if (red.length === 0) return undefined;
  const summary = `parts of ${red.slice(0, 5).join(', ')} are lost or not yet assigned (red): bring back the nodes that have their shards.`;
  return red.some((name) => name === SECURITY_INDEX || name.startsWith(sessions))
    ? unavailable(`No one can log in: ${summary}`, BACKEND_ERRORS.clusterNotReady)
    : degradedStatus(`The cluster is there, but ${summary}`);
}

/**
 * The plugin separates tenants for one index name only: with another name, all tenants would share
 * an index.
 * @param answer - response to `GET dashboardsinfo`
 * @param index - index of saved objects in the server's settings
 */
export function unexpectedIndex(
  { statusCode, json }: ClusterResponse,
  index: string
): BackendStatus | undefined {
  if (statusCode !== 200) return undefined;
  const { opensearch_dashboards_index: theirs } = members(json);
  if (typeof theirs !== 'string' || theirs === index) return undefined;
  return degradedStatus(
    `The cluster keeps tenants apart in the index ${theirs}, and this server uses ${index}: set opensearchDashboards.index to ${theirs}, or config.dynamic.kibana.index of the cluster to ${index}.`
  );
}

export interface ClusterVersion {
  readonly number: string;
  readonly major: number;
}

/** @param body - response to `GET /` */
export function getVersion(body: unknown): ClusterVersion | BackendStatus {
  const unfit = unavailable(
    'What answers at opensearch.hosts is not OpenSearch: correct the address.',
    BACKEND_ERRORS.clusterUnfit
  );
  const version = members(members(body)['version']);
  const number = version['number'];
  const major = typeof number === 'string' ? Number.parseInt(number, 10) : Number.NaN;
  if (version['distribution'] !== 'opensearch' || !(major >= 1)) return unfit;
  if (major < 2)
    return unavailable(
      `OpenSearch ${number as string} is too old: version 2 or 3 is needed.`,
      BACKEND_ERRORS.clusterUnfit
    );
  return { number: number as string, major };
}
