/** Determines the entities and documents that a management request would change. */
import type { ResourceType } from '../../contracts/entities';
import { isEntityType } from '../api/change';
import { firstSegments, parsePatch, replacesWhole } from '../changes/json_patch';
import { RENAMABLE, type Renamable } from '../changes/rename/references';
import { readBody } from '../model/payload';
import type { DocumentId, EngineRequest, HistoryType } from '../api/engine';
import { LEGACY_PREFIX, PREFIX } from '../model/paths';

export type Target =
  | { readonly kind: 'entity'; readonly type: ResourceType; readonly name: string }
  /** All entities of a type, if the request does not name them. */
  | { readonly kind: 'collection'; readonly type: ResourceType }
  | { readonly kind: 'document'; readonly id: DocumentId };

const ALIASES: Readonly<Record<string, ResourceType>> = {
  user: 'internalusers',
  actiongroup: 'actiongroups',
};
const DOCUMENTS: Readonly<Record<string, DocumentId>> = {
  securityconfig: 'config',
  tenancy: 'config',
  authfailurelisteners: 'config',
  audit: 'audit',
  nodesdn: 'nodesdn',
  allowlist: 'allowlist',
  guardrails: 'guardrails',
};
const UPGRADED = ['roles', 'rolesmapping', 'actiongroups', 'tenants', 'internalusers'] as const;
const CHANGES: ReadonlySet<string> = new Set(['PUT', 'POST', 'PATCH', 'DELETE']);

/** @param userName - of the caller, for requests that change the caller's own account */
export function targetsOf(request: EngineRequest, userName: string): readonly Target[] {
  const [first, name, more] = CHANGES.has(request.method) ? segmentsOf(request.path) : [];
  if (first === undefined) return [];
  if (first === 'account') return [{ kind: 'entity', type: 'internalusers', name: userName }];
  if (first === '_upgrade_perform') return UPGRADED.map((type) => ({ kind: 'collection', type }));
  if (Object.hasOwn(DOCUMENTS, first))
    return [{ kind: 'document', id: DOCUMENTS[first] as 'config' }];
  const type = typeOf(first);
  if (type === undefined) return [];
  if (name !== undefined) {
    const isKnown =
      more === undefined ||
      (type === 'internalusers' && more === 'authtoken') ||
      renameOf(request) !== undefined;
    return isKnown ? [{ kind: 'entity', type, name }] : [];
  }
  return patchedTargets(type, request);
}

/** First segments of paths whose changes affect no permissions. */
const APART: ReadonlySet<string> = new Set([
  'account',
  'allowlist',
  'audit',
  'authfailurelisteners',
  'cache',
  'certificates',
  'authtoken',
  'generateonbehalfoftoken',
  'guardrails',
  'nodesdn',
  'obo',
  'ratelimiters',
  'securityconfig',
  'ssl',
  'tenancy',
  'tenants',
  'validate',
  'whitelist',
]);

/** Whether a request may change permissions. Unknown paths of the management API may. */
export function mayChangeAccess(request: EngineRequest): boolean {
  const { method, path } = request;
  const isChange = CHANGES.has(method) && /^\/_(plugins|opendistro)\/_security\/+api\//.test(path);
  const [first] = isChange ? segmentsOf(path) : [];
  return isChange && !issuesToken(request) && (first === undefined || !APART.has(first));
}

/** Whether a request creates a token for the caller or a service account. */
export function issuesToken({ path }: Pick<EngineRequest, 'path'>): boolean {
  const [first = '', , more] = segmentsOf(path);
  return ['obo', 'generateonbehalfoftoken'].includes(first) || more === 'authtoken';
}

/** The entity that a request renames (`POST /api/{type}/{name}/_rename`). */
export function renameOf({
  method,
  path,
}: EngineRequest): { readonly type: Renamable; readonly name: string } | undefined {
  const [first = '', name, ...more] = segmentsOf(path);
  const type = RENAMABLE.find((one) => one === typeOf(first));
  const isRename = method === 'POST' && more.length === 1 && more[0] === '_rename';
  return isRename && type !== undefined && name !== undefined ? { type, name } : undefined;
}

/** A unique key per entity or document, independent of the form of the path. */
export const keyOf = (target: Target): string =>
  target.kind === 'document' ? target.id : `${target.type}/${'name' in target ? target.name : ''}`;

/** The single entity of a path. These have versions. */
export function entityOf({
  path,
}: Pick<EngineRequest, 'path'>):
  { readonly type: ResourceType; readonly name: string } | undefined {
  const [first = '', name, ...more] = segmentsOf(path);
  const type = typeOf(first);
  return type !== undefined && name !== undefined && more.length === 0 ? { type, name } : undefined;
}

const typeOf = (segment: string): ResourceType | undefined => {
  if (Object.hasOwn(ALIASES, segment)) return ALIASES[segment];
  return isEntityType(segment as HistoryType) ? (segment as ResourceType) : undefined;
};

/** Decoded path segments after `/api`; empty if one is invalid, so that the backend rejects it. */
function segmentsOf(path: string): readonly string[] {
  const prefix = [PREFIX, LEGACY_PREFIX].find((one) => path.startsWith(`${one}/`));
  if (prefix === undefined) return [];
  const [api, ...rest] = path.slice(prefix.length).split('/').filter(Boolean);
  try {
    return api === 'api' ? rest.map(decodeURIComponent) : [];
  } catch {
    return [];
  }
}

/** Empty for an invalid body, which the backend rejects. */
function patchedTargets(type: ResourceType, request: EngineRequest): readonly Target[] {
  try {
    const operations = parsePatch(readBody(request));
    if (replacesWhole(operations)) return [{ kind: 'collection', type }];
    const names = new Set(firstSegments(operations));
    return [...names].map((name) => ({ kind: 'entity', type, name }));
  } catch {
    return [];
  }
}
