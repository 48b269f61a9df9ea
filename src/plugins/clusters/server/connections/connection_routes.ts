/**
 * `/api/v1/clusters/{id}`: connections that administrators add, change and remove, and their test
 * before they are saved. Secrets are written and never returned. Needs API access to this
 * installation.
 */
import type { ResponseFactory, RouteRequest, RouteResponse } from '@sd/core/server';
import {
  type ClusterConnectionBody,
  type ClusterSettings,
  CodedError,
  CLUSTER_REQUEST_ERRORS,
} from '@sd/contracts';
import {
  CLUSTER_ERRORS,
  READ_CONNECTION,
  ADD_CONNECTION,
  CHANGE_CONNECTION,
  REMOVE_CONNECTION,
  TEST_CONNECTION,
} from '../../common';
import { passwordCaller } from './cluster_callers';
import type { ClusterRegistry } from './cluster_registry';
import type { SavedChange, SavedCluster } from './saved_clusters';
import { checkResult } from './check_result';
import type { ConnectionDeps } from './connection_deps';
import type { Tools } from '../types';

export function registerClusterConnections(deps: ConnectionDeps): void {
  const { handle, respond, registry, clusters, tools } = deps;
  respond(READ_CONNECTION, ({ params }, response) =>
    connectionResponse(registry, params.id, response)
  );

  respond(ADD_CONNECTION, async ({ params, body, request }, response) => {
    const { id } = params;
    const change = await registry.add(id, body, getUser(request));
    await record(deps, request, id, 'POST', change);
    return connectionResponse(registry, id, response);
  });

  respond(CHANGE_CONNECTION, async ({ params, body, request }, response) => {
    const { id } = params;
    if (body.confirm_changes !== true) checkConfirmed(request);
    const change = await registry.update(id, body, getVersion(tools, request), getUser(request));
    await record(deps, request, id, 'PUT', change);
    return connectionResponse(registry, id, response);
  });

  handle(REMOVE_CONNECTION, async ({ params, request }) => {
    const { id } = params;
    checkConfirmed(request);
    const change = await registry.remove(id, getVersion(tools, request), getUser(request));
    await record(deps, request, id, 'DELETE', change);
    await clusters.forget(id);
  });

  handle(TEST_CONNECTION, async ({ body, request }) => {
    const { id, settings, username, password } = body;
    // A colon would start the password.
    if (username?.includes(':')) throw new CodedError(CLUSTER_ERRORS.clusterPassword);
    const caller = username === undefined ? undefined : passwordCaller(username, password ?? '');
    const check = await registry.checkUnsaved(id, settings, request, caller);
    return checkResult(check, settings.credentials);
  });

  /** @throws {CodedError} if the cluster wants a confirmation and has none */
  function checkConfirmed(request: RouteRequest<{ readonly id: string }>): void {
    const { id } = request.params;
    if (clusters.lacksConfirmation(request, id))
      throw new CodedError(CLUSTER_REQUEST_ERRORS.clusterUnconfirmed, { id });
  }
}

const getUser = ({ auth }: RouteRequest): string => auth?.identity.userName ?? '';

const getVersion = ({ getPreconditions }: Tools, request: RouteRequest): string | undefined =>
  getPreconditions(request)['if-match']?.replaceAll('"', '');

/**
 * Records who changed a connection, in the server log, the audit log and the history. A failure to
 * record does not fail the request.
 */
async function record(
  { logger, connectionChanged }: ConnectionDeps,
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

/** For the history: the settings, and the names of the stored secrets. */
const shown = ({ settings, sealed }: SavedCluster) => ({
  ...settings,
  secrets: Object.keys(sealed),
});

function connectionResponse(
  registry: ClusterRegistry,
  id: string,
  response: ResponseFactory
): RouteResponse {
  const found = registry.getSettings(id);
  if (!found) throw new CodedError(CLUSTER_REQUEST_ERRORS.unknownCluster, { id });
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
