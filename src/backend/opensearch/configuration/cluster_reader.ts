/** Reads the security configuration with the server's own permissions. */
import type { ResourceType } from '../../../contracts/entities';
import { CLUSTER_LIMITS } from '../../../contracts/limits';
import { isJsonObject } from '../../model/entity_shape';
import { PREFIX } from '../../model/paths';
import type { DocumentId } from '../../api/engine';
import {
  ClusterError,
  troubleOfDelay,
  type ClusterCall,
  type ClusterResponse,
  type ClusterClient,
} from '../client';

type Json = Readonly<Record<string, unknown>>;

/** Permissions of the server's user, as shown to administrators. */
export const RIGHTS_NEEDED =
  'opensearch.username needs a role that may call the security REST API (security_rest_api_access).';

export class ClusterReader {
  constructor(private readonly client: Pick<ClusterClient, 'asServer'>) {}

  /** The response text. */
  async collection(type: ResourceType): Promise<string> {
    const maxBytes = CLUSTER_LIMITS.collectionBytes;
    return checkResult(await this.get(type, { maxBytes, isText: true }), type).text;
  }

  /** @returns the entity by its name; `undefined` if it does not exist */
  async entity(type: ResourceType, name: string): Promise<Json | undefined> {
    const response = await this.get(`${type}/${encodeURIComponent(name)}`);
    return response.statusCode === 404 ? undefined : jsonObject(response, type);
  }

  /**
   * @returns `undefined` if this cluster does not have the document, or shows it only to super
   *   administrators
   */
  async document(id: Exclude<DocumentId, 'guardrails'>): Promise<Json | undefined> {
    const response = await this.get(id === 'config' ? 'securityconfig' : id);
    const isAbsent = [400, 403, 404, 405, 501].includes(response.statusCode);
    if (isAbsent && (id === 'nodesdn' || id === 'allowlist')) return undefined;
    const body = jsonObject(response, id);
    if (id === 'nodesdn') return body;
    return isJsonObject(body['config']) ? body['config'] : undefined;
  }

  private get(
    path: string,
    options?: Pick<ClusterCall, 'maxBytes' | 'isText'>
  ): Promise<ClusterResponse> {
    return this.client.asServer({ method: 'GET', path: `${PREFIX}/api/${path}`, ...options });
  }
}

function checkResult(response: ClusterResponse, what: string): ClusterResponse {
  const { statusCode, text } = response;
  if (statusCode === 200) return response;
  const isRefused = statusCode === 401 || statusCode === 403;
  const [trouble, why] = isRefused
    ? (['refused', RIGHTS_NEEDED] as const)
    : ([troubleOfDelay(statusCode, text), text.slice(0, 300)] as const);
  const message = `The cluster answers ${statusCode} when the server reads ${what}: ${why}`;
  throw new ClusterError(trouble, message);
}

function jsonObject(response: ClusterResponse, what: string): Json {
  const { json } = checkResult(response, what);
  if (isJsonObject(json)) return json;
  throw new ClusterError('malformed', `The cluster shows ${what} in another form.`);
}
