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
  type ClusterSettings,
  NOTHING,
} from '@sd/contracts';
import { CLUSTERS_PATH, CLUSTER_ERRORS, CONFIRM_CLUSTER, SECURITY_ERRORS } from '../../common';
import { ClusterProblem } from '../clusters/cluster_profile';
import { isConfirmed } from '../clusters/confirmation';
import { passwordCaller } from '../clusters/cluster_callers';
import type { ClusterRegistry } from '../clusters/cluster_registry';
import type { SavedChange, SavedCluster } from '../clusters/saved_clusters';
import { refused } from '../errors';
import { checkResponse, FAULT_ERRORS } from './cluster_checks';
import { PRECONDITIONS } from '../../common/call_parts';
import { preconditionsOf } from './shared/engine_requests';
import type { RouteDeps } from './shared/route_deps';

const path = `${CLUSTERS_PATH}/{id}`;
const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 40 }) });
const ADMIN = { access: 'admin', rights: 'full' } as const;
const SETTING_ERRORS = [
  CLUSTER_ERRORS.clusterHost,
  CLUSTER_ERRORS.clusterBlocked,
  CLUSTER_ERRORS.clusterCertificate,
  CLUSTER_ERRORS.clusterService,
  CLUSTER_ERRORS.clusterServiceOnly,
  CLUSTER_ERRORS.clusterTokenTls,
  CLUSTER_ERRORS.clusterNoKey,
];
const CHANGE_ERRORS = [
  SECURITY_ERRORS.unknownCluster,
  CLUSTER_ERRORS.clusterStale,
  CLUSTER_ERRORS.clusterFromFile,
  CLUSTER_ERRORS.clusterUnconfirmed,
];
const headers = {
  'if-match': PRECONDITIONS['if-match'],
  [CONFIRM_CLUSTER]: 'Id of the cluster, to remove it or to no longer confirm its changes.',
};

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
        const change = await clusters.add(id, request.body, userOf(request));
        await record(deps, request, id, 'POST', change);
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
        const isTurnedOff = request.body.confirm_changes !== true;
        if (isTurnedOff && clusters.confirmsChanges(id) && !isConfirmed(request, id))
          return refused(response, CLUSTER_ERRORS.clusterUnconfirmed, { id });
        const change = await clusters.update(id, request.body, versionOf(request), userOf(request));
        await record(deps, request, id, 'PUT', change);
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
        const { id } = request.params;
        if (clusters.confirmsChanges(id) && !isConfirmed(request, id))
          return refused(response, CLUSTER_ERRORS.clusterUnconfirmed, { id });
        const change = await clusters.remove(id, versionOf(request), userOf(request));
        await record(deps, request, id, 'DELETE', change);
        await forgetRecords(deps, id);
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
          BACKEND_ERRORS.clusterToken,
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
        const check = await clusters.checkUnsaved(id, settings, request, caller);
        return checkResponse(check, response, settings.credentials);
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

const userOf = ({ auth }: RouteRequest): string => auth?.identity.userName ?? '';

const versionOf = (request: RouteRequest): string | undefined =>
  preconditionsOf(request)['if-match']?.replaceAll('"', '');

/**
 * Records who changed a connection, in the server log, the audit log and the history. A failure to
 * record does not fail the request.
 */
async function record(
  { logger, connectionChanged }: RouteDeps,
  { auth, url, body }: RouteRequest<unknown, unknown>,
  id: string,
  method: 'POST' | 'PUT' | 'DELETE',
  { before, after }: SavedChange
): Promise<void> {
  if (!auth) return;
  const request = { method, path: url.pathname };
  const by = auth.identity.userName;
  logger.info('A connection to a cluster was changed.', { by, ...request });
  const { password, ssl } = (body ?? {}) as Partial<ClusterSettings>;
  const isCredentialChanged = [password, ssl?.key, ssl?.key_passphrase].some(
    (secret) => secret !== undefined
  );
  try {
    await connectionChanged(auth.caller, {
      id,
      request,
      isCredentialChanged,
      ...(before && { before: shown(before) }),
      ...(after && { after: shown(after) }),
    });
  } catch (error) {
    const reason = String(error);
    logger.error('A connection was changed, but could not be recorded.', { id, by, reason });
  }
}

/** A failure is only logged, because the connection is removed already. */
async function forgetRecords(
  { alarms, findingRecords, documents, logger }: RouteDeps,
  id: string
): Promise<void> {
  try {
    await findingRecords.forget(id);
    await alarms.forget(id);
    // Another cluster that gets this id must not inherit its promises.
    const guardrails = documents(`guardrails:${id}`);
    const stored = await guardrails.read();
    if (stored) await guardrails.write('{}', stored.revision);
  } catch (error) {
    const reason = String(error);
    logger.error('The findings and guardrails of a removed cluster could not be forgotten.', {
      id,
      reason,
    });
  }
}

/** For the history: the settings, and the names of the stored secrets. */
const shown = ({ settings, sealed }: SavedCluster) => ({
  ...settings,
  secrets: Object.keys(sealed),
});

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
      id,
      ...general,
      ssl: tls,
      is_from_file: false,
      has_password: sealed.password !== undefined,
      has_key: sealed.key !== undefined,
      has_key_passphrase: sealed.key_passphrase !== undefined,
    };
    return response.ok({ body, headers: { etag: `"${version}"` } });
  }
  const { environment, color, username, requestTimeout, ssl } = profile;
  const body: ClusterConnectionBody = {
    id,
    name: profile.name,
    hosts: [...profile.hosts],
    credentials: profile.credentials,
    ...(environment && { environment }),
    ...(color !== undefined && { color }),
    ...(username !== undefined && { username }),
    ...(profile.confirmsChanges && { confirm_changes: true }),
    request_timeout: requestTimeout,
    ssl: { verification_mode: ssl.verificationMode },
    is_from_file: true,
    has_password: profile.password !== undefined,
    has_key: ssl.key !== undefined,
    has_key_passphrase: ssl.keyPassphrase !== undefined,
  };
  return response.ok({ body });
}
