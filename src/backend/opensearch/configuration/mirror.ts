/**
 * The security configuration in memory, as the cluster shows it to the server: at most
 * `CLUSTER_LIMITS.staleMs` old when it is asked, and with everything that was changed through this
 * server. Nobody is told anything of it but within the rights that the cluster gives him.
 */
import { setTimeout } from 'node:timers/promises';
import {
  RESOURCE_TYPES,
  type Entity,
  type EntityByType,
  type ResourceType,
} from '../../../contracts/entities';
import { CLUSTER_LIMITS, FIND_LIMITS } from '../../../contracts/limits';
import { dynamicOf } from '../../model/security_config';
import { runInSlices, type CooperativeTask } from '../../scheduling/cooperative_task';
import { ClusterError } from '../client';
import type { ClusterReader, DocumentId } from './cluster_reader';
import { Collection, type EntityChange } from './collection';

type Json = Readonly<Record<string, unknown>>;

export interface MirrorFollowers {
  /** To be called for each change, in its order. */
  readonly changed: (change: EntityChange) => void;
  /** `config.dynamic` of the security configuration. */
  readonly configured: (dynamic: Json) => void;
  /** All collections are there for the first time. */
  readonly loaded: () => void;
}

/** More at once are read with their collection. */
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

  /** @param now - milliseconds of a clock that nobody sets */
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

  /** An entity as the cluster shows it, whatever its fields. */
  shown(type: ResourceType, name: string): unknown {
    return (this.collections.get(type) as Collection).shown(name);
  }

  /**
   * To be awaited before anything is read of it.
   * @throws {ClusterError} when what is there is too old and cannot be read anew
   */
  async fresh(): Promise<void> {
    // Of the question: a reading may take longer than what it gives stays fresh.
    const askedAtMs = this.now();
    // Another attempt when something was changed while it was read.
    for (let attempt = 0; attempt < MAX_ATTEMPTS && askedAtMs >= this.freshUntilMs; attempt++) {
      this.loading ??= this.load().finally(() => (this.loading = undefined));
      await this.loading;
    }
  }

  /**
   * As `fresh`, from a reading that began after the call. It waits until `refreshMs` after the last
   * one: however many ask, the cluster is asked for all together.
   * @throws {ClusterError}
   */
  async renewed(): Promise<void> {
    const askedAtMs = this.now();
    // Whether one under way fails is for those who began it.
    await this.loading?.catch(() => undefined);
    const pauseMs = CLUSTER_LIMITS.refreshMs - this.ageMs;
    if (this.readAtMs < askedAtMs && pauseMs > 0) await this.pause(pauseMs);
    if (this.readAtMs < askedAtMs) this.freshUntilMs = Number.NEGATIVE_INFINITY;
    await this.fresh();
  }

  /** Milliseconds since the reading that is shown began; infinite before the first. */
  get ageMs(): number {
    return this.now() - this.readAtMs;
  }

  /** Something was changed, nobody knows what: it is read before the next answer. */
  outdated(): void {
    this.writes++;
    this.freshUntilMs = Number.NEGATIVE_INFINITY;
  }

  /** Entities were changed through this server. Never rejects: what fails is read again later. */
  async wrote(changed: ReadonlyArray<readonly [type: ResourceType, name: string]>): Promise<void> {
    if (!this.isLoaded || changed.length > MAX_SINGLE_READS) return this.outdated();
    this.writes++;
    try {
      for (const [type, name] of changed) {
        const response = await this.reader.entity(type, name);
        const collection = this.collections.get(type) as Collection;
        collection.followOne(name, response).forEach(this.followers.changed);
      }
    } catch {
      this.outdated();
    }
  }

  document(id: DocumentId): Promise<Json | undefined> {
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
      const words = 'The cluster shows a configuration that is no JSON.';
      throw new ClusterError('broken', words, { cause: error });
    }
    this.configure(config);
    if (!this.isLoaded) this.followers.loaded();
    this.isLoaded = true;
    this.readAtMs = startedAtMs;
    // What was written meanwhile may not be in these answers.
    if (writes === this.writes) this.freshUntilMs = startedAtMs + CLUSTER_LIMITS.staleMs;
  }

  private follow(type: ResourceType, response: string): CooperativeTask<void> {
    return (this.collections.get(type) as Collection).follow(response, this.followers.changed);
  }

  private inSlices(steps: CooperativeTask<void>): Promise<void> {
    return runInSlices(steps, { sliceMs: FIND_LIMITS.sliceMs, limitMs: Number.POSITIVE_INFINITY });
  }

  private configure(config: Json | undefined): void {
    const dynamic = dynamicOf(config);
    const text = JSON.stringify(dynamic);
    if (text === this.dynamic) return;
    this.dynamic = text;
    this.followers.configured(dynamic);
  }
}
