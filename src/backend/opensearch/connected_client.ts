/** Requests to a cluster besides the installation's own: each with its caller's credentials. */
import { isIP } from 'node:net';
import { CONNECTION_LIMITS } from '../../contracts/limits';
import { FORBIDDEN_ADDRESS, type RequestCaller } from '../api';
import {
  ClusterClient,
  type ClusterCall,
  ClusterError,
  type ClusterResponse,
  type ClusterSettings,
} from './client';
import { missingRight, forbiddenResponse, withinLimits } from './caller_limits';
import { type ClusterVersion, getVersion } from './health/status_messages';

/**
 * Unlike the client of the own cluster, it rejects with an error when the cluster does not accept
 * the credentials: a 401 would end the session of this installation.
 */
export class ConnectedClient extends ClusterClient {
  private readonly hasForbiddenAddress: boolean;
  private running = 0;
  private known: ClusterVersion | undefined;
  private knownUntilMs = Number.NEGATIVE_INFINITY;

  /** @throws if a certificate file cannot be read */
  constructor(settings: ClusterSettings & Required<Pick<ClusterSettings, 'allows'>>) {
    super(settings);
    const hosts = settings.hosts.map((host) => new URL(host).hostname.replace(/^\[|\]$/g, ''));
    this.hasForbiddenAddress = hosts.some((host) => isIP(host) && !settings.allows(host, host));
  }

  /** Of the cluster, as far as it is known. */
  get version(): ClusterVersion | undefined {
    return this.known;
  }

  /**
   * @throws {ClusterError} `unauthorized` for rejected credentials, `unfit` for a server that is no
   *   usable cluster, `overloaded` if too many requests run
   */
  override async asCaller(caller: RequestCaller, call: ClusterCall): Promise<ClusterResponse> {
    const missing = caller.kind !== 'certificate' && missingRight(caller.limits, call);
    if (missing) return forbiddenResponse(missing);
    if (performance.now() >= this.knownUntilMs) await this.readVersion(caller);
    return withinLimits(caller, call, await this.sendAs(caller, call));
  }

  /** @throws {ClusterError} as `asCaller` */
  async readVersion(caller: RequestCaller): Promise<void> {
    const { statusCode, json } = await this.sendAs(caller, { method: 'GET', path: '/' });
    // Some users may not ask for the version.
    if (statusCode !== 403) {
      const version = getVersion(json);
      if ('level' in version) throw new ClusterError('unfit', version.summary);
      this.known = version;
    }
    this.knownUntilMs = performance.now() + CONNECTION_LIMITS.versionMs;
  }

  private async sendAs(caller: RequestCaller, call: ClusterCall): Promise<ClusterResponse> {
    // Node resolves no names for these, so that they are not checked when it connects.
    if (this.hasForbiddenAddress) throw new ClusterError('forbidden', FORBIDDEN_ADDRESS);
    const { responseBytes, running } = CONNECTION_LIMITS;
    if (this.running >= running)
      throw new ClusterError('overloaded', `${running} requests to the cluster run already.`);
    this.running++;
    try {
      const maxBytes = Math.min(call.maxBytes ?? responseBytes, responseBytes);
      const response = await super.asCaller(caller, { ...call, maxBytes });
      if (response.statusCode !== 401) return response;
      throw new ClusterError('unauthorized', 'The cluster rejects the credentials of a user.');
    } finally {
      this.running--;
    }
  }
}
