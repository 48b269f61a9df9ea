/** What one user is and may do on one cluster, compared with home. */
import {
  BACKEND_ERRORS,
  CONNECTION_LIMITS,
  type EffectivePermissions,
  type EffectiveRole,
  errorBody,
  type InternalUser,
  type UserOnCluster,
  isSuspended,
  HOME_CLUSTER,
} from '@sd/contracts';
import {
  inTime,
  type RouteRequest,
  type ScopedEngineClient,
  SlowClusterError,
} from '@sd/core/server';
import { CLUSTER_ERRORS } from '../../common';
import type { PluginDeps, Tools } from '../types';
import { findRemovedAccess } from './removed_access';

type Problem = NonNullable<UserOnCluster['problem']>;

/** A user of one cluster. */
interface KnownUser {
  /** Absent if there is no internal user of that name. */
  readonly user?: InternalUser;
  readonly roles: ReadonlyArray<Pick<EffectiveRole, 'role' | 'exists'>>;
  /** Of an internal user. */
  readonly effective?: EffectivePermissions;
}

/** An internal user with its version; `undefined` if there is none. */
export async function findUser(
  tools: Tools,
  engine: ScopedEngineClient,
  name: string
): Promise<{ readonly user: InternalUser; readonly etag: string | undefined } | undefined> {
  const path = tools.paths.entity('internalusers', name);
  const found = await unlessMissing(
    tools,
    tools.expectSuccess(engine.request({ method: 'GET', path }))
  );
  const user = (found?.body as Readonly<Record<string, InternalUser>> | undefined)?.[name];
  return found && user && { user, etag: found.headers['etag'] };
}

/** `undefined` for a response with 404. */
async function unlessMissing<T>(
  { EngineRequestError }: Tools,
  pending: Promise<T>
): Promise<T | undefined> {
  try {
    return await pending;
  } catch (error) {
    if (error instanceof EngineRequestError && error.statusCode === 404) return undefined;
    throw error;
  }
}

async function readKnownUser(
  tools: Tools,
  engine: ScopedEngineClient,
  name: string
): Promise<KnownUser> {
  const [found, effective] = await Promise.all([
    findUser(tools, engine, name),
    unlessMissing(tools, tools.toResult(engine.effectivePermissions(name))),
  ]);
  if (found && effective) return { user: found.user, effective, roles: effective.roles };
  // Another system can authenticate a user of this name, whom mappings may name. A user who has
  // just been created elsewhere is not in the lists yet.
  const request = { action: 'cluster:monitor/main', subject: { name } };
  const explained = await tools.toResult(engine.explain(request));
  return {
    ...(found && { user: found.user }),
    roles: 'user' in explained ? explained.user.roles : [],
  };
}

/**
 * The user on each of the clusters. All are asked at the same time, each within a time limit. Never
 * rejects.
 */
export async function findOnCluster(
  { clusters, tools }: Pick<PluginDeps, 'clusters' | 'tools'>,
  request: RouteRequest,
  ids: readonly string[],
  name: string
): Promise<UserOnCluster[]> {
  const read = (id: string) =>
    inTime(CONNECTION_LIMITS.userEverywhereMs, () =>
      readKnownUser(tools, clusters.engineFor(id, request), name)
    );
  const atHome = read(HOME_CLUSTER);
  const home = atHome.catch(() => undefined);
  return Promise.all(
    ids.map(async (id): Promise<UserOnCluster> => {
      try {
        const known = await (id === HOME_CLUSTER ? atHome : read(id));
        return { id, ...describe(known, id === HOME_CLUSTER ? undefined : await home) };
      } catch (error) {
        return { id, ...findFailure(tools, error) };
      }
    })
  );
}

function describe(
  { user, effective, roles }: KnownUser,
  home: KnownUser | undefined
): Omit<UserOnCluster, 'id'> {
  const removed = user && findRemovedAccess(user);
  return {
    state: user ? 'found' : 'missing',
    roles: roles.map(({ role, exists }) => ({ role, exists })),
    ...(effective && { is_administrator: effective.api.has_api_access }),
    ...(user && {
      is_reserved: user.reserved === true,
      suspension: isSuspended(user) ? 'suspended' : removed ? 'roles_removed' : 'none',
    }),
    ...(removed &&
      removed !== 'unreadable' && {
        removed_roles: [...new Set([...removed.roles, ...removed.mappings])],
      }),
    ...(home && difference(home, { roles, ...(effective && { effective }) })),
  };
}

function difference(home: KnownUser, there: KnownUser) {
  const inForce = ({ roles }: KnownUser) =>
    roles.flatMap(({ role, exists }) => (exists ? [role] : [])).sort();
  const [own, other] = [inForce(home), inForce(there)];
  const grantsAtHome = findGrants(home);
  const different = [...findGrants(there)].flatMap(([role, grants]) => {
    const before = grantsAtHome.get(role);
    return before === undefined || before === grants ? [] : [role];
  });
  return {
    more: other.filter((role) => !own.includes(role)),
    less: own.filter((role) => !other.includes(role)),
    different: different.sort(),
  };
}

/** What each role grants, in a form to compare. */
const findGrants = ({ effective }: KnownUser): ReadonlyMap<string, string> =>
  new Map(
    (effective?.roles ?? []).map(({ role, cluster, index, tenants }) => [
      role,
      JSON.stringify([
        [...cluster.listed].sort(),
        index.map(
          ({
            index_patterns: patterns,
            allowed_actions: actions,
            dls,
            fls,
            masked_fields: masked,
          }) => [
            [...patterns].sort(),
            [...actions].sort(),
            dls ?? '',
            [...fls].sort(),
            [...masked].sort(),
          ]
        ),
        tenants.map(({ tenant_patterns: patterns, access }) => [[...patterns].sort(), access]),
      ]),
    ])
  );

/** @throws errors that are none of a cluster */
export function findFailure(
  { EngineRequestError, EngineUnavailableError }: Tools,
  error: unknown
): {
  readonly state: 'credentials' | 'refused' | 'unreachable';
  readonly problem: Problem;
} {
  if (error instanceof SlowClusterError) {
    const seconds = error.limitMs / 1_000;
    return { state: 'unreachable', problem: errorBody(CLUSTER_ERRORS.clusterSlow, { seconds }) };
  }
  if (error instanceof EngineRequestError) {
    const { message, attributes } = error;
    const problem = { message, attributes } as Problem;
    return { state: error.statusCode >= 500 ? 'unreachable' : 'refused', problem };
  }
  const cause = error instanceof EngineUnavailableError ? error.cause : error;
  const definition = (cause as { readonly response?: Parameters<typeof errorBody>[0] }).response;
  if (!(cause instanceof Error && definition)) throw error;
  const isRejected = definition.code === BACKEND_ERRORS.clusterCredentials.code;
  return { state: isRejected ? 'credentials' : 'unreachable', problem: errorBody(definition) };
}
