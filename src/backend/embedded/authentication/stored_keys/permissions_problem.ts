/** What is wrong with the permissions that somebody would give a key. */
import type { ApiKeyPermissions } from '../../../../contracts/api';
import { API_KEY_LIMITS } from '../../../../contracts/limits';
import { isRegex } from '../../../access/patterns/pattern';

const { ownEntries, ownNames, ownNameLength, ownLength } = API_KEY_LIMITS;

interface NamedList {
  /** Where it stands: `index_permissions[0].allowed_actions`. */
  readonly place: string;
  readonly names: readonly string[];
  readonly isNeeded: boolean;
}

/** @returns half a sentence; `undefined` for permissions that can be saved */
export function permissionsProblem(permissions: ApiKeyPermissions): string | undefined {
  const {
    cluster_permissions: cluster,
    index_permissions: index,
    tenant_permissions: tenants,
  } = permissions;
  if (cluster.length + index.length + tenants.length === 0) return 'they name nothing';
  if (index.length > ownEntries || tenants.length > ownEntries)
    return `there are at most ${ownEntries} entries of a kind`;
  for (const list of listsOf(permissions)) {
    const problem = listProblem(list);
    if (problem !== undefined) return problem;
  }
  return JSON.stringify(permissions).length > ownLength
    ? `together they have at most ${ownLength} characters`
    : undefined;
}

function* listsOf(permissions: ApiKeyPermissions): Iterable<NamedList> {
  yield { place: 'cluster_permissions', names: permissions.cluster_permissions, isNeeded: false };
  for (const [position, entry] of permissions.index_permissions.entries()) {
    const place = `index_permissions[${position}]`;
    yield { place: `${place}.index_patterns`, names: entry.index_patterns, isNeeded: true };
    yield { place: `${place}.allowed_actions`, names: entry.allowed_actions, isNeeded: true };
  }
  for (const [position, entry] of permissions.tenant_permissions.entries()) {
    const place = `tenant_permissions[${position}]`;
    yield { place: `${place}.tenant_patterns`, names: entry.tenant_patterns, isNeeded: true };
    yield { place: `${place}.allowed_actions`, names: entry.allowed_actions, isNeeded: true };
  }
}

function listProblem({ place, names, isNeeded }: NamedList): string | undefined {
  if (isNeeded && names.length === 0) return `${place} is empty`;
  if (names.length > ownNames) return `${place} has more than ${ownNames} names`;
  const wrong = names.findIndex(isWrong);
  return wrong === -1
    ? undefined
    : `${place}[${wrong}] is no name or pattern of 1 to ${ownNameLength} characters; regular expressions are not for keys`;
}

const isWrong = (name: string): boolean =>
  name.trim() === '' ||
  name.length > ownNameLength ||
  /[\u0000-\u001f\u007f]/.test(name) ||
  isRegex(name);
