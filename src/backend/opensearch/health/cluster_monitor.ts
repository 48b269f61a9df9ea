/** Monitors the cluster for `/api/status`. */
import { BehaviorSubject, distinctUntilChanged, map, type Observable } from 'rxjs';
import { CLUSTER_LIMITS } from '../../../contracts/limits';
import type { BackendStatus } from '../../api';
import type { EngineLog } from '../../api/log';
import { isJsonObject } from '../../model/entity_shape';
import { PREFIX } from '../../model/paths';
import { ClusterError, type ClusterResponse, type ClusterClient } from '../client';
import { RIGHTS_NEEDED } from '../configuration/cluster_reader';
import {
  blocksOf,
  healthOf,
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
  versionOf,
  type Block,
  type ClusterVersion,
} from './status_messages';

export interface ClusterWatchDeps {
  readonly client: Pick<ClusterClient, 'asServer' | 'setBlockingError'>;
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
  /** Fires when no response has arrived for `lookMs`. */
  private silence: NodeJS.Timeout | undefined;
  private readonly blocks = new BehaviorSubject<readonly Block[]>([]);
  /** Whether the security plugin was ready at least once since this server started. */
  private wasReady = false;
  private notSetUpSince: number | undefined;

  constructor(private readonly deps: ClusterWatchDeps) {}

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
    // Reports a cluster that accepts requests but never responds, before their time limit ends.
    this.silence = setTimeout(() => {
      if (this.status.value.level !== 'unavailable') this.report(SILENT);
    }, CLUSTER_LIMITS.lookMs).unref();
    const found = await this.evaluate().catch(statusOfError);
    clearTimeout(this.silence);
    this.silence = undefined;
    if (this.isStopped) return;
    if (found !== STARTING && found !== NEVER_SET_UP) this.notSetUpSince = undefined;
    this.report(found);
    this.timer = setTimeout(() => void this.start(), this.deps.intervalMs ?? INTERVAL_MS).unref();
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
    this.status.complete();
    this.blocks.complete();
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
    const error = statusOfErrorResponse(hello);
    if (error) return error;
    const version = versionOf(hello.text);
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
        ...{ expand_wildcards: 'all', level: 'indices' },
      }),
      this.get(`${PREFIX}/dashboardsinfo`),
    ]);
    const health = healthOf(shards);
    // A cluster without security configuration still responds to requests with an administrator
    // certificate.
    if (isNotSetUp(security)) return this.notSetUp(this.wasReady || health.has(SECURITY_INDEX));
    // Without the plugin, the path is taken for the name of an index.
    if ([400, 404, 405].includes(rights.statusCode)) return NO_PLUGIN;
    const refused = rights.statusCode === 403 ? undefined : statusOfErrorResponse(rights);
    if (refused) return refused;
    this.wasReady = true;
    const blocks = blocksOf(state).filter(
      ({ index }) => index === undefined || watched.some((name) => index.startsWith(name))
    );
    if (!this.isStopped) this.blocks.next(blocks);
    const findings = [
      statusOfBlocks(blocks, sessionsIndex),
      statusOfHealth(health, sessionsIndex),
      hasAccess(rights) ? undefined : noRights(RIGHTS_NEEDED),
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
    return response;
  }
}

function hasAccess({ statusCode, text }: ClusterResponse): boolean {
  if (statusCode !== 200) return false;
  const body: unknown = JSON.parse(text);
  return isJsonObject(body) && body['has_api_access'] === true;
}
