/** A cluster as the source or target of a migration, with the permissions of an administrator. */
import { tenantIndexName } from '../access/evaluation/dashboards_index';
import type { EngineSettings } from '../api/settings';
import type { TenantKey } from '../api/saved_objects';
import { isJsonObject } from '../model/entity_shape';
import { PREFIX } from '../model/paths';
import { DASHBOARDS_DEFAULTS } from '../model/security_config';
import { ClusterClient, type ClusterCall, type ClusterSettings } from '../opensearch/client';
import { ClusterHistoryStore } from '../opensearch/history/cluster_history';
import { requestJson, type SendRequest } from '../opensearch/documents/responses';
import { HISTORY_INDEX } from '../opensearch/opensearch_backend';
import { ClusterSavedObjects } from '../opensearch/saved_objects/cluster_saved_objects';
import { tenantIndices, walkObjects } from '../opensearch/saved_objects/object_walk';
import { ClusterDocuments } from './configuration/cluster_documents';
import { ClusterRest } from './configuration/cluster_rest';
import { MoveError, type ClusterConfiguration, type ConfigurationSide } from './configuration/side';
import { Sample } from './data_type';
import type { ObjectsSource, OpenTenant } from './saved_objects';

export interface ClusterSide {
  /** Host, version and credentials, as text. */
  readonly title: string;
  /** Release number, if the cluster tells it. */
  readonly release: string | undefined;
  readonly configuration: ClusterConfiguration;
  readonly history: ClusterHistoryStore;
  readonly objects: ClusterObjects;
  readonly openTenant: OpenTenant;
  close(): Promise<void>;
}

/**
 * @throws {MoveError} if the cluster is unusable
 * @throws {ClusterError} if the cluster cannot be reached
 */
export async function openCluster(
  settings: ClusterSettings,
  engine: EngineSettings,
  index: string
): Promise<ClusterSide> {
  const client = new ClusterClient(settings);
  const ask: SendRequest = (call: ClusterCall) => client.asServer(call);
  try {
    const isSuperAdmin = await whoAmI(ask);
    const release = await getVersion(ask);
    const configuration = isSuperAdmin ? new ClusterDocuments(ask) : new ClusterRest(ask, release);
    const objects = new ClusterSavedObjects({ cluster: client, index });
    const { historyMaxAgeDays: maxAgeDays, historyMaxChanges: maxChanges } = engine;
    return {
      title: `${settings.hosts.join(', ')} (OpenSearch ${release ?? 'of unknown version'}, ${
        isSuperAdmin
          ? "with the administrator's certificate"
          : `as ${settings.username ?? 'its certificate'}`
      })`,
      release,
      configuration,
      history: new ClusterHistoryStore({
        send: ask,
        index: HISTORY_INDEX,
        retention: { maxAgeDays, maxChanges },
      }),
      objects: new ClusterObjects(client, index, configuration),
      openTenant: (tenant) => objects.open({ kind: 'server' }, tenant),
      close: () => client.stop(),
    };
  } catch (error) {
    await client.stop();
    throw error;
  }
}

/**
 * @returns whether the credentials are an administrator certificate of `authcz.admin_dn`, which
 *   bypasses access checks
 */
async function whoAmI(ask: SendRequest): Promise<boolean> {
  const { statusCode, text, json } = await ask({ method: 'GET', path: `${PREFIX}/whoami` });
  if (statusCode === 401 || statusCode === 403)
    throw new MoveError(
      'The cluster refuses the credentials: check opensearch.username and opensearch.password, or opensearch.ssl.certificate.'
    );
  if (statusCode !== 200)
    throw new MoveError(`The cluster answers ${statusCode}: ${text.slice(0, 300)}`);
  if (!isJsonObject(json))
    throw new MoveError(
      `The address answers ${PREFIX}/whoami in another form than a cluster: ${text.slice(0, 100)}`
    );
  if (json['is_admin'] === true) return true;
  const { statusCode: known } = await ask({ method: 'GET', path: `${PREFIX}/api/tenants` });
  if (known === 200) return false;
  throw new MoveError(
    `The cluster answers ${known} when its configuration is read: whoever moves needs a role of plugins.security.restapi.roles_enabled and all rights on indices (all_access), or the administrator's certificate.`
  );
}

async function getVersion(ask: SendRequest): Promise<string | undefined> {
  const { body } = await requestJson(ask, { method: 'GET', path: '/' });
  const { version } = body;
  const number = isJsonObject(version) ? version['number'] : undefined;
  return typeof number === 'string' ? number : undefined;
}

const MAX_OTHER_FIELDS = 5;

/** Saved objects of a cluster, with the tenants of its indices. */
class ClusterObjects implements ObjectsSource {
  /** Tenant indices whose owner is unknown. */
  unknownIndices: readonly string[] = [];
  /** Objects with fields that an embedded installation does not store. */
  readonly withOtherFields = new Sample<string>();
  readonly otherFields = new Set<string>();
  /** Owners of private tenants that the configuration does not name. */
  privateTenantOwners: readonly string[] = [];

  constructor(
    private readonly cluster: ClusterClient,
    private readonly index: string,
    private readonly configuration: ConfigurationSide
  ) {}

  async tenants(): Promise<readonly TenantKey[]> {
    const indices = await tenantIndices(this.cluster, this.index);
    const owners = await this.owners();
    const unknown = [...indices].filter((name) => name !== this.index && !owners.has(name));
    this.unknownIndices = unknown.sort();
    const named = [...owners].filter(([name]) => indices.has(name)).map(([, key]) => key);
    return [...(indices.has(this.index) ? [''] : []), ...named.sort()];
  }

  async *objects(tenant: TenantKey) {
    for await (const { object, otherFields } of walkObjects(this.cluster, this.index, tenant)) {
      if (otherFields.length > 0) {
        this.withOtherFields.add(`${object.type}:${object.id}`);
        for (const field of otherFields.slice(0, MAX_OTHER_FIELDS)) this.otherFields.add(field);
      }
      yield object;
    }
  }

  /**
   * Tenants by index. Index names contain a hash of the tenant's name, so the indices of all known
   * names are computed.
   */
  private async owners(): Promise<ReadonlyMap<string, TenantKey>> {
    const owners = new Map<string, TenantKey>();
    const add = (name: string, key: TenantKey) => {
      const index = tenantIndexName(this.index, name);
      if (!owners.has(index)) owners.set(index, key);
    };
    for await (const { name } of this.configuration.entries('tenants')) add(name, `tenant:${name}`);
    for await (const { name } of this.configuration.entries('internalusers'))
      add(name, `user:${name}`);
    for await (const { entity } of this.configuration.entries('rolesmapping'))
      for (const name of 'users' in entity ? entity.users : []) add(name, `user:${name}`);
    for (const name of this.privateTenantOwners) add(name, `user:${name}`);
    return owners;
  }
}

/**
 * Tenants of an embedded installation that would share an index with another tenant on a cluster.
 */
export function sharedIndices(tenants: readonly TenantKey[]): readonly TenantKey[] {
  const indices = new Set<string>();
  return tenants.filter((key) => {
    const name = key.slice(key.indexOf(':') + 1);
    const index = key === '' ? '' : tenantIndexName(DASHBOARDS_DEFAULTS.index, name);
    if (indices.has(index)) return true;
    indices.add(index);
    return false;
  });
}
