/**
 * Identities and read permissions of callers as the cluster reports them, cached for a short time.
 */
import { randomUUID } from 'node:crypto';
import type { DisabledEndpoints } from '../../../contracts/api';
import { ANONYMOUS_USER_NAME, type ResourceType } from '../../../contracts/entities';
import type { EngineResponse, Identity, PageCaller, RequestCaller } from '../../api';
import { forbid } from '../../model/responses';
import { PREFIX } from '../../model/paths';
import {
  assertReady,
  type ClusterClient,
  ClusterError,
  type ClusterResponse,
  toKey,
  toResponse,
  TtlCache,
  withoutTenant,
} from '../client';
import { DASHBOARDS_USER_ROLE, GLOBAL_TENANT } from '../../access/evaluation/tenant_access';
import { isJsonObject } from '../../model/entity_shape';

const NOT_READ = forbid('No permission to read the configuration.');

/** Whether the cluster lets a caller read a collection of the configuration. */
export class ReadRights {
  private readonly recent: TtlCache<EngineResponse | undefined>;

  constructor(
    private readonly client: Pick<ClusterClient, 'asCaller'>,
    now: () => number
  ) {
    this.recent = new TtlCache(now);
  }

  /**
   * @returns the cluster's error response, or `undefined` if the caller may read. Requests an
   *   entity with a random name: 404 means permitted, anything else does not.
   */
  readError(caller: RequestCaller, type: ResourceType): Promise<EngineResponse | undefined> {
    return this.recent.get(`${type} ${toKey(caller)}`, async () => {
      const path = `${PREFIX}/api/${type}/${randomUUID()}`;
      const response = await this.client.asCaller(caller, { method: 'GET', path });
      if (response.statusCode === 404) return undefined;
      assertReady(response);
      // No cluster has an entity of a random name.
      if (response.statusCode < 300)
        throw new ClusterError('malformed', `The cluster shows ${type} that do not exist.`);
      const isError = response.statusCode === 401 || response.statusCode === 403;
      return isError ? toResponse(response, {}) : NOT_READ;
    });
  }

  clear(): void {
    this.recent.clear();
  }
}

type Json = Readonly<Record<string, unknown>>;

export class Identities {
  private readonly recent: TtlCache<Identity | undefined>;

  constructor(
    private readonly client: Pick<ClusterClient, 'asCaller'>,
    now: () => number
  ) {
    this.recent = new TtlCache(now);
  }

  /**
   * @returns `undefined` for credentials that the cluster rejects with 401
   * @throws {ClusterError} for any other response without a user name
   */
  async of(caller: RequestCaller): Promise<Identity | undefined> {
    // This server cannot present a client's certificate to the cluster.
    if (caller.kind === 'certificate') return undefined;
    const key = toKey(caller);
    const identity = await this.recent.get(key, () => this.fetchIdentity(caller));
    // Wrong credentials must not fill the cache.
    if (!identity && caller.kind === 'user') this.recent.forget(key);
    return identity;
  }

  clear(): void {
    this.recent.clear();
  }

  private async fetchIdentity(caller: PageCaller): Promise<Identity | undefined> {
    const plain = withoutTenant(caller);
    const get = async (sender: PageCaller, path: string): Promise<ClusterResponse> => {
      const response = await this.client.asCaller(sender, { method: 'GET', path: PREFIX + path });
      assertReady(response);
      return response;
    };
    const response = await get(plain, '/authinfo');
    if (response.statusCode === 401) return undefined;
    const info = toBody(response) ?? {};
    const userName = info['user_name'];
    if (typeof userName !== 'string') {
      const message = `The cluster answers ${response.statusCode} and names no user.`;
      throw new ClusterError(response.statusCode === 200 ? 'malformed' : 'refused', message);
    }
    const verified =
      plain.kind === 'user' ? { ...plain, principal: { ...plain.principal, userName } } : plain;
    const [account = {}, rights = {}] = (
      await Promise.all([get(verified, '/api/account'), get(verified, '/api/permissionsinfo')])
    ).map(toBody);
    const roles = [...texts(info['roles'])].sort();
    return {
      userName,
      backendRoles: texts(info['backend_roles']),
      roles,
      tenants: listTenants(info['tenants'], userName, roles),
      hasApiAccess: rights['has_api_access'] === true,
      disabledEndpoints: disabledIn(rights),
      isInternalUser: account['is_internal_user'] === true,
      isReserved: account['is_reserved'] === true,
      ...(isOnBehalfOf(caller) && { isDelegated: true }),
    };
  }
}

/**
 * Whether the credentials are an on-behalf-of token of the cluster, recognized by the user's roles
 * in it, encrypted (`er`) or not (`dr`). The cluster has verified the token.
 */
function isOnBehalfOf(caller: PageCaller): boolean {
  const { headers = {} } = caller.kind === 'user' ? caller.principal : {};
  return Object.values(headers).some((value) => {
    const claims = /^bearer +[^.]*\.([^.]+)\./i.exec(value)?.[1];
    if (claims === undefined) return false;
    const read = readClaims(Buffer.from(claims, 'base64url').toString());
    return isJsonObject(read) && ('er' in read || 'dr' in read);
  });
}

function disabledIn({ disabled_endpoints: disabled }: Json): DisabledEndpoints {
  const entries = isJsonObject(disabled) ? Object.entries(disabled) : [];
  return Object.fromEntries(entries.map(([endpoint, methods]) => [endpoint, texts(methods)]));
}

function readClaims(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const toBody = ({ statusCode, json }: ClusterResponse): Json | undefined =>
  statusCode === 200 && isJsonObject(json) ? json : undefined;

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/**
 * The object has no prototype, because tenant names are arbitrary. A cluster gives the anonymous
 * user a private tenant, which all visitors would share, and does not report whether write access
 * to the global tenant was granted explicitly or comes with the default role.
 */
function listTenants(
  value: unknown,
  userName: string,
  roles: readonly string[]
): Readonly<Record<string, boolean>> {
  const tenants = Object.create(null) as Record<string, boolean>;
  if (isJsonObject(value))
    for (const [name, canWrite] of Object.entries(value)) tenants[name] = canWrite === true;
  if (userName !== ANONYMOUS_USER_NAME) return tenants;
  delete tenants[userName];
  if (tenants[GLOBAL_TENANT] && roles.includes(DASHBOARDS_USER_ROLE))
    tenants[GLOBAL_TENANT] = false;
  return tenants;
}
