/** Validates the permissions of a new API key. */
import type { ApiKeyPermissions } from '../../../../contracts/api';
import {
  ENGINE_ERRORS,
  type ErrorDefinition,
  type ErrorParams,
} from '../../../../contracts/errors';
import { API_KEY_LIMITS } from '../../../../contracts/limits';
import { isRegex } from '../../../access/patterns/pattern';

const { ownEntries, ownNames, ownNameLength, ownLength } = API_KEY_LIMITS;

interface NamedList {
  /** Path of the faulty value, such as `index_permissions[0].allowed_actions`. */
  readonly path: string;
  readonly names: readonly string[];
  readonly isNeeded: boolean;
}

/** The error and the values for its text. */
export type PermissionsProblem = readonly [ErrorDefinition, ErrorParams];

/** @returns `undefined` if the permissions are valid */
export function permissionsProblem(permissions: ApiKeyPermissions): PermissionsProblem | undefined {
  const {
    cluster_permissions: cluster,
    index_permissions: index,
    tenant_permissions: tenants,
  } = permissions;
  if (cluster.length + index.length + tenants.length === 0)
    return [ENGINE_ERRORS.apiKeyNothing, {}];
  if (index.length > ownEntries || tenants.length > ownEntries)
    return [ENGINE_ERRORS.apiKeyEntries, { limit: ownEntries }];
  for (const list of getLists(permissions)) {
    const problem = listProblem(list);
    if (problem !== undefined) return problem;
  }
  return JSON.stringify(permissions).length > ownLength
    ? [ENGINE_ERRORS.apiKeyLength, { limit: ownLength }]
    : undefined;
}

function* getLists(permissions: ApiKeyPermissions): Iterable<NamedList> {
  yield { path: 'cluster_permissions', names: permissions.cluster_permissions, isNeeded: false };
  for (const [position, entry] of permissions.index_permissions.entries()) {
    const path = `index_permissions[${position}]`;
    yield { path: `${path}.index_patterns`, names: entry.index_patterns, isNeeded: true };
    yield { path: `${path}.allowed_actions`, names: entry.allowed_actions, isNeeded: true };
  }
  for (const [position, entry] of permissions.tenant_permissions.entries()) {
    const path = `tenant_permissions[${position}]`;
    yield { path: `${path}.tenant_patterns`, names: entry.tenant_patterns, isNeeded: true };
    yield { path: `${path}.allowed_actions`, names: entry.allowed_actions, isNeeded: true };
  }
}

function listProblem({ path, names, isNeeded }: NamedList): PermissionsProblem | undefined {
  if (isNeeded && names.length === 0) return [ENGINE_ERRORS.apiKeyEmptyList, { place: path }];
  if (names.length > ownNames)
    return [ENGINE_ERRORS.apiKeyLongList, { place: path, limit: ownNames }];
  const wrong = names.findIndex(isWrong);
  return wrong === -1
    ? undefined
    : [ENGINE_ERRORS.apiKeyPattern, { place: `${path}[${wrong}]`, limit: ownNameLength }];
}

const isWrong = (name: string): boolean =>
  name.trim() === '' ||
  name.length > ownNameLength ||
  /[\u0000-\u001f\u007f]/.test(name) ||
  isRegex(name);
