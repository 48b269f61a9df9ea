/**
 * Tries what the server's own user has to do on the cluster, because the cluster shows nobody the
 * permissions of another user's role. No probe changes anything: each fails after the cluster has
 * checked the permission, or reads a document that does not exist.
 */
import { BACKEND_ERRORS } from '../../../contracts/errors';
import type { BackendStatus } from '../../api';
import type { ClusterCall, ClusterClient, ClusterResponse } from '../client';

/** An index that the server uses with its own user. */
export interface UsedIndex {
  /** Name of the alias. */
  readonly name: string;
  /** What fails without it; `LOGINS` if nobody can log in. */
  readonly failure: string;
  /** Whether the server also uses its documents; otherwise it only creates it and adds fields. */
  readonly hasOwnDocuments: boolean;
}

export interface ServerPermissionsDeps {
  readonly client: Pick<ClusterClient, 'asServer'>;
  readonly indices: readonly UsedIndex[];
  /** Of one request, in milliseconds. */
  readonly timeoutMs: number;
  /** The command that grants the permissions, to be copied into a terminal. */
  readonly grantCommand: (userName: string) => string;
}

export const LOGINS = 'logins';

/** The role that `deploy/opensearch/grant.sh` creates. */
const SERVER_ROLE = 'security_dashboards_server';

/** No cluster accepts an index of no shards. It says so once it has checked the permission. */
const NO_SHARDS = { settings: { index: { number_of_shards: 0 } } };
/** No document has this version, so that nothing is written. */
const NO_VERSION = { _id: 'probe', if_seq_no: Number.MAX_SAFE_INTEGER, if_primary_term: 1 };

type Probe = Omit<ClusterCall, 'timeoutMs'>;

const getCreation = (index: string): readonly Probe[] => [
  {
    method: 'PUT',
    path: `/${index}_1`,
    body: { ...NO_SHARDS, aliases: { [index]: { is_hidden: true } } },
  },
  { method: 'PUT', path: `/${index}/_mapping`, body: { properties: {} } },
];

const getDocumentUses = (index: string): readonly Probe[] => [
  { method: 'GET', path: `/${index}/_doc/probe` },
  { method: 'POST', path: `/${index}/_mget`, body: { ids: ['probe'] } },
  { method: 'POST', path: `/${index}/_search`, body: { size: 0 } },
  {
    method: 'POST',
    path: '/_bulk',
    query: { require_alias: 'true' },
    headers: { 'content-type': 'application/x-ndjson' },
    rawBody: [
      { delete: { _index: index, ...NO_VERSION } },
      { index: { _index: index, ...NO_VERSION } },
      {},
    ]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  },
  { method: 'POST', path: `/${index}/_refresh` },
];

const LOOKED_CHARACTERS = 65_536;

interface Missing extends UsedIndex {
  readonly permission: string;
}

/** @returns the permission that an error names, or `undefined` if permission is not the problem */
export function missingPermission({ statusCode, text }: ClusterResponse): string | undefined {
  // Responses about several documents are 200, with an error for each; long ones are collections.
  const isLooked = statusCode === 403 || (statusCode === 200 && text.length < LOOKED_CHARACTERS);
  if (!isLooked || !text.includes('"security_exception"')) return undefined;
  // Names of actions may end with a bracket: indices:data/write/bulk[s].
  const [, named] = /no permissions for \[(.+?)\] and User/.exec(text) ?? [];
  return named ?? 'unknown';
}

export class ServerPermissions {
  constructor(private readonly deps: ServerPermissionsDeps) {}

  /**
   * @returns `undefined` if the server's user may do all
   * @throws {ClusterError} if the cluster does not respond
   */
  async check(userName: string): Promise<BackendStatus | undefined> {
    const { indices, grantCommand } = this.deps;
    const found = await Promise.all(indices.map((index) => this.missingFor(index)));
    const missing = found.filter((one) => one !== undefined);
    const [first] = missing;
    if (!first) return undefined;
    const failures = missing.map(({ failure }) => failure);
    const isLogin = failures.includes(LOGINS);
    const permissions = [...new Set(missing.map(({ permission }) => permission))].join(', ');
    const names = missing.map(({ name }) => name).join(', ');
    const effect = isLogin
      ? 'No one can log in'
      : `Some things fail (${[...new Set(failures)].join('; ')})`;
    const summary = `${effect}: the server's own user ${userName} has no permission ${permissions} on ${names}. Its role ${SERVER_ROLE} has to grant indices_all on these indices. To create the role and give it to the user, run: ${grantCommand(userName)}`;
    return isLogin
      ? { level: 'unavailable', summary, reason: BACKEND_ERRORS.clusterServerPermissions }
      : { level: 'degraded', summary };
  }

  /** One denied request is enough: each denial is an event in the cluster's audit log. */
  private async missingFor(index: UsedIndex): Promise<Missing | undefined> {
    const { name, hasOwnDocuments } = index;
    const probes = [...getCreation(name), ...(hasOwnDocuments ? getDocumentUses(name) : [])];
    for (const probe of probes) {
      const { timeoutMs } = this.deps;
      const response = await this.deps.client.asServer({
        ...probe,
        timeoutMs,
        isHealthCheck: true,
      });
      const permission = missingPermission(response);
      if (permission !== undefined) return { ...index, permission };
    }
    return undefined;
  }
}
