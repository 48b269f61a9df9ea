/**
 * `/api/v1/clusters`: the clusters that administrators choose among, their test, and the caller's
 * credentials for them, which the session keeps encrypted. Needs API access to this installation.
 */
import type { ConnectionCheck, RouteRequest } from '@sd/core/server';
import { CodedError, CLUSTER_REQUEST_ERRORS, CALL_ERRORS } from '@sd/contracts';
import {
  CLUSTER_ERRORS,
  LIST_CLUSTERS,
  TEST_CLUSTER,
  ENTER_CLUSTER_CREDENTIALS,
  FORGET_CLUSTER_CREDENTIALS,
} from '../../common';
import { passwordCaller } from './cluster_callers';
import { checkResult } from './check_result';
import type { ConnectionDeps } from './connection_deps';

export function registerClusterRoutes({
  handle,
  clusters,
  registry,
  entered,
}: ConnectionDeps): void {
  handle(LIST_CLUSTERS, ({ request }) => ({ clusters: clusters.list(request) }));

  handle(TEST_CLUSTER, async ({ params, request }) => {
    const { id } = params;
    const credentials = registry.getCredentials(id);
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
    const isKept = await entered.change(request, (kept) => ({
      ...registry.current(kept ?? {}),
      [id]: registry.bound(id, principal),
    }));
    if (!isKept) throw new CodedError(CALL_ERRORS.sessionEnded);
    await registry.loggedIn(id, request);
    return checkResult(check);
  });

  handle(FORGET_CLUSTER_CREDENTIALS, async ({ params, request }) => {
    checkSession(request);
    await entered.change(request, (kept) => {
      const { [params.id]: _forgotten, ...others } = registry.current(kept ?? {});
      return others;
    });
  });

  /** @throws {CodedError} if the session cannot keep credentials for the cluster */
  function checkSession(request: RouteRequest<{ readonly id: string }>): void {
    const { id } = request.params;
    const kind = registry.getCredentials(id);
    if (kind === undefined) throw new CodedError(CLUSTER_REQUEST_ERRORS.unknownCluster, { id });
    if (kind !== 'session') throw new CodedError(CLUSTER_ERRORS.clusterNotAsked);
    if (!entered.isKept(request)) throw new CodedError(CLUSTER_ERRORS.clusterNeedsSession);
  }
}
