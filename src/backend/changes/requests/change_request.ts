/**
 * Requests that may change the configuration of a cluster. Each is parsed once, where it arrives;
 * checks, write and record use the result.
 */
import type { ResourceType } from '../../../contracts/entities';
import { DOCUMENT_NAME, isEntityType } from '../../api/change';
import type { ConfiguredType, DocumentId, EngineRequest, HistoryType } from '../../api/engine';
import { LEGACY_PREFIX, PREFIX } from '../../model/paths';
import { readBody } from '../../model/payload';
import { firstSegments, parsePatch, replacesWhole, type SentOperation } from '../json_patch';
import { RENAMABLE, type Renamable } from '../rename/references';

/** What a request changes: an entity, a document, or without a name all entities of a type. */
export interface Target {
  readonly type: ConfiguredType;
  readonly name?: string;
}

export interface EntityTarget {
  readonly type: ResourceType;
  readonly name: string;
}

export interface ChangeRequest {
  readonly request: EngineRequest;
  /** Empty if the path is unknown or the body invalid, so that the backend rejects it. */
  readonly targets: readonly Target[];
  /** The entity of the path, which has a version. */
  readonly entity?: EntityTarget;
  /** The entity that gets another name (`POST /api/{type}/{name}/_rename`). */
  readonly renamed?: { readonly type: Renamable; readonly name: string };
  /** Whether it creates a token for the caller or a service account. */
  readonly issuesToken: boolean;
  /** Whether it may change permissions. Unknown paths of the management API may. */
  readonly mayChangeAccess: boolean;
  /** Absent if the body cannot be read, or was not, because the path is unknown. */
  readonly body?: { readonly value: unknown };
  /** Of a valid patch. */
  readonly operations?: readonly SentOperation[];
}

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
const TOKENS: readonly string[] = ['obo', 'generateonbehalfoftoken'];
const MANAGEMENT = /^\/_(plugins|opendistro)\/_security\/+api\//;

/**
 * @param userName - of the caller, for requests that change the caller's own account
 * @returns `undefined` for requests that only read
 */
export function parseChange(request: EngineRequest, userName: string): ChangeRequest | undefined {
  const { method, path } = request;
  const segments = toSegments(path);
  const [first = '', name, more] = segments;
  const isChange = CHANGES.has(method);
  const issuesToken = TOKENS.includes(first) || more === 'authtoken';
  if (!isChange)
    return issuesToken ? { request, targets: [], issuesToken, mayChangeAccess: false } : undefined;
  const type = getType(first);
  const hasBody = type !== undefined || first === 'account' || Object.hasOwn(DOCUMENTS, first);
  const body = hasBody ? toBody(request) : undefined;
  const operations = body && operationsIn(body.value);
  const parts = { entity: entityIn(segments), renamed: renamedIn(method, segments) };
  const mayChangeAccess = MANAGEMENT.test(path) && !issuesToken && !APART.has(first);
  const parsed = { request, issuesToken, mayChangeAccess, body, operations, ...parts };
  const to = (...targets: readonly Target[]): ChangeRequest => ({ ...parsed, targets });
  if (first === 'account') return to({ type: 'internalusers', name: userName });
  if (first === '_upgrade_perform') return to(...UPGRADED.map((upgraded) => ({ type: upgraded })));
  if (Object.hasOwn(DOCUMENTS, first))
    return to({ type: DOCUMENTS[first] as DocumentId, name: DOCUMENT_NAME });
  if (type === undefined) return to();
  if (name === undefined) return to(...patchedTargets(type, operations));
  const isToken = type === 'internalusers' && more === 'authtoken';
  return parts.entity || parts.renamed || isToken ? to({ type, name }) : to();
}

/** The single entity of a path. */
export const entityOfPath = ({ path }: Pick<EngineRequest, 'path'>): EntityTarget | undefined =>
  entityIn(toSegments(path));

/** A unique key per target, independent of the form of the path. */
export const targetKey = ({ type, name = '' }: Target): string => `${type}/${name}`;

function entityIn([first = '', name, ...more]: readonly string[]): EntityTarget | undefined {
  const type = getType(first);
  return type !== undefined && name !== undefined && more.length === 0 ? { type, name } : undefined;
}

function renamedIn(
  method: EngineRequest['method'],
  [first = '', name, ...more]: readonly string[]
): ChangeRequest['renamed'] {
  const type = RENAMABLE.find((one) => one === getType(first));
  const isRename = method === 'POST' && more.length === 1 && more[0] === '_rename';
  return isRename && type !== undefined && name !== undefined ? { type, name } : undefined;
}

const getType = (segment: string): ResourceType | undefined => {
  if (Object.hasOwn(ALIASES, segment)) return ALIASES[segment];
  return isEntityType(segment as HistoryType) ? (segment as ResourceType) : undefined;
};

/** Decoded path segments after `/api`; empty if one is invalid. */
function toSegments(path: string): readonly string[] {
  const prefix = [PREFIX, LEGACY_PREFIX].find((one) => path.startsWith(`${one}/`));
  if (prefix === undefined) return [];
  const [api, ...rest] = path.slice(prefix.length).split('/').filter(Boolean);
  try {
    return api === 'api' ? rest.map(decodeURIComponent) : [];
  } catch {
    return [];
  }
}

function toBody(request: EngineRequest): ChangeRequest['body'] {
  try {
    return { value: readBody(request) };
  } catch {
    return undefined;
  }
}

function operationsIn(body: unknown): readonly SentOperation[] | undefined {
  try {
    return parsePatch(body);
  } catch {
    return undefined;
  }
}

function patchedTargets(
  type: ResourceType,
  operations: readonly SentOperation[] | undefined
): readonly Target[] {
  if (!operations) return [];
  if (replacesWhole(operations)) return [{ type }];
  return [...new Set(firstSegments(operations))].map((name) => ({ type, name }));
}
