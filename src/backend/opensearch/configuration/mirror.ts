/**
 * The security configuration in memory, as the cluster shows it to the server: at most
 * `CLUSTER_LIMITS.staleMs` old, and including all changes made through this server.
 */
import { setTimeout } from 'node:timers/promises';
import {
  RESOURCE_TYPES,
  type Entity,
  type EntityByType,
  type ResourceType,
} from '../../../contracts/entities';
import { CLUSTER_LIMITS, FIND_LIMITS } from '../../../contracts/limits';
import type { EntityChange } from '../../api';
import { getDynamic } from '../../model/security_config';
import { runInSlices, type CooperativeTask } from '../../scheduling/cooperative_task';
import { ClusterError } from '../client';
import type { ClusterReader } from './cluster_reader';
import { Collection } from './collection';

type Json = Readonly<Record<string, unknown>>;

export interface MirrorFollowers {
  /** Called for each change, in order. */
  readonly changed: (change: EntityChange) => void;
  /** Called with `config.dynamic` of the security configuration. */
  readonly configured: (dynamic: Json) => void;
  /** Called when all collections are loaded for the first time. */
  readonly loaded: () => void;
}

/** Above this number, the whole collection is read. */
const MAX_SINGLE_READS = 20;
const MAX_ATTEMPTS = 3;

export class Mirror {
  private readonly collections = new Map<ResourceType, Collection>(
    RESOURCE_TYPES.map((type) => [type, new Collection(type)])
  );
  private loading: Promise<void> | undefined;
  private freshUntilMs = Number.NEGATIVE_INFINITY;
  private readAtMs = Number.NEGATIVE_INFINITY;
  private writes = 0;
  private isLoaded = false;
  private dynamic = '';

  /** @param now - milliseconds of a monotonic clock */
  constructor(
    private readonly reader: ClusterReader,
    private readonly followers: MirrorFollowers,
    private readonly now: () => number,
    private readonly pause: (ms: number) => Promise<unknown> = setTimeout
  ) {}

  entities<T extends ResourceType>(type: T): ReadonlyMap<string, EntityByType[T]> {
    const { entities } = this.collections.get(type) as Collection;
    return entities as ReadonlyMap<string, Entity> as ReadonlyMap<string, EntityByType[T]>;
  }

  /** The entity as the cluster shows it, with all its fields. */
  raw(type: ResourceType, name: string): unknown {
    return (this.collections.get(type) as Collection).raw(name);
  }

  /**
   * Await this before reading from the mirror.
   * @throws {ClusterError} if the content is too old and cannot be loaded
   */
  async ensureFresh(): Promise<void> {
    // The time of the request, because loading may take longer than its result stays fresh.
    const requestedAtMs = this.now();
    // Loads again if something was changed meanwhile.
    for (let attempt = 0; attempt < MAX_ATTEMPTS && requestedAtMs >= this.freshUntilMs; attempt++) {
      this.loading ??= this.load().finally(() => (this.loading = undefined));
      await this.loading;
    }
  }

  /**
   * Like `ensureFresh`, but with a load that starts after the call and at least `refreshMs` after
   * the last one, so that concurrent calls share one load.
   * @throws {ClusterError}
   */
  async renew(): Promise<void> {
    const requestedAtMs = this.now();
    // An error of a load in progress concerns only those who started it.
    await this.loading?.catch(() => undefined);
    const pauseMs = CLUSTER_LIMITS.refreshMs - this.ageMs;
    if (this.readAtMs < requestedAtMs && pauseMs > 0) await this.pause(pauseMs);
    if (this.readAtMs < requestedAtMs) this.freshUntilMs = Number.NEGATIVE_INFINITY;
    await this.ensureFresh();
  }

  /** Milliseconds since the current content was requested; infinite before the first load. */
  get ageMs(): number {
    return this.now() - this.readAtMs;
  }

  /** Call this after an unknown change: everything is loaded before the next read. */
  invalidate(): void {
    this.writes++;
    this.freshUntilMs = Number.NEGATIVE_INFINITY;
  }

  /**
   * Call this after changes made through this server. Never rejects; entities that cannot be read
   * are loaded later.
   */
  async reloadChanged(
    changed: ReadonlyArray<readonly [type: ResourceType, name: string]>
  ): Promise<void> {
    if (!this.isLoaded || changed.length > MAX_SINGLE_READS) return this.invalidate();
    this.writes++;
    try {
      for (const [type, name] of changed) {
        const response = await this.reader.entity(type, name);
        const collection = this.collections.get(type) as Collection;
        collection.followOne(name, response).forEach(this.followers.changed);
      }
    } catch {
      this.invalidate();
    }
  }

  document(id: Parameters<ClusterReader['document']>[0]): Promise<Json | undefined> {
    return this.reader.document(id);
  }

  private async load(): Promise<void> {
    const [startedAtMs, writes] = [this.now(), this.writes];
    const [config, ...responses] = await Promise.all([
      this.reader.document('config'),
      ...RESOURCE_TYPES.map((type) => this.reader.collection(type)),
    ]);
    try {
      for (const [index, type] of RESOURCE_TYPES.entries())
        await this.inSlices(this.follow(type, responses[index] as string));
    } catch (error) {
      const message = 'The cluster shows a configuration that is no JSON.';
      throw new ClusterError('malformed', message, { cause: error });
    }
    this.configure(config);
    if (!this.isLoaded) this.followers.loaded();
    this.isLoaded = true;
    this.readAtMs = startedAtMs;
    // The responses may lack what was written meanwhile.
    if (writes === this.writes) this.freshUntilMs = startedAtMs + CLUSTER_LIMITS.staleMs;
  }

  private follow(type: ResourceType, response: string): CooperativeTask<void> {
    return (this.collections.get(type) as Collection).follow(response, this.followers.changed);
  }

  private inSlices(steps: CooperativeTask<void>): Promise<void> {
    return runInSlices(steps, { sliceMs: FIND_LIMITS.sliceMs, limitMs: Number.POSITIVE_INFINITY });
  }

  private configure(config: Json | undefined): void {
    const dynamic = getDynamic(config);
    const text = JSON.stringify(dynamic);
    if (text === this.dynamic) return;
    this.dynamic = text;
    this.followers.configured(dynamic);
  }
}
