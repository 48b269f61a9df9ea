/**
 * `/api/v1/clusters/_person`: one user on home and every connected cluster. Each cluster is asked
 * with the caller's credentials for it and answers for itself: one that is slow or dead delays and
 * changes nothing of the others. Needs API access to this installation.
 */
import {
  CodedError,
  CONNECTION_LIMITS,
  errorBody,
  type UserChange,
  CLUSTER_REQUEST_ERRORS,
  HOME_CLUSTER,
} from '@sd/contracts';
import { inTime, type RouteRequest } from '@sd/core/server';
import {
  CLUSTER_ERRORS,
  READ_USER_EVERYWHERE,
  SUSPEND_EVERYWHERE,
  REACTIVATE_EVERYWHERE,
} from '../../common';
import type { PluginDeps } from '../types';
import { findFailure, findOnCluster } from './user_on_cluster';
import { type EngineUser, reactivateOn, suspendOn } from './user_suspension';

type Change = (target: EngineUser) => Promise<Omit<UserChange, 'id'>>;

type Deps = Pick<PluginDeps, 'handle' | 'clusters' | 'sessions' | 'tools' | 'logger'>;

export function registerEverywhereRoutes(deps: Deps): void {
  const { handle, clusters, sessions, tools, logger } = deps;

  handle(READ_USER_EVERYWHERE, async ({ query, request }) => {
    const { user, cluster } = query;
    const ids = findSelected(request, cluster === undefined ? undefined : [cluster]);
    return { clusters: await findOnCluster(deps, request, ids, user) };
  });

  handle(SUSPEND_EVERYWHERE, async ({ body, request }) => {
    const { user, replace_password: replaces = false } = body;
    const confirmsLockout = body.confirm_lockout === true;
    const results = await changeOn(request, toConfirmed(request, body.clusters), user, (target) =>
      suspendOn({ ...target, confirmsLockout }, replaces)
    );
    if (results.some(({ id, result }) => id === HOME_CLUSTER && result === 'done'))
      await endSessions(request, user);
    return { clusters: results };
  });

  handle(REACTIVATE_EVERYWHERE, async ({ body, request }) => {
    const ids = toConfirmed(request, body.clusters);
    return { clusters: await changeOn(request, ids, body.user, reactivateOn) };
  });

  /** @throws {CodedError} if one of the clusters is unknown */
  function findSelected(request: RouteRequest, ids: readonly string[] | undefined): string[] {
    const unknown = ids?.find((id) => !clusters.has(id));
    if (unknown !== undefined)
      throw new CodedError(CLUSTER_REQUEST_ERRORS.unknownCluster, { id: unknown });
    return ids ? [...new Set(ids)] : clusters.list(request).map(({ id }) => id);
  }

  /** @throws {CodedError} as `findSelected`, or if a cluster wants a confirmation and has none */
  function toConfirmed(request: RouteRequest, ids: readonly string[] | undefined): string[] {
    const selected = findSelected(request, ids);
    const asking = selected.filter((id) => clusters.lacksConfirmation(request, id));
    if (asking.length > 0)
      throw new CodedError(CLUSTER_REQUEST_ERRORS.clusterUnconfirmed, { id: asking.join(',') });
    return selected;
  }

  /** Changes all clusters at the same time. Never rejects for an error of a cluster. */
  function changeOn(
    request: RouteRequest,
    ids: readonly string[],
    user: string,
    change: Change
  ): Promise<UserChange[]> {
    const entries = new Map(clusters.list(request).map((entry) => [entry.id, entry]));
    const ownName = request.auth?.identity.userName;
    return Promise.all(
      ids.map(async (id): Promise<UserChange> => {
        const entry = entries.get(id);
        if (user === (entry?.is_home ? ownName : entry?.user_name))
          return { id, result: 'failed', problem: errorBody(CLUSTER_ERRORS.suspendsOneself) };
        const canSuspend = entry?.features['suspension'] === true;
        try {
          const outcome = await inTime(CONNECTION_LIMITS.suspendMs, () =>
            change({ tools, engine: clusters.engineFor(id, request), name: user, canSuspend })
          );
          return { id, ...outcome };
        } catch (error) {
          return { id, result: 'failed', problem: findFailure(tools, error).problem };
        }
      })
    );
  }

  /** A failure is only logged, because the access has ended. */
  async function endSessions(request: RouteRequest, user: string): Promise<void> {
    try {
      await sessions.endAllOf(user, request);
    } catch (error) {
      logger.error('The sessions of a suspended user could not be ended.', {
        reason: String(error),
      });
    }
  }
}
