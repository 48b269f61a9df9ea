/** Request of the access explorer, stored in its address. */
import { NAMELESS, type AccessExplanation, type ExplainRequest } from '@sd/contracts';
import { parseQueryParams, send, stringifyQueryParams } from '@sd/core/public';
import { denialsIn } from './denial_text';
import type { AdminServices } from '../../../services/admin_context';
import { EXPLAIN_ACCESS } from '../../../../common';

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

const splitNames = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Indices of applications, where the requested tenant decides. */
const isOfDashboards = (index: string): boolean => /^\.(kibana|opensearch_dashboards)/.test(index);
const BULK_SHARD = 'indices:data/write/bulk[s]';

/**
 * Reads denials of a cluster. Of several, the first one's user and action count, with the indices
 * of all that are about the same.
 * @returns `undefined` if the text has none
 */
export function requestFromError(text: string): Partial<ExplorerRequest> | undefined {
  const denials = denialsIn(text);
  const first = denials.find(({ actions }) => actions.length > 0) ?? denials[0];
  if (!first) return undefined;
  const { actions, user = '', backendRoles, roles, tenant } = first;
  // A write of one document needs both, so its own action asks for all that is missing.
  const action = actions.find((one) => one !== BULK_SHARD) ?? actions[0] ?? '';
  const same = denials.filter((one) => one.user === first.user && one.actions[0] === actions[0]);
  const indices = [...new Set(same.flatMap((one) => one.indices))];
  const isAboutTenant =
    tenant !== undefined && action.startsWith('indices:') && indices.every(isOfDashboards);
  return {
    // The message is about the user, not about a key that the page may be asked about.
    apiKey: '',
    action,
    user,
    backendRoles,
    roles,
    index: isAboutTenant ? '' : indices.join(', '),
    tenant: isAboutTenant ? tenant : undefined,
  };
}

/**
 * Explains access for the internal user of that name, or for a described subject if there is none.
 */
export async function requestExplanation(
  { entities, core: { http } }: Pick<AdminServices, 'entities' | 'core'>,
  { user, backendRoles, roles, apiKey, action, index, tenant }: ExplorerRequest,
  signal: AbortSignal
): Promise<AccessExplanation> {
  const names = splitNames(index);
  const target: Pick<ExplainRequest, 'action' | 'index' | 'tenant'> = {
    action,
    ...(names.length > 0 && { index: names }),
    ...(tenant !== undefined && { tenant }),
  };
  const explain = (body: Omit<ExplainRequest, 'changes'>) =>
    send(http, EXPLAIN_ACCESS, { body, signal }) as Promise<AccessExplanation>;
  if (apiKey !== '') return explain({ api_key: apiKey, ...target });
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
  return explain({ ...subject, ...target });
}
