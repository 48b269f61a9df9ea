/** Request of the access explorer, stored in its address. */
import { NAMELESS, type AccessExplanation, type ExplainRequest } from '@sd/contracts';
import { parseQueryParams, stringifyQueryParams } from '@sd/core/public';
import type { AccessClient } from '../../../services/admin_clients';
import type { EntityClient } from '../../../services/entity_client';

export interface ExplorerRequest {
  /** '' for a subject without a name, given only by roles. */
  readonly user: string;
  /** Applies to subjects that are not internal users. */
  readonly backendRoles: readonly string[];
  /** Security roles, in addition to those mapped from the backend roles. */
  readonly roles: readonly string[];
  /** Id of an API key, evaluated as its owner with the key's limits; '' for none. */
  readonly apiKey: string;
  readonly action: string;
  /** Names and patterns, separated by commas. */
  readonly index: string;
  /** Wire name; `undefined` if the request is not about a tenant. */
  readonly tenant: string | undefined;
}

export function requestToSearch(request: Partial<ExplorerRequest>): string {
  const { user = '', backendRoles = [], roles = [] } = request;
  const { apiKey = '', action = '', index = '', tenant } = request;
  return stringifyQueryParams({
    api_key: apiKey || undefined,
    user: user || undefined,
    backend_role: backendRoles,
    role: roles,
    action: action || undefined,
    index: index || undefined,
    tenant,
  });
}

export function requestFromSearch(search: string): ExplorerRequest {
  const params = parseQueryParams(search);
  return {
    user: params.get('user') ?? '',
    backendRoles: params.getAll('backend_role'),
    roles: params.getAll('role'),
    apiKey: params.get('api_key') ?? '',
    action: params.get('action') ?? '',
    index: params.get('index') ?? '',
    tenant: params.get('tenant') ?? undefined,
  };
}

/** Whether the request names a subject. */
export const hasSubject = ({ user, backendRoles, roles, apiKey }: ExplorerRequest): boolean =>
  user !== '' || backendRoles.length > 0 || roles.length > 0 || apiKey !== '';

export const isComplete = (request: ExplorerRequest): boolean =>
  request.action !== '' && hasSubject(request);

const ERROR = /no permissions for \[([^\]]+)\]/;
const USER = /User \[name=(.*?), backend_roles=\[(.*?)\](?:, requestedTenant=(.*?))?\]/;
/** Index in the response around a pasted error. */
const INDEX = /"index"\s*:\s*"([^"]+)"/;

const listed = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/**
 * Parses a cluster error: "no permissions for [indices:data/read/search] and User [name=jane,
 * backend_roles=[staff], requestedTenant=null]". Of several actions the first one counts.
 * @returns `undefined` if the text is not such an error
 */
export function requestFromError(text: string): Partial<ExplorerRequest> | undefined {
  const [, actions = ''] = ERROR.exec(text) ?? [];
  const [action] = listed(actions);
  if (action === undefined) return undefined;
  const [, user = '', backendRoles = ''] = USER.exec(text) ?? [];
  const [, index = ''] = INDEX.exec(text) ?? [];
  return { action, user, backendRoles: listed(backendRoles), index };
}

/**
 * Explains access for the internal user of that name, or for a described subject if there is none.
 */
export async function requestExplanation(
  { entities, access }: { readonly entities: EntityClient; readonly access: AccessClient },
  { user, backendRoles, roles, apiKey, action, index, tenant }: ExplorerRequest,
  signal: AbortSignal
): Promise<AccessExplanation> {
  const names = listed(index);
  const target: Pick<ExplainRequest, 'action' | 'index' | 'tenant'> = {
    action,
    ...(names.length > 0 && { index: names }),
    ...(tenant !== undefined && { tenant }),
  };
  if (apiKey !== '') return access.explain({ api_key: apiKey, ...target }, signal);
  const isInternal =
    user !== '' && (await entities.find('internalusers', user, signal)) !== undefined;
  const subject = isInternal
    ? { user }
    : {
        subject: {
          name: user === '' ? NAMELESS : user,
          backend_roles: [...backendRoles],
          ...(roles.length > 0 && { security_roles: [...roles] }),
        },
      };
  return access.explain({ ...subject, ...target }, signal);
}
