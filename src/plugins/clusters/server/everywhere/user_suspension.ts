/**
 * Suspends and reactivates a user on one cluster. Where users cannot be suspended, what gives
 * access to this user alone is removed: roles and backend roles of the entry, and the name in role
 * mappings. An attribute of the user keeps it, so that it can be given back. Changes are made with
 * the versions that were read, and each step can be repeated after a failure.
 */
import { randomBytes } from 'node:crypto';
import {
  errorBody,
  type InternalUser,
  type UserChange,
  isSuspended,
  SUSPENSION_ATTRIBUTE,
  REMOVED_ACCESS_ATTRIBUTE,
  CONFIRM_LOCKOUT,
} from '@sd/contracts';
import type { ScopedEngineClient } from '@sd/core/server';
import { CLUSTER_ERRORS } from '../../common';
import type { Tools } from '../types';
import { findUser } from './user_on_cluster';
import {
  NOTHING_REMOVED,
  type RemovedAccess,
  findRemovedAccess,
  removedAccessText,
} from './removed_access';

type Outcome = Omit<UserChange, 'id'>;
type Mappings = Readonly<Record<string, { readonly users?: readonly string[] }>>;
type Attributes = Readonly<Record<string, string>>;

export interface EngineUser {
  readonly tools: Tools;
  readonly engine: ScopedEngineClient;
  readonly name: string;
  /** Whether the cluster has the feature `suspension`. */
  readonly canSuspend: boolean;
  /** Changes even if no one could administer security afterwards. */
  readonly confirmsLockout?: boolean;
}

/** @throws {EngineRequestError}, or that the cluster is unreachable */
export async function suspendOn(target: EngineUser, replacesPassword: boolean): Promise<Outcome> {
  const { tools, engine, name, canSuspend } = target;
  const found = await findUser(tools, engine, name);
  if (!found) return { result: 'missing' };
  const { user, etag } = found;
  if (canSuspend) {
    if (isSuspended(user)) return { result: 'already' };
    const attributes = { ...user.attributes, [SUSPENSION_ATTRIBUTE]: 'false' };
    await patch(target, 'internalusers', name, etag, { attributes });
    return { result: 'done' };
  }
  const known = findRemovedAccess(user);
  if (known === 'unreadable') return unreadable();
  const mappings = await mappingsNaming(target);
  const removed: RemovedAccess = {
    roles: union(known?.roles, user.opendistro_security_roles),
    backendRoles: union(known?.backendRoles, user.backend_roles),
    mappings: union(known?.mappings, mappings),
    isLockedOut: (known ?? NOTHING_REMOVED).isLockedOut || replacesPassword,
  };
  const text = removedAccessText(removed);
  const isNew = !known || text !== removedAccessText(known);
  if (isNew)
    // First, so that nothing is forgotten if a later step fails.
    await patch(target, 'internalusers', name, etag, {
      attributes: { ...user.attributes, [REMOVED_ACCESS_ATTRIBUTE]: text },
      opendistro_security_roles: [],
      backend_roles: [],
      ...(replacesPassword && { password: unknownPassword() }),
    });
  const problem = await changeMappings(target, mappings, (users) =>
    users.filter((one) => one !== name)
  );
  if (problem) return { result: 'failed', problem };
  const { roles } = await tools.toResult(engine.effectivePermissions(name));
  return {
    result: isNew || mappings.length > 0 ? 'done' : 'already',
    kept_roles: roles.flatMap(({ role, exists }) => (exists ? [role] : [])),
    ...(removed.isLockedOut && { needs_password: true }),
  };
}

/** @throws {EngineRequestError}, or that the cluster is unreachable */
export async function reactivateOn(target: EngineUser): Promise<Outcome> {
  const { tools, engine, name, canSuspend } = target;
  const found = await findUser(tools, engine, name);
  if (!found) return { result: 'missing' };
  const { user, etag } = found;
  const attributes: Record<string, string> = { ...user.attributes };
  if (canSuspend) {
    if (!isSuspended(user)) return { result: 'already' };
    delete attributes[SUSPENSION_ATTRIBUTE];
    await patch(target, 'internalusers', name, etag, { attributes });
    return { result: 'done' };
  }
  const removed = findRemovedAccess(user);
  if (!removed) return { result: 'already' };
  if (removed === 'unreadable') return unreadable();
  const problem = await changeMappings(target, removed.mappings, (users) => union(users, [name]));
  if (problem) return { result: 'failed', problem };
  // Last, so that nothing is forgotten if a mapping cannot be changed.
  delete attributes[REMOVED_ACCESS_ATTRIBUTE];
  await patch(target, 'internalusers', name, etag, {
    attributes,
    opendistro_security_roles: union(user.opendistro_security_roles, removed.roles),
    backend_roles: union(user.backend_roles, removed.backendRoles),
  });
  return { result: 'done', ...(removed.isLockedOut && { needs_password: true }) };
}

const unreadable = (): Outcome => ({
  result: 'failed',
  problem: errorBody(CLUSTER_ERRORS.unknownRemovedRoles, { attribute: REMOVED_ACCESS_ATTRIBUTE }),
});

/**
 * Roles whose mapping names exactly this user, so that removing the name affects nobody else. Read
 * from the cluster, because lists can be seconds old.
 */
async function mappingsNaming({ tools, engine, name }: EngineUser): Promise<string[]> {
  const path = tools.paths.collection('rolesmapping');
  const { body } = await tools.expectSuccess(engine.request({ method: 'GET', path }));
  return Object.entries(body as Mappings).flatMap(([role, { users }]) =>
    users?.includes(name) ? [role] : []
  );
}

/** @returns what could not be changed; mappings that no longer exist are left out */
async function changeMappings(
  target: EngineUser,
  roles: readonly string[],
  change: (users: readonly string[]) => readonly string[]
): Promise<Outcome['problem']> {
  const { EngineRequestError, lockoutAttributes } = target.tools;
  const failed: string[] = [];
  let reason = '';
  for (const role of roles)
    try {
      await changeMapping(target, role, change);
    } catch (error) {
      if (!(error instanceof EngineRequestError)) throw error;
      if (error.statusCode === 404) continue;
      // The caller can confirm it, and the rest is taken up then.
      if (lockoutAttributes(error.response)) throw error;
      failed.push(role);
      reason = error.message;
    }
  if (failed.length === 0) return undefined;
  return errorBody(CLUSTER_ERRORS.mappingsKept, { names: failed.join(', '), reason });
}

async function changeMapping(
  target: EngineUser,
  role: string,
  change: (users: readonly string[]) => readonly string[]
): Promise<void> {
  const { tools, engine } = target;
  const path = tools.paths.entity('rolesmapping', role);
  const { body, headers } = await tools.expectSuccess(engine.request({ method: 'GET', path }));
  const before = (body as Mappings)[role]?.users ?? [];
  const users = change(before);
  if (users.length !== before.length)
    await patch(target, 'rolesmapping', role, headers['etag'], { users });
}

/** Sets fields of an entity, if it still has the version. */
async function patch(
  { tools, engine, confirmsLockout = false }: EngineUser,
  type: 'internalusers' | 'rolesmapping',
  name: string,
  etag: string | undefined,
  fields: Readonly<Record<string, Attributes | readonly string[] | string>>
): Promise<void> {
  await tools.expectSuccess(
    engine.request({
      method: 'PATCH',
      path: tools.paths.entity(type, name),
      ...(confirmsLockout && { query: { [CONFIRM_LOCKOUT]: 'true' } }),
      ...(etag !== undefined && { headers: { 'if-match': etag } }),
      body: Object.entries(fields).map(([key, value]) => ({ op: 'add', path: `/${key}`, value })),
    })
  );
}

/** Meets the rules that clusters usually have for passwords. Nobody sees it. */
const unknownPassword = (): string => `${randomBytes(32).toString('base64url')}-aA1`;

const union = (
  one: InternalUser['backend_roles'] = [],
  two: InternalUser['backend_roles'] = []
): readonly string[] => [...new Set([...one, ...two])];
