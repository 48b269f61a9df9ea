/** Looks after the cluster again and again: `/api/status` says what keeps the server from it. */
import { BehaviorSubject, distinctUntilChanged, map, type Observable } from 'rxjs';
import type { BackendStatus } from '../../contract';
import type { EngineLog } from '../../contract/log';
import { isJsonObject } from '../../model/entity_shape';
import { PREFIX } from '../../model/paths';
import { ClusterError, type ClusterAnswer, type ClusterClient } from '../client';
import { RIGHTS_NEEDED } from '../configuration/cluster_reader';
import {
  blockedIndices,
  otherIndex,
  redIndices,
  statusOfBlocks,
  statusOfError,
  statusOfRed,
  statusOfRefusal,
  versionOf,
  type ClusterVersion,
} from './findings';

export interface ClusterWatchDeps {
  readonly client: Pick<ClusterClient, 'asServer' | 'keepOut'>;
  /** Patterns of the indices that the server writes, comma-joined. */
  readonly indices: string;
  /** Of saved objects. */
  readonly dashboardsIndex: string;
  /** Of one call, milliseconds. */
  readonly pingTimeout: number;
  readonly log: EngineLog;
}

/** Milliseconds between two looks. */
const INTERVAL_MS = { available: 5_000, degraded: 5_000, unavailable: 2_000 } as const;

const NOT_ASKED: BackendStatus = {
  level: 'unavailable',
  summary: 'The cluster was not reached yet.',
};
const NO_PLUGIN: BackendStatus = {
  level: 'unavailable',
  summary: "The cluster has no security plugin: install 'opensearch-security' on its nodes.",
};
const NO_RIGHTS: BackendStatus = {
  level: 'degraded',
  summary: `The cluster is there, but shows the server no security configuration, so that lists and explanations fail: ${RIGHTS_NEEDED}`,
};

export class ClusterWatch {
  private readonly status = new BehaviorSubject(NOT_ASKED);
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;
  private found: ClusterVersion | undefined;
  private readonly blocked = new BehaviorSubject<readonly string[]>([]);

  constructor(private readonly deps: ClusterWatchDeps) {}

  /** Replays the current one; completes on stop. */
  get status$(): Observable<BackendStatus> {
    return this.status;
  }

  /** Whether the indices of the server take writes, as far as it is known; completes on stop. */
  get isWritable$(): Observable<boolean> {
    return this.blocked.pipe(
      map((indices) => indices.length === 0),
      distinctUntilChanged()
    );
  }

  /** Of the last cluster that answered. */
  get version(): ClusterVersion | undefined {
    return this.found;
  }

  /** Looks once, and then again and again. Resolves after the first look, whatever it found. */
  async start(): Promise<void> {
    const found = await this.judge().catch(statusOfError);
    if (this.isStopped) return;
    const { level, summary } = this.status.value;
    if (found.level !== level || found.summary !== summary) {
      this.deps.log[found.level === 'available' ? 'info' : 'warn'](found.summary);
      this.status.next(found);
    }
    this.timer = setTimeout(() => void this.start(), INTERVAL_MS[found.level]).unref();
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
    this.status.complete();
    this.blocked.complete();
  }

  private async judge(): Promise<BackendStatus> {
    const { client } = this.deps;
    const hello = await this.get('/');
    const refusal = statusOfRefusal(hello);
    if (refusal) return refusal;
    const version = versionOf(hello.text);
    if ('level' in version) {
      client.keepOut(new ClusterError('unfit', version.summary));
      return version;
    }
    client.keepOut(undefined);
    this.found = version;
    const rights = await this.get(`${PREFIX}/api/permissionsinfo`);
    // What no plugin serves is taken for the name of an index.
    if ([400, 404, 405].includes(rights.statusCode)) return NO_PLUGIN;
    const second = statusOfRefusal(rights);
    if (second && rights.statusCode !== 403) return second;
    if (second || !hasAccess(rights)) return NO_RIGHTS;
    const blocked = blockedIndices(
      await this.get(`/${this.deps.indices}/_settings/index.blocks.*`)
    );
    if (!this.isStopped) this.blocked.next(blocked);
    if (blocked.length > 0) return statusOfBlocks(blocked);
    const lost = redIndices(await this.get(`/_cluster/health/${this.deps.indices}`));
    if (lost.length > 0) return statusOfRed(lost);
    const other = otherIndex(await this.get(`${PREFIX}/dashboardsinfo`), this.deps.dashboardsIndex);
    if (other !== undefined) return other;
    return { level: 'available', summary: `OpenSearch ${version.number} is ready.` };
  }

  private get(path: string): Promise<ClusterAnswer> {
    const hidden = { expand_wildcards: 'all' };
    const isHealth = path.startsWith('/_cluster/health/');
    const query = isHealth
      ? { ...hidden, level: 'indices' }
      : path.includes('/_settings/')
        ? hidden
        : {};
    const timeoutMs = this.deps.pingTimeout;
    return this.deps.client.asServer({ method: 'GET', path, query, timeoutMs, isLook: true });
  }
}

function hasAccess({ text }: ClusterAnswer): boolean {
  const body: unknown = JSON.parse(text);
  return isJsonObject(body) && body['has_api_access'] === true;
}
