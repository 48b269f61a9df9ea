/**
 * The clusters besides home that administrators choose among: those of the configuration file, and
 * those that administrators have added. Decision:
 * docs/decisions/0014-connected-clusters.md.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type {
  BackendFeatures,
  ClusterConnection,
  ClusterProvider,
  ConnectionCheck,
  DocumentStore,
  Logger,
  Principal,
  PrivilegedBackend,
  RequestCaller,
  RouteRequest,
  ScopedEngineClient,
  StoredConnection,
  UsedCertificate,
} from '@sd/core/server';
import { AllowedHosts, readUsedCertificates } from '@sd/core/server';
import {
  BACKEND_ERRORS,
  CLUSTER_REQUEST_ERRORS,
  type ClusterEntry,
  type ClusterMove,
  type ClusterSettings,
  CodedError,
  englishText,
  isClusterId,
} from '@sd/contracts';
import { CONNECTION_LIMITS } from '@sd/core/common';
import { CLUSTER_ERRORS } from '../../common';
import type { ClusterSection } from './cluster_config';
import type { Tools } from '../types';
import { checkAs, storedCaller, storedConnection, tokenCaller } from './cluster_callers';
import {
  assertUsable,
  type ClusterProfile,
  getDestination,
  type EnteredPrincipal,
  toEntry,
  profileOfSection,
  profileOfSettings,
} from './cluster_profile';
import { assertRoom, type SavedChange, type SavedCluster, SavedClusters } from './saved_clusters';

interface Connected {
  readonly profile: ClusterProfile;
  readonly connection: ClusterConnection;
  /** Of credentials that users enter. */
  readonly destination: string;
  readonly certificates: readonly UsedCertificate[];
  /** Of the saved connection; absent for one of the configuration file. */
  readonly version?: string;
}

type EnteredById = Readonly<Record<string, EnteredPrincipal>>;

interface RegistryDeps {
  readonly config: {
    readonly clusters: Readonly<Record<string, ClusterSection>>;
    readonly allowed_hosts: readonly string[];
    readonly encryption_keys: readonly string[];
  };
  readonly tools: Pick<Tools, 'EngineRequestError'>;
  readonly store: DocumentStore;
  readonly connectionKey?: PrivilegedBackend['connectionKey'];
  readonly connect: PrivilegedBackend['connect'];
  /** The credentials that a request's user entered in the session, by cluster. */
  readonly enteredBy: (request: RouteRequest) => EnteredById | undefined;
  readonly logger: Logger;
}

export class ClusterRegistry implements ClusterProvider {
  private readonly connected = new Map<string, Connected>();
  private readonly saved: SavedClusters;
  private readonly allowed: AllowedHosts;
  private readonly timer: NodeJS.Timeout;
  private following: Promise<void> = Promise.resolve();
  /** Problems that the log has named, of the store and by version of a connection. */
  private readonly logged = new Set<string>();

  private constructor(private readonly deps: RegistryDeps) {
    const { allowed_hosts: hosts, encryption_keys: keys } = deps.config;
    this.allowed = new AllowedHosts(hosts);
    this.saved = new SavedClusters(deps.store, keys, deps.connectionKey);
    const refresh = () => void this.refresh();
    this.timer = setInterval(refresh, CONNECTION_LIMITS.refreshMs).unref();
  }

  /** @throws if a certificate file of the configuration cannot be read */
  static async open(deps: RegistryDeps): Promise<ClusterRegistry> {
    const registry = new ClusterRegistry(deps);
    try {
      for (const [id, section] of Object.entries(deps.config.clusters))
        await registry.openOne(id, profileOfSection(id, section));
    } catch (error) {
      await registry.stop();
      throw error;
    }
    // A cluster that is home may be unreachable now.
    await Promise.race([registry.refresh(), pause(CONNECTION_LIMITS.refreshMs, undefined, UNREF)]);
    return registry;
  }

  list(request: RouteRequest): readonly ClusterEntry[] {
    return [...this.connected].map(([id, one]) => {
      const caller = this.getCaller(id, one, request);
      const moved = caller ? undefined : this.moveUnknownTo(request, id);
      return { ...toEntry(id, one, caller), ...(moved && { moved }) };
    });
  }

  /** All of them; which the server uses by itself is a setting of the plugin that asks. */
  get stored(): ReadonlyMap<string, StoredConnection> {
    return new Map([...this.connected].map(([id, one]) => [id, storedConnection(one)]));
  }

  /** Those of all connections, as they were opened. */
  get certificates(): readonly UsedCertificate[] {
    return [...this.connected.values()].flatMap(({ certificates }) => certificates);
  }

  has(id: string): boolean {
    return this.connected.has(id);
  }

  get isEmpty(): boolean {
    return this.connected.size === 0;
  }

  featuresOf(id: string): BackendFeatures | undefined {
    return this.connected.get(id)?.connection.features;
  }

  engineFor(id: string, request: RouteRequest): ScopedEngineClient {
    const found = this.connected.get(id) as Connected;
    const caller = this.getCaller(id, found, request);
    if (!caller && found.profile.credentials === 'token') {
      const { status: statusCode, defaultMessage: message } = BACKEND_ERRORS.clusterToken;
      throw new this.deps.tools.EngineRequestError({ statusCode, headers: {}, body: { message } });
    }
    const moved = caller ? undefined : this.moveUnknownTo(request, id);
    if (moved) throw credentialsNeeded(this.deps.tools, moved);
    return found.connection.asCaller(caller);
  }

  /** Remembers that the caller logged in to a cluster; never rejects. */
  async loggedIn(id: string, { auth }: RouteRequest): Promise<void> {
    try {
      await this.saved.loggedIn(auth?.identity.userName ?? '', id);
    } catch (error) {
      this.warnOnce(`login ${id}`, `A login to the cluster "${id}" could not be recorded.`, error);
    }
  }

  /** What others changed about where the caller's own credentials would go. */
  private moveUnknownTo({ auth }: RouteRequest, id: string): ClusterMove | undefined {
    if (this.getCredentials(id) !== 'session' || !auth) return undefined;
    const moves = this.saved.movesUnknownTo(auth.identity.userName, id);
    const [first, last] = [moves[0], moves.at(-1)];
    if (!first || !last) return undefined;
    const by = [...new Set(moves.map((one) => one.by))];
    return { by, at: last.at, hosts_before: [...first.hosts] };
  }

  confirmsChanges(id: string): boolean {
    return this.connected.get(id)?.profile.confirmsChanges === true;
  }

  getCredentials(id: string): ClusterProfile['credentials'] | undefined {
    return this.connected.get(id)?.profile.credentials;
  }

  /** Binds entered credentials to the server for which they are entered. */
  bound(id: string, principal: Principal): EnteredPrincipal {
    return { ...principal, destination: this.connected.get(id)?.destination ?? '' };
  }

  /** Entered credentials without those of removed or moved connections. */
  current(entered: EnteredById): EnteredById {
    return Object.fromEntries(
      Object.entries(entered).filter(
        ([id, { destination }]) => destination === this.connected.get(id)?.destination
      )
    );
  }

  /**
   * Tests a connection.
   * @param caller - by default, with the credentials that requests of this user carry
   * @returns `undefined` if the server responds, and there are no credentials
   */
  async check(
    id: string,
    request: RouteRequest,
    caller?: RequestCaller
  ): Promise<ConnectionCheck | undefined> {
    const one = this.connected.get(id) as Connected;
    return checkAs(one.connection, caller ?? this.getCaller(id, one, request));
  }

  /**
   * Tests a connection before it is saved.
   * @param caller - the caller's own credentials, for connections without others
   * @returns as `check`
   * @throws {CodedError} if a setting is not accepted
   */
  async checkUnsaved(
    id: string | undefined,
    settings: ClusterSettings,
    request: RouteRequest,
    caller: RequestCaller | undefined
  ): Promise<ConnectionCheck | undefined> {
    await this.refresh();
    const completed = this.saved.complete(id, settings);
    assertUsable(completed, this.allowed);
    const profile = profileOfSettings(completed);
    const connection = await this.connect(id ?? '', profile);
    try {
      const own = profile.credentials === 'token' ? tokenCaller(request) : caller;
      // As of saved connections: a key or token on behalf of a user may have none of its own.
      const stored = request.auth?.identity.isDelegated ? undefined : storedCaller(profile);
      return await checkAs(connection, stored ?? own);
    } finally {
      await connection.stop();
    }
  }

  /**
   * Settings without secrets. Those of the configuration file have no PEM texts.
   * @returns `undefined` if there is no such connection
   */
  getSettings(id: string) {
    const found = this.connected.get(id);
    if (!found) return undefined;
    const saved = this.saved.all.get(id);
    if (!found.version || !saved) return { profile: found.profile };
    return { profile: found.profile, saved };
  }

  /** @throws {CodedError} if a setting is not accepted, or the id is taken */
  async add(id: string, settings: ClusterSettings, by: string): Promise<SavedChange> {
    if (!isClusterId(id)) throw new CodedError(CLUSTER_ERRORS.clusterId, { id });
    if (this.isFromFile(id)) throw new CodedError(CLUSTER_ERRORS.clusterExists, { id });
    return this.change(id, by, (current) => {
      if (current) throw new CodedError(CLUSTER_ERRORS.clusterExists, { id });
      assertRoom(this.fromFile.length + this.saved.all.size);
      const completed = this.saved.complete(undefined, settings);
      assertUsable(completed, this.allowed);
      return completed;
    });
  }

  /**
   * @param version - that the caller has seen; without it, the latest one is replaced
   * @throws {CodedError} if a setting is not accepted, or the connection has changed since
   */
  async update(
    id: string,
    settings: ClusterSettings,
    version: string | undefined,
    by: string
  ): Promise<SavedChange> {
    return this.change(id, by, (current) => {
      this.assertSeen(id, current, version);
      const completed = this.saved.complete(id, settings);
      assertUsable(completed, this.allowed);
      return completed;
    });
  }

  /** @throws {CodedError} as `update` */
  async remove(id: string, version: string | undefined, by: string): Promise<SavedChange> {
    return this.change(id, by, (current) => {
      this.assertSeen(id, current, version);
      return undefined;
    });
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.following;
    await Promise.all([...this.connected.values()].map(({ connection }) => connection.stop()));
  }

  private get fromFile(): readonly string[] {
    return Object.keys(this.deps.config.clusters);
  }

  private isFromFile(id: string): boolean {
    return Object.hasOwn(this.deps.config.clusters, id);
  }

  private assertSeen(id: string, current: SavedCluster | undefined, version?: string): void {
    if (this.isFromFile(id)) throw new CodedError(CLUSTER_ERRORS.clusterFromFile, { id });
    if (current && (version === undefined || version === current.version)) return;
    const error =
      current || version !== undefined
        ? CLUSTER_ERRORS.clusterStale
        : CLUSTER_REQUEST_ERRORS.unknownCluster;
    throw new CodedError(error, { id });
  }

  private async change(...args: Parameters<SavedClusters['change']>): Promise<SavedChange> {
    const changed = await this.saved.change(...args);
    await this.refresh();
    return changed;
  }

  /** Follows the saved connections, one run after another; never rejects. */
  private refresh(): Promise<void> {
    this.following = this.following.then(async () => {
      try {
        await this.saved.refresh();
        this.logged.delete(STORE);
        await this.follow();
      } catch (error) {
        this.warnOnce(STORE, 'The connected clusters could not be read.', error);
      }
    });
    return this.following;
  }

  /** Not with each refresh, which follow each other within seconds. */
  private warnOnce(problem: string, message: string, error?: unknown): void {
    if (this.logged.has(problem)) return;
    this.logged.add(problem);
    this.deps.logger.warn(message, error === undefined ? {} : { reason: String(error) });
  }

  /** Opens, replaces and closes connections. Requests that run on an old one end there. */
  private async follow(): Promise<void> {
    const { all } = this.saved;
    for (const [id, one] of this.connected) {
      if (one.version === undefined || all.get(id)?.version === one.version) continue;
      this.connected.delete(id);
      void one.connection.stop();
    }
    for (const [id, { version }] of all) {
      if (this.connected.has(id)) continue;
      if (this.saved.hasLockedSecrets(id))
        this.warnOnce(
          version,
          `No encryption key fits the stored password or key of the cluster "${id}". Enter it again, or add the earlier key to opensearch_security.cluster_connections.encryption_keys.`
        );
      try {
        const settings = this.saved.getSettings(id) as ClusterSettings;
        await this.openOne(id, profileOfSettings(settings), version);
      } catch (error) {
        this.warnOnce(version, `The cluster "${id}" could not be opened.`, error);
      }
    }
  }

  private async openOne(id: string, profile: ClusterProfile, version?: string): Promise<void> {
    const connection = await this.connect(id, profile);
    const destination = getDestination(profile);
    const { certificateAuthorities, certificate } = profile.ssl;
    this.connected.set(id, {
      profile,
      connection,
      destination,
      certificates: readUsedCertificates(
        `connected cluster ${id}`,
        certificateAuthorities,
        certificate
      ),
      ...(version && { version }),
    });
  }

  private connect(
    id: string,
    { hosts, requestTimeout, ssl }: ClusterProfile
  ): Promise<ClusterConnection> {
    return this.deps.connect({ id, hosts, requestTimeout, ssl, allows: this.allowed.allows });
  }

  /** `undefined` if the user has not entered credentials. */
  private getCaller(
    id: string,
    { profile, destination }: Connected,
    request: RouteRequest
  ): RequestCaller | undefined {
    const { isDelegated, hasApiAccess, disabledEndpoints = {} } = request.auth?.identity ?? {};
    // Neither API keys nor tokens on behalf of users have permissions elsewhere.
    if (!hasApiAccess || isDelegated) return undefined;
    const stored = storedCaller(profile);
    if (stored) return { ...stored, limits: { disabledEndpoints } };
    if (profile.credentials === 'token') return tokenCaller(request);
    const entered = this.deps.enteredBy(request)?.[id];
    if (entered?.destination !== destination) return undefined;
    const { destination: _destination, ...principal } = entered;
    return { kind: 'user', principal };
  }
}

function credentialsNeeded(
  { EngineRequestError }: RegistryDeps['tools'],
  moved: ClusterMove
): Error {
  const { code, status: statusCode } = BACKEND_ERRORS.clusterCredentials;
  const message = [BACKEND_ERRORS.clusterCredentials, CLUSTER_ERRORS.clusterMoved]
    .map((one) => englishText(one, { by: moved.by.join(', ') }))
    .join(' ');
  const response = { statusCode, headers: {}, body: { message } };
  return new EngineRequestError(response, { code, moved });
}

const UNREF = { ref: false };
const STORE = 'store';
