/**
 * `/api/v1/clusters/_person`: one user on home and every connected cluster. Each cluster is asked
 * with the caller's credentials for it and answers for itself: one that is slow or dead delays and
 * changes nothing of the others. Needs API access to this installation.
 */
import {
  CONNECTION_LIMITS,
  errorBody,
  PERSON_CHANGES,
  PERSON_EVERYWHERE,
  PERSON_QUERY,
  type PersonChange,
  REACTIVATE_BODY,
  SUSPEND_BODY,
} from '@sd/contracts';
import type { ResponseFactory, RouteRequest, RouteResponse } from '@sd/core/server';
import {
  CONFIRM_CLUSTER,
  HOME_CLUSTER,
  PERSON_PATH,
  CLUSTER_ERRORS,
  SECURITY_ERRORS,
} from '../../../common';
import { isConfirmed } from '../../clusters/confirmation';
import { inTime } from '../../clusters/in_time';
import { refused } from '../../errors';
import type { RouteDeps } from '../shared/route_deps';
import { recordEnding } from '../sessions/session_list';
import { failureOf, personOn } from './person_on_cluster';
import { type PersonOnEngine, reactivateOn, suspendOn } from './person_suspension';

const options = {
  access: 'admin',
  rights: 'each',
  rateLimitPerMinute: CONNECTION_LIMITS.personsPerMinute,
} as const;
const errors = [SECURITY_ERRORS.unknownCluster];
const CHANGE_ERRORS = [...errors, CLUSTER_ERRORS.clusterUnconfirmed];
const headers = {
  [CONFIRM_CLUSTER]: 'Ids of the clusters whose changes need a confirmation, with commas.',
};

type Change = (person: PersonOnEngine) => Promise<Omit<PersonChange, 'id'>>;

export function registerPersonRoutes(deps: RouteDeps): void {
  const { router, clusters, sessions, logger } = deps;

  router.get(
    {
      path: PERSON_PATH,
      validate: { query: PERSON_QUERY },
      doc: {
        summary: 'One user on home and every connected cluster',
        responses: { 200: PERSON_EVERYWHERE },
        errors,
      },
      options,
    },
    (request, response) => {
      const { user, cluster } = request.query;
      return onClusters(request, response, cluster === undefined ? undefined : [cluster], (ids) =>
        personOn(deps, request, ids, user)
      );
    }
  );

  router.post(
    {
      path: `${PERSON_PATH}/_suspend`,
      validate: { body: SUSPEND_BODY },
      doc: {
        summary: 'Suspend a user on several clusters',
        responses: { 200: PERSON_CHANGES },
        errors: CHANGE_ERRORS,
        headers,
      },
      options,
    },
    (request, response) => {
      const { user, clusters: ids, replace_password: replaces = false } = request.body;
      const confirmsLockout = request.body.confirm_lockout === true;
      return onConfirmed(request, response, ids, async (selected) => {
        const results = await changeOn(request, selected, user, (person) =>
          suspendOn({ ...person, confirmsLockout }, replaces)
        );
        if (results.some(({ id, result }) => id === HOME_CLUSTER && result === 'done'))
          await endSessions(request, user);
        return results;
      });
    }
  );

  router.post(
    {
      path: `${PERSON_PATH}/_reactivate`,
      validate: { body: REACTIVATE_BODY },
      doc: {
        summary: 'Reactivate a user on several clusters',
        responses: { 200: PERSON_CHANGES },
        errors: CHANGE_ERRORS,
        headers,
      },
      options,
    },
    (request, response) => {
      const { user, clusters: ids } = request.body;
      return onConfirmed(request, response, ids, (selected) =>
        changeOn(request, selected, user, reactivateOn)
      );
    }
  );

  /** As `onClusters`; changes nothing if one of the clusters wants a confirmation and has none. */
  function onConfirmed(...args: Parameters<typeof onClusters>): Promise<RouteResponse> {
    const [request, response, ids, change] = args;
    return onClusters(request, response, ids, change, (selected) => {
      const asking = selected.filter(
        (id) => clusters.confirmsChanges(id) && !isConfirmed(request, id)
      );
      return asking.length === 0
        ? undefined
        : refused(response, CLUSTER_ERRORS.clusterUnconfirmed, { id: asking.join(',') });
    });
  }

  async function onClusters(
    request: RouteRequest,
    response: ResponseFactory,
    ids: readonly string[] | undefined,
    ask: (ids: readonly string[]) => Promise<readonly object[]>,
    objection: (ids: readonly string[]) => RouteResponse | undefined = () => undefined
  ): Promise<RouteResponse> {
    const unknown = ids?.find((id) => !clusters.has(id));
    if (unknown !== undefined)
      return refused(response, SECURITY_ERRORS.unknownCluster, { id: unknown });
    const selected = ids ? [...new Set(ids)] : clusters.list(request).map(({ id }) => id);
    return objection(selected) ?? response.ok({ body: { clusters: await ask(selected) } });
  }

  /** Changes all clusters at the same time. Never rejects for an error of a cluster. */
  function changeOn(
    request: RouteRequest,
    ids: readonly string[],
    user: string,
    change: Change
  ): Promise<PersonChange[]> {
    const entries = new Map(clusters.list(request).map((entry) => [entry.id, entry]));
    const ownName = request.auth?.identity.userName;
    return Promise.all(
      ids.map(async (id): Promise<PersonChange> => {
        const entry = entries.get(id);
        if (user === (entry?.is_home ? ownName : entry?.user_name))
          return { id, result: 'failed', problem: errorBody(CLUSTER_ERRORS.suspendsOneself) };
        const canSuspend = entry?.features['suspension'] === true;
        try {
          const outcome = await inTime(CONNECTION_LIMITS.suspendMs, () =>
            change({ engine: clusters.backendFor(id, request), name: user, canSuspend })
          );
          return { id, ...outcome };
        } catch (error) {
          return { id, result: 'failed', problem: failureOf(error).problem };
        }
      })
    );
  }

  /** A failure is only logged, because the access has ended. */
  async function endSessions(request: RouteRequest, user: string): Promise<void> {
    try {
      recordEnding(deps, request, await sessions.endAllOf(user));
    } catch (error) {
      logger.error('The sessions of a suspended user could not be ended.', {
        reason: String(error),
      });
    }
  }
}
