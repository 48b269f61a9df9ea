/** Reads the security configuration with the server's own permissions. */
import type { ResourceType } from '../../../contracts/entities';
import { CLUSTER_LIMITS } from '../../../contracts/limits';
import { isJsonObject } from '../../model/entity_shape';
import { PREFIX } from '../../model/paths';
import type { DocumentId } from '../../api/engine';
import { ClusterError, troubleOfDelay, type ClusterResponse, type ClusterClient } from '../client';

type Json = Readonly<Record<string, unknown>>;

/** Permissions of the server's user, as shown to administrators. */
export const RIGHTS_NEEDED =
  'opensearch.username needs a role that may call the security REST API (security_rest_api_access).';

export class ClusterReader {
  constructor(private readonly client: Pick<ClusterClient, 'asServer'>) {}

  /** The response text. */
  async collection(type: ResourceType): Promise<string> {
    const maxBytes = CLUSTER_LIMITS.collectionBytes;
    return this.text(await this.get(type, maxBytes), type);
  }

  /** @returns `undefined` if the entity does not exist */
  async entity(type: ResourceType, name: string): Promise<string | undefined> {
    const response = await this.get(`${type}/${encodeURIComponent(name)}`);
    return response.statusCode === 404 ? undefined : this.text(response, type);
  }

  /**
   * @returns `undefined` if this cluster does not have the document, or shows it only to super
   *   administrators
   */
  async document(id: Exclude<DocumentId, 'guardrails'>): Promise<Json | undefined> {
    const response = await this.get(id === 'config' ? 'securityconfig' : id);
    const isAbsent = [400, 403, 404, 405, 501].includes(response.statusCode);
    if (isAbsent && (id === 'nodesdn' || id === 'allowlist')) return undefined;
    const body: unknown = JSON.parse(this.text(response, id));
    if (!isJsonObject(body)) return undefined;
    if (id === 'nodesdn') return body;
    return isJsonObject(body['config']) ? body['config'] : undefined;
  }

  private get(path: string, maxBytes?: number): Promise<ClusterResponse> {
    const call = { method: 'GET', path: `${PREFIX}/api/${path}` } as const;
    return this.client.asServer({ ...call, ...(maxBytes !== undefined && { maxBytes }) });
  }

  private text({ statusCode, text }: ClusterResponse, what: string): string {
    if (statusCode === 200) return text;
    const isRefused = statusCode === 401 || statusCode === 403;
    const [trouble, why] = isRefused
      ? (['refused', RIGHTS_NEEDED] as const)
      : ([troubleOfDelay(statusCode, text), text.slice(0, 300)] as const);
    const message = `The cluster answers ${statusCode} when the server reads ${what}: ${why}`;
    throw new ClusterError(trouble, message);
  }
}
