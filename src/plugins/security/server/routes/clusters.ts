/**
 * `/api/v1/clusters`: the clusters that administrators choose among, their test, and the caller's
 * credentials for them, which the session keeps encrypted. Needs API access to this installation.
 */
import { Type } from '@sinclair/typebox';
import { CONNECTION_LIMITS } from '@sd/core/common';
import type {
  ConnectionCheck,
  ResponseFactory,
  RouteRequest,
  RouteResponse,
} from '@sd/core/server';
import { BACKEND_ERRORS, CLUSTER_CHECK, CLUSTER_LIST, NOTHING } from '@sd/contracts';
import { CLUSTERS_PATH, CLUSTER_ERRORS, SECURITY_ERRORS } from '../../common';
import { authStateOf } from '../auth/auth_state';
import { passwordCaller } from '../clusters/cluster_callers';
import { refused } from '../errors';
import { checkResponse, FAULT_ERRORS } from './cluster_checks';
import type { SessionContents } from '../sessions/session_service';
import type { RouteDeps } from './shared/route_deps';

const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 40 }) });
const credential = Type.String({ minLength: 1, maxLength: CONNECTION_LIMITS.credentialLength });
const CREDENTIALS = Type.Object(
  { username: credential, password: credential },
  { additionalProperties: false }
);
const options = {
  access: 'admin',
  rights: 'any',
  rateLimitPerMinute: CONNECTION_LIMITS.attemptsPerMinute,
} as const;

type ClusterPrincipals = NonNullable<SessionContents['clusters']>;
const errors = [SECURITY_ERRORS.unknownCluster, ...FAULT_ERRORS];

export function registerClusterRoutes({ router, clusters, sessions }: RouteDeps): void {
  router.get(
    {
      path: CLUSTERS_PATH,
      validate: false,
      doc: { summary: 'The connected clusters, home first', responses: { 200: CLUSTER_LIST } },
      options: { access: 'admin', rights: 'any' },
    },
    async (request, response) => response.ok({ body: { clusters: clusters.list(request) } })
  );

  router.post(
    {
      path: `${CLUSTERS_PATH}/{id}/_test`,
      validate: { params },
      doc: {
        summary: "Test a connection with the caller's credentials",
        responses: { 200: CLUSTER_CHECK },
        errors: [...errors, BACKEND_ERRORS.clusterCredentials, BACKEND_ERRORS.clusterToken],
      },
      options: {
        access: 'admin',
        rateLimitPerMinute: CONNECTION_LIMITS.testsPerMinute,
        rights: 'any',
      },
    },
    async (request, response) => {
      const { id } = request.params;
      if (clusters.credentialsOf(id) === undefined)
        return refused(response, SECURITY_ERRORS.unknownCluster, { id });
      return checkResponse(await clusters.check(id, request), response, clusters.credentialsOf(id));
    }
  );

  router.put(
    {
      path: `${CLUSTERS_PATH}/{id}/credentials`,
      validate: { params, body: CREDENTIALS },
      doc: {
        summary: 'Store credentials for a cluster in the session',
        responses: { 200: CLUSTER_CHECK },
        errors: [
          ...errors,
          CLUSTER_ERRORS.clusterNeedsSession,
          CLUSTER_ERRORS.clusterNotAsked,
          SECURITY_ERRORS.sessionEnded,
        ],
      },
      options,
    },
    async (request, response) => {
      const { id } = request.params;
      const problem = problemOf(request, response);
      if (problem) return problem;
      const { username, password } = request.body;
      // A colon in a user name would start the password.
      if (username.includes(':')) return refused(response, CLUSTER_ERRORS.clusterPassword);
      const caller = passwordCaller(username, password);
      const check = (await clusters.check(id, request, caller)) as ConnectionCheck;
      if (!check.ok) return checkResponse(check, response);
      const principal = { ...caller.principal, userName: check.userName };
      const isKept = await keep(request, (kept) => ({
        ...kept,
        [id]: clusters.bound(id, principal),
      }));
      if (!isKept) return refused(response, SECURITY_ERRORS.sessionEnded);
      await clusters.loggedIn(id, request);
      return checkResponse(check, response);
    }
  );

  router.delete(
    {
      path: `${CLUSTERS_PATH}/{id}/credentials`,
      validate: { params },
      doc: {
        summary: "Forget the session's credentials for a cluster",
        responses: { 200: NOTHING },
        errors: [
          SECURITY_ERRORS.unknownCluster,
          CLUSTER_ERRORS.clusterNeedsSession,
          CLUSTER_ERRORS.clusterNotAsked,
        ],
      },
      options: { access: 'admin', rights: 'any' },
    },
    async (request, response) => {
      const problem = problemOf(request, response);
      if (problem) return problem;
      await keep(request, ({ [request.params.id]: _forgotten, ...kept }) => kept);
      return response.ok({ body: {} });
    }
  );

  function problemOf(
    request: RouteRequest<{ readonly id: string }>,
    response: ResponseFactory
  ): RouteResponse | undefined {
    const { id } = request.params;
    const kind = clusters.credentialsOf(id);
    if (kind === undefined) return refused(response, SECURITY_ERRORS.unknownCluster, { id });
    if (kind !== 'session') return refused(response, CLUSTER_ERRORS.clusterNotAsked);
    if (authStateOf(request).session) return undefined;
    return refused(response, CLUSTER_ERRORS.clusterNeedsSession);
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
      clusters: change(clusters.current(session.clusters ?? {})),
    });
  }
}
