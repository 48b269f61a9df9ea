/**
 * `/api/v1/clusters/{id}`: connections that administrators add, change and remove, and their test
 * before they are saved. Secrets are written and never returned. Needs API access to this
 * installation.
 */
import { Type } from '@sinclair/typebox';
import { CONNECTION_LIMITS } from '@sd/core/common';
import type { ResponseFactory, RouteRequest, RouteResponse } from '@sd/core/server';
import {
  BACKEND_ERRORS,
  CLUSTER_CHECK,
  CLUSTER_CONNECTION,
  CLUSTER_SETTINGS,
  CLUSTER_TEST,
  type ClusterConnectionBody,
  NOTHING,
} from '@sd/contracts';
import { CLUSTERS_PATH, CLUSTER_ERRORS, SECURITY_ERRORS } from '../../common';
import { ClusterProblem } from '../clusters/cluster_profile';
import { type ClusterRegistry, passwordCaller } from '../clusters/cluster_registry';
import { refused } from '../errors';
import { checkResponse, FAULT_ERRORS } from './cluster_checks';
import { PRECONDITIONS, preconditionsOf } from './shared/engine_requests';
import type { RouteDeps } from './shared/route_deps';

const path = `${CLUSTERS_PATH}/{id}`;
const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 40 }) });
const ADMIN = { access: 'admin' } as const;
const SETTING_ERRORS = [
  CLUSTER_ERRORS.clusterHost,
  CLUSTER_ERRORS.clusterBlocked,
  CLUSTER_ERRORS.clusterCertificate,
  CLUSTER_ERRORS.clusterService,
  CLUSTER_ERRORS.clusterServiceOnly,
  CLUSTER_ERRORS.clusterNoKey,
];
const CHANGE_ERRORS = [
  SECURITY_ERRORS.unknownCluster,
  CLUSTER_ERRORS.clusterStale,
  CLUSTER_ERRORS.clusterFromFile,
];
const headers = { 'if-match': PRECONDITIONS['if-match'] };

export function registerClusterConnections(deps: RouteDeps): void {
  const { router, clusters } = deps;
  router.get(
    {
      path,
      validate: { params },
      doc: {
        summary: 'A connection, without its secrets',
        responses: { 200: CLUSTER_CONNECTION },
        errors: [SECURITY_ERRORS.unknownCluster],
      },
      options: ADMIN,
    },
    async (request, response) => connectionResponse(clusters, request.params.id, response)
  );

  router.post(
    {
      path,
      validate: { params, body: CLUSTER_SETTINGS },
      doc: {
        summary: 'Connect a cluster',
        responses: { 200: CLUSTER_CONNECTION },
        errors: [
          ...SETTING_ERRORS,
          CLUSTER_ERRORS.clusterId,
          CLUSTER_ERRORS.clusterLimit,
          CLUSTER_ERRORS.clusterExists,
        ],
      },
      options: ADMIN,
    },
    (request, response) =>
      withProblems(response, async () => {
        const { id } = request.params;
        await clusters.add(id, request.body);
        record(deps, request, 'POST');
        return connectionResponse(clusters, id, response);
      })
  );

  router.put(
    {
      path,
      validate: { params, body: CLUSTER_SETTINGS },
      doc: {
        summary: 'Change a connection; secrets that are absent stay',
        responses: { 200: CLUSTER_CONNECTION },
        errors: [...SETTING_ERRORS, CLUSTER_ERRORS.clusterSecretAgain, ...CHANGE_ERRORS],
        headers,
      },
      options: ADMIN,
    },
    (request, response) =>
      withProblems(response, async () => {
        const { id } = request.params;
        await clusters.update(id, request.body, versionOf(request));
        record(deps, request, 'PUT');
        return connectionResponse(clusters, id, response);
      })
  );

  router.delete(
    {
      path,
      validate: { params },
      doc: {
        summary: 'Remove a connection',
        responses: { 200: NOTHING },
        errors: CHANGE_ERRORS,
        headers,
      },
      options: ADMIN,
    },
    (request, response) =>
      withProblems(response, async () => {
        await clusters.remove(request.params.id, versionOf(request));
        record(deps, request, 'DELETE');
        return response.ok({ body: {} });
      })
  );

  router.post(
    {
      path: `${CLUSTERS_PATH}/_test`,
      validate: { body: CLUSTER_TEST },
      doc: {
        summary: 'Test a connection before it is saved',
        responses: { 200: CLUSTER_CHECK },
        errors: [
          ...SETTING_ERRORS,
          CLUSTER_ERRORS.clusterSecretAgain,
          ...FAULT_ERRORS,
          BACKEND_ERRORS.clusterCredentials,
        ],
      },
      options: { ...ADMIN, rateLimitPerMinute: CONNECTION_LIMITS.attemptsPerMinute },
    },
    (request, response) =>
      withProblems(response, async () => {
        const { id, settings, username, password } = request.body;
        // A colon would start the password.
        if (username?.includes(':')) return refused(response, CLUSTER_ERRORS.clusterPassword);
        const caller =
          username === undefined ? undefined : passwordCaller(username, password ?? '');
        return checkResponse(await clusters.checkUnsaved(id, settings, caller), response);
      })
  );
}

async function withProblems(
  response: ResponseFactory,
  respond: () => Promise<RouteResponse>
): Promise<RouteResponse> {
  try {
    return await respond();
  } catch (error) {
    if (!(error instanceof ClusterProblem)) throw error;
    return refused(response, error.definition, error.params);
  }
}

const versionOf = (request: RouteRequest): string | undefined =>
  preconditionsOf(request)['if-match']?.replaceAll('"', '');

/** Records who changed a connection, in the server log and the audit log. */
function record(
  { logger, connectionChanged }: RouteDeps,
  { auth, url }: RouteRequest,
  method: 'POST' | 'PUT' | 'DELETE'
): void {
  if (!auth) return;
  const change = { method, path: url.pathname };
  logger.info('A connection to a cluster was changed.', {
    by: auth.identity.userName,
    ...change,
  });
  connectionChanged?.(auth.caller, change);
}

function connectionResponse(
  clusters: ClusterRegistry,
  id: string,
  response: ResponseFactory
): RouteResponse {
  const found = clusters.settingsOf(id);
  if (!found) return refused(response, SECURITY_ERRORS.unknownCluster, { id });
  const { saved, profile } = found;
  if (saved) {
    const { sealed, settings, version } = saved;
    const { password: _password, ssl, ...general } = settings;
    const { key: _key, key_passphrase: _passphrase, ...tls } = ssl ?? {};
    const body: ClusterConnectionBody = {
      ...{ id, ...general, ssl: tls, is_from_file: false },
      has_password: sealed.password !== undefined,
      has_key: sealed.key !== undefined,
      has_key_passphrase: sealed.key_passphrase !== undefined,
    };
    return response.ok({ body, headers: { etag: `"${version}"` } });
  }
  const { environment, color, username, requestTimeout, ssl } = profile;
  const body: ClusterConnectionBody = {
    ...{ id, name: profile.name, hosts: [...profile.hosts], credentials: profile.credentials },
    ...(environment && { environment }),
    ...(color !== undefined && { color }),
    ...(username !== undefined && { username }),
    request_timeout: requestTimeout,
    ssl: { verification_mode: ssl.verificationMode },
    is_from_file: true,
    has_password: profile.password !== undefined,
    has_key: ssl.key !== undefined,
    has_key_passphrase: ssl.keyPassphrase !== undefined,
  };
  return response.ok({ body });
}
