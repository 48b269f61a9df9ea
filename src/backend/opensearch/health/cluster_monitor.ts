/** Monitors the cluster for `/api/status`. */
import { setTimeout as pause } from 'node:timers/promises';
import { BehaviorSubject, distinctUntilChanged, map, type Observable } from 'rxjs';
import { CLUSTER_LIMITS } from '../../../contracts/limits';
import type { BackendStatus } from '../../api';
import type { EngineLog } from '../../api/log';
import { isJsonObject } from '../../model/entity_shape';
import { PREFIX } from '../../model/paths';
import { ClusterError, type ClusterClient, type ClusterResponse } from '../client';
import { RIGHTS_NEEDED } from '../configuration/cluster_reader';
import { missingPermission, ServerPermissions, type UsedIndex } from './server_permissions';
import {
  getBlocks,
  getHealth,
  isNotSetUp,
  NEVER_SET_UP,
  NO_PLUGIN,
  noRights,
  NOT_REQUESTED,
  unexpectedIndex,
  SECURITY_INDEX,
  SILENT,
  STARTING,
  statusOfBlocks,
  statusOfError,
  statusOfHealth,
  statusOfErrorResponse,
  getVersion,
  type Block,
  type ClusterVersion,
} from './status_messages';

export interface ClusterWatchDeps {
  readonly client: Pick<ClusterClient, 'asServer' | 'hostCount' | 'setBlockingError' | 'setOutage'>;
  /** Indices that the server uses with its own user, tried one by one. */
  readonly usedIndices?: readonly UsedIndex[];
  /** The command that gives a user all that the server needs. */
  readonly grantCommand?: (userName: string) => string;
  /** Name of the server's own user in the configuration. */
  readonly serverUser?: string;
  /** Prefixes of the names of indices that the server writes. */
  readonly indices: readonly string[];
  /** Prefix of the names of the indices that hold sessions. */
  readonly sessionsIndex: string;
  /** Index of saved objects. */
  readonly dashboardsIndex: string;
  /** Time limit of one request, in milliseconds. */
  readonly pingTimeout: number;
  readonly log: EngineLog;
  readonly now?: () => number;
  readonly intervalMs?: number;
}

/** Milliseconds between two checks: with `lookMs`, problems show within 5 s. */
const INTERVAL_MS = 2_000;

export class ClusterWatch {
  private readonly status = new BehaviorSubject(NOT_REQUESTED);
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;
  private found: ClusterVersion | undefined;
  /** Number of the running check, to recognize that it has ended. */
  private check = 0;
  /** Fires when no response has arrived for `lookMs`. */
  private silence: NodeJS.Timeout | undefined;
  private readonly blocks = new BehaviorSubject<readonly Block[]>([]);
  /** Whether the security plugin was ready at least once since this server started. */
  private wasReady = false;
  private notSetUpSince: number | undefined;
  private readonly permissions: ServerPermissions;
  private permissionStatus: BackendStatus | undefined;
  /** Earliest time of the next permission check, by `performance.now()`. */
  private permissionsDueMs = 0;

  constructor(private readonly deps: ClusterWatchDeps) {
    this.permissions = new ServerPermissions({
      client: deps.client,
      indices: deps.usedIndices ?? [],
      timeoutMs: deps.pingTimeout,
      grantCommand: this.grantCommand,
    });
  }

  /** Replays the current status; completes on stop. */
  get status$(): Observable<BackendStatus> {
    return this.status;
  }

  /** Whether the server's indices accept writes, as far as known; completes on stop. */
  get isWritable$(): Observable<boolean> {
    return this.blocks.pipe(
      map((blocks) => blocks.length === 0),
      distinctUntilChanged()
    );
  }

  /** Version of the last cluster that responded. */
  get version(): ClusterVersion | undefined {
    return this.found;
  }

  /** Checks once, and then at intervals. Resolves after the first check, whatever its result. */
  async start(): Promise<void> {
    const check = (this.check += 1);
    // Reports a cluster that accepts requests but never responds, before their time limit ends.
    this.silence = setTimeout(() => {
      if (this.status.value.level !== 'unavailable') this.report(SILENT);
      void this.watchSilence(check);
    }, CLUSTER_LIMITS.lookMs).unref();
    const found = await this.evaluate().catch((error: unknown) => {
      if (this.check === check) this.noticeOutage(error);
      return statusOfError(error);
    });
    // Another check has begun meanwhile.
    if (this.check !== check) return;
    this.check += 1;
    clearTimeout(this.silence);
    this.silence = undefined;
    if (this.isStopped) return;
    if (found !== STARTING && found !== NEVER_SET_UP) this.notSetUpSince = undefined;
    this.report(found);
    this.timer = setTimeout(() => void this.start(), this.deps.intervalMs ?? INTERVAL_MS).unref();
  }

  stop(): void {
    this.isStopped = true;
    this.check += 1;
    clearTimeout(this.timer);
    this.status.complete();
    this.blocks.complete();
  }

  /** The client has tried each host that is unreachable, but waits for one host that is silent. */
  private noticeOutage(error: unknown): void {
    const { client } = this.deps;
    if (!(error instanceof ClusterError)) return;
    const { trouble } = error;
    if (trouble === 'unreachable' || (trouble === 'timeout' && client.hostCount === 1))
      client.setOutage(error);
  }

  /**
   * While a check waits for its response: asks again, because another host may answer, or the same
   * one after the network has lost the request. The cluster is gone once all hosts were silent.
   */
  private async watchSilence(check: number): Promise<void> {
    const { client, intervalMs = INTERVAL_MS } = this.deps;
    const hello = { method: 'GET', path: '/', isHealthCheck: true } as const;
    for (let silent = 1; this.check === check; silent++) {
      if (silent >= client.hostCount) client.setOutage(new ClusterError('timeout', SILENT.summary));
      const response = await client
        .asServer({ ...hello, timeoutMs: CLUSTER_LIMITS.lookMs })
        .catch(() => undefined);
      if (this.check !== check) return;
      if (response) {
        client.setOutage(undefined);
        return void this.start();
      }
      await pause(intervalMs, undefined, { ref: false });
    }
  }

  /** Looks at a response to a request of the server, and checks permissions soon after a denial. */
  notice(response: ClusterResponse): void {
    if (missingPermission(response) !== undefined) this.permissionsDueMs = 0;
  }

  private readonly grantCommand = (userName: string): string =>
    this.deps.grantCommand?.(userName) ?? '';

  private async checkPermissions(userName: string): Promise<BackendStatus | undefined> {
    if (performance.now() < this.permissionsDueMs) return this.permissionStatus;
    // A missing permission may be granted at any time; an existing one is rarely taken away.
    this.permissionStatus = await this.permissions.check(userName);
    const { permissionsMs } = CLUSTER_LIMITS;
    this.permissionsDueMs = performance.now() + (this.permissionStatus ? 0 : permissionsMs);
    return this.permissionStatus;
  }

  private report(found: BackendStatus): void {
    const { level, summary } = this.status.value;
    if (this.isStopped || (found.level === level && found.summary === summary)) return;
    this.deps.log[found.level === 'available' ? 'info' : 'warn'](found.summary);
    this.status.next(found);
  }

  private async evaluate(): Promise<BackendStatus> {
    const { client, indices, sessionsIndex, dashboardsIndex } = this.deps;
    const hello = await this.get('/');
    if (isNotSetUp(hello)) return this.notSetUp(this.wasReady);
    const { serverUser = "the server's user" } = this.deps;
    const error = statusOfErrorResponse(hello, this.grantCommand(serverUser));
    if (error) return error;
    const version = getVersion(hello.json);
    if ('level' in version) {
      client.setBlockingError(new ClusterError('unfit', version.summary));
      return version;
    }
    client.setBlockingError(undefined);
    this.found = version;
    const watched = [...indices, SECURITY_INDEX];
    const [security, rights, state, shards, info] = await Promise.all([
      this.get(`${PREFIX}/health`),
      this.get(`${PREFIX}/api/permissionsinfo`),
      this.get('/_cluster/state/blocks', {
        local: 'true',
        // Dots would separate levels of the response.
        filter_path: ['global', ...watched.map((name) => `indices.${name.replaceAll('.', '*')}*`)]
          .map((part) => `blocks.${part}`)
          .join(','),
      }),
      this.get(`/_cluster/health/${watched.map((name) => `${name}*`).join(',')}`, {
        expand_wildcards: 'all',
        level: 'indices',
      }),
      this.get(`${PREFIX}/dashboardsinfo`),
    ]);
    const health = getHealth(shards);
    // A cluster without security configuration still responds to requests with an administrator
    // certificate.
    if (isNotSetUp(security)) return this.notSetUp(this.wasReady || health.has(SECURITY_INDEX));
    // Without the plugin, the path is taken for the name of an index.
    if ([400, 404, 405].includes(rights.statusCode)) return NO_PLUGIN;
    const refused =
      rights.statusCode === 403
        ? undefined
        : statusOfErrorResponse(rights, this.grantCommand(serverUser));
    if (refused) return refused;
    this.wasReady = true;
    const blocks = getBlocks(state).filter(
      ({ index }) => index === undefined || watched.some((name) => index.startsWith(name))
    );
    if (!this.isStopped) this.blocks.next(blocks);
    const { userName, hasAccess } = findAccess(rights, serverUser);
    const findings = [
      statusOfBlocks(blocks, sessionsIndex),
      statusOfHealth(health, sessionsIndex),
      await this.checkPermissions(userName),
      hasAccess ? undefined : noRights(RIGHTS_NEEDED, this.grantCommand(userName)),
      unexpectedIndex(info, dashboardsIndex),
    ].filter((finding) => finding !== undefined);
    return (
      findings.find(({ level }) => level === 'unavailable') ??
      findings[0] ?? { level: 'available', summary: `OpenSearch ${version.number} is ready.` }
    );
  }

  /** A starting node reports the same as one that was never initialized. */
  private notSetUp(isKnown: boolean): BackendStatus {
    const { now = Date.now } = this.deps;
    this.notSetUpSince ??= now();
    const isLong = now() - this.notSetUpSince >= CLUSTER_LIMITS.startMs;
    return isLong && !isKnown ? NEVER_SET_UP : STARTING;
  }

  private async get(
    path: string,
    query: Readonly<Record<string, string>> = {}
  ): Promise<ClusterResponse> {
    const call = { method: 'GET', path, query, isHealthCheck: true } as const;
    const response = await this.deps.client.asServer({ ...call, timeoutMs: this.deps.pingTimeout });
    // A slow cluster is not reported as silent.
    this.silence?.refresh();
    this.deps.client.setOutage(undefined);
    return response;
  }
}

/** @returns the user that the cluster sees, for example the name in a certificate */
function findAccess(
  { statusCode, json }: ClusterResponse,
  serverUser: string
): { userName: string; hasAccess: boolean } {
  const body = statusCode === 200 && isJsonObject(json) ? json : {};
  const { user_name: userName, has_api_access: hasAccess } = body;
  return {
    userName: typeof userName === 'string' ? userName : serverUser,
    hasAccess: hasAccess === true,
  };
}
