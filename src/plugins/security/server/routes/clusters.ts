/**
 * `/api/v1/clusters`: the clusters that administrators choose among, their test, and the caller's
 * credentials for them, which the session keeps encrypted. Needs API access to this installation.
 */
import type { ConnectionCheck, RouteRequest } from '@sd/core/server';
import { CodedError, CLUSTER_REQUEST_ERRORS } from '@sd/contracts';
import {
  CLUSTER_ERRORS,
  SECURITY_ERRORS,
  LIST_CLUSTERS,
  TEST_CLUSTER,
  ENTER_CLUSTER_CREDENTIALS,
  FORGET_CLUSTER_CREDENTIALS,
} from '../../common';
import { authStateOf } from '../auth/auth_state';
import { passwordCaller } from '../clusters/cluster_callers';
import { checkResult } from './cluster_checks';
import type { SessionContents } from '../sessions/session_service';
import type { RouteDeps } from './shared/route_deps';

type ClusterPrincipals = NonNullable<SessionContents['clusters']>;

export function registerClusterRoutes({ handle, clusters, registry, sessions }: RouteDeps): void {
  handle(LIST_CLUSTERS, ({ request }) => ({ clusters: clusters.list(request) }));

  handle(TEST_CLUSTER, async ({ params, request }) => {
    const { id } = params;
    const credentials = registry.credentialsOf(id);
    if (credentials === undefined)
      throw new CodedError(CLUSTER_REQUEST_ERRORS.unknownCluster, { id });
    return checkResult(await registry.check(id, request), credentials);
  });

  handle(ENTER_CLUSTER_CREDENTIALS, async ({ params, body, request }) => {
    const { id } = params;
    checkSession(request);
    const { username, password } = body;
    // A colon in a user name would start the password.
    if (username.includes(':')) throw new CodedError(CLUSTER_ERRORS.clusterPassword);
    const caller = passwordCaller(username, password);
    const check = (await registry.check(id, request, caller)) as ConnectionCheck;
    if (!check.ok) return checkResult(check);
    const principal = { ...caller.principal, userName: check.userName };
    const isKept = await keep(request, (kept) => ({
      ...kept,
      [id]: registry.bound(id, principal),
    }));
    if (!isKept) throw new CodedError(SECURITY_ERRORS.sessionEnded);
    await registry.loggedIn(id, request);
    return checkResult(check);
  });

  handle(FORGET_CLUSTER_CREDENTIALS, async ({ params, request }) => {
    checkSession(request);
    await keep(request, ({ [params.id]: _forgotten, ...kept }) => kept);
  });

  /** @throws {CodedError} if the session cannot keep credentials for the cluster */
  function checkSession(request: RouteRequest<{ readonly id: string }>): void {
    const { id } = request.params;
    const kind = registry.credentialsOf(id);
    if (kind === undefined) throw new CodedError(CLUSTER_REQUEST_ERRORS.unknownCluster, { id });
    if (kind !== 'session') throw new CodedError(CLUSTER_ERRORS.clusterNotAsked);
    if (!authStateOf(request).session) throw new CodedError(CLUSTER_ERRORS.clusterNeedsSession);
  }

  /** @returns false if the session has ended meanwhile */
  async function keep(
    request: RouteRequest,
    change: (kept: ClusterPrincipals) => ClusterPrincipals
  ): Promise<boolean> {
    const current = authStateOf(request).session;
    const session = current && (await sessions.reload(current.id));
    if (!session) return false;
    return sessions.change(session, {
      clusters: change(registry.current(session.clusters ?? {})),
    });
  }
}
