/** What the access explorer is asked, as its address keeps it. Pure. */
import type { AccessExplanation, ExplainRequest } from '@sd/contracts';
import { parseQueryParams, stringifyQueryParams } from '@sd/core/public';
import type { AccessClient } from '../../../services/access_client';
import type { EntityClient } from '../../../services/entity_client';

export interface ExplorerRequest {
  /** '': somebody without a name, known by backend roles alone. */
  readonly user: string;
  /** Counted for those who are no internal users. */
  readonly backendRoles: readonly string[];
  /** Security roles: judged is somebody who has these beside what backend roles bring. */
  readonly roles: readonly string[];
  /** Id of an API key, as which its owner is judged; '': no key. */
  readonly apiKey: string;
  readonly action: string;
  /** Names and patterns, joined by commas. */
  readonly index: string;
  /** Wire name; `undefined`: the question is about no tenant. */
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

/** Whether it says who is judged. */
export const hasSubject = ({ user, backendRoles, roles, apiKey }: ExplorerRequest): boolean =>
  user !== '' || backendRoles.length > 0 || roles.length > 0 || apiKey !== '';

export const isComplete = (request: ExplorerRequest): boolean =>
  request.action !== '' && hasSubject(request);

const ERROR = /no permissions for \[([^\]]+)\]/;
const USER = /User \[name=(.*?), backend_roles=\[(.*?)\](?:, requestedTenant=(.*?))?\]/;
/** Of the answer around the error, when it was pasted with it. */
const INDEX = /"index"\s*:\s*"([^"]+)"/;

const listed = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/**
 * Reads a cluster's refusal: "no permissions for [indices:data/read/search] and User [name=jane,
 * backend_roles=[staff], requestedTenant=null]". Of several actions the first is asked about.
 * @returns `undefined` when the text is no such error
 */
export function requestFromError(text: string): Partial<ExplorerRequest> | undefined {
  const [, actions = ''] = ERROR.exec(text) ?? [];
  const [action] = listed(actions);
  if (action === undefined) return undefined;
  const [, user = '', backendRoles = ''] = USER.exec(text) ?? [];
  const [, index = ''] = INDEX.exec(text) ?? [];
  return { action, user, backendRoles: listed(backendRoles), index };
}

/** Stands for nobody's name: mappings of names match it only where they match everybody. */
const NAMELESS = '-';

/** Asks about the internal user of the name; about a described person when there is none. */
export async function askExplorer(
  { entities, access }: { readonly entities: EntityClient; readonly access: AccessClient },
  { user, backendRoles, roles, apiKey, action, index, tenant }: ExplorerRequest,
  signal: AbortSignal
): Promise<AccessExplanation> {
  const names = listed(index);
  const what: Pick<ExplainRequest, 'action' | 'index' | 'tenant'> = {
    action,
    ...(names.length > 0 && { index: names }),
    ...(tenant !== undefined && { tenant }),
  };
  if (apiKey !== '') return access.explain({ api_key: apiKey, ...what }, signal);
  const isInternal =
    user !== '' && (await entities.find('internalusers', user, signal)) !== undefined;
  const who = isInternal
    ? { user }
    : {
        subject: {
          name: user === '' ? NAMELESS : user,
          backend_roles: [...backendRoles],
          ...(roles.length > 0 && { security_roles: [...roles] }),
        },
      };
  return access.explain({ ...who, ...what }, signal);
}
