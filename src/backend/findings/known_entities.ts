/**
 * The entries that a caller may read, from one check to the next. The engine says which ones have
 * changed; only these are read again, as the caller. Objects of the others stay the same.
 */
import { setImmediate } from 'node:timers/promises';
import type { Entity, ResourceType } from '../../contracts/entities';
import { FINDINGS_LIMITS, IMPORT_LIMITS } from '../../contracts/limits';
import { FairQueue } from '../../workers';
import type { Engine, EngineCaller, EngineResult, MembersFor } from '../api/engine';
import { isJsonObject } from '../model/entity_shape';
import { PREFIX } from '../model/paths';
import { knownParts } from '../model/payload';
import { type CooperativeTask, runInSlices } from '../scheduling/cooperative_task';
import { ChangedMap } from './changed_map';
import type { Checked } from './find_findings';

type Entities = ReadonlyMap<string, Entity>;

/** How password hashes are read, where they can be. */
export interface HashSource {
  /** Up to `limit` hashes of users after a name. */
  after(
    name: string,
    limit: number
  ): ReadonlyArray<{ readonly userName: string; readonly hash: string }>;
  of(name: string): string | undefined;
}

export class KnownEntities<Caller extends EngineCaller> {
  /** The last check. The next one that starts from it removes it here. */
  last: Checked | undefined;
  /** A check begins with the last one, so they run one by one. */
  readonly queue = new FairQueue({ running: 1, waiting: 2, waitingPerKey: 2 });
  private readonly known = new Map<ResourceType, Entities>();
  private readonly changed = new Map<ResourceType, Set<string>>();
  private hashes: ReadonlyMap<string, string> | undefined;
  private readonly changedHashes = new Set<string>();

  constructor(private readonly engine: MembersFor<Caller, Pick<Engine, 'find' | 'request'>>) {}

  follow(type: ResourceType, name: string): void {
    if (type === 'internalusers') this.changedHashes.add(name);
    const names = this.changed.get(type)?.add(name);
    if (names && names.size > FINDINGS_LIMITS.readAgain) this.forget(type);
  }

  async of(caller: Caller, type: ResourceType): Promise<EngineResult<Entities>> {
    const first = await this.engine.find(caller, { type, page: 1, perPage: 1 });
    if (!first.ok) {
      this.forget(type);
      return first;
    }
    const { total } = first.result;
    const again = await this.readAgain(caller, type);
    // A change in between, or one that the engine did not name.
    if (again?.size !== total) return this.readAll(caller, type);
    this.known.set(type, again);
    return { ok: true, result: again };
  }

  async toHashes(source: HashSource): Promise<ReadonlyMap<string, string>> {
    const names = [...this.changedHashes];
    this.changedHashes.clear();
    if (!this.hashes || names.length > FINDINGS_LIMITS.readAgain)
      this.hashes = await allHashes(source);
    else {
      const known = this.hashes;
      const other = names
        .map((name) => [name, source.of(name)] as const)
        .filter(([name, hash]) => hash !== known.get(name));
      if (other.length > 0) this.hashes = ChangedMap.of(known, new Map(other));
    }
    return this.hashes;
  }

  private forget(type: ResourceType): void {
    this.known.delete(type);
    this.changed.delete(type);
  }

  /** @returns `undefined` if all have to be read */
  private async readAgain(caller: Caller, type: ResourceType): Promise<Entities | undefined> {
    const known = this.known.get(type);
    const names = this.changed.get(type);
    if (!known || !names) return undefined;
    if (names.size === 0) return known;
    this.changed.set(type, new Set());
    const changes = new Map<string, Entity | undefined>();
    try {
      for (const name of names) {
        const path = `${PREFIX}/api/${type}/${encodeURIComponent(name)}`;
        const { statusCode, body } = await this.engine.request(caller, { method: 'GET', path });
        const entity = isJsonObject(body) ? body[name] : undefined;
        if (statusCode === 404) changes.set(name, undefined);
        else if (statusCode !== 200 || !isJsonObject(entity)) return undefined;
        else changes.set(name, getEntity(type, entity));
      }
    } catch (error) {
      // The names are no longer known, so that the next check has to read all.
      this.forget(type);
      throw error;
    }
    return ChangedMap.of(known, changes);
  }

  private async readAll(caller: Caller, type: ResourceType): Promise<EngineResult<Entities>> {
    const { sliceMs, workMs: limitMs } = FINDINGS_LIMITS;
    const all = new Map<string, Entity>();
    this.known.delete(type);
    // Changes during the reading are read again by the next check.
    this.changed.set(type, new Set());
    for (let page = 1; ; page++) {
      const query = { type, page, perPage: IMPORT_LIMITS.readPage };
      const found = await this.engine.find(caller, query);
      if (!found.ok) return found;
      const { items, total } = found.result;
      await runInSlices(addAll(type, items, all), { sliceMs, limitMs });
      // A page that needs no further slice does not yield by itself.
      await setImmediate();
      if (items.length > 0 && all.size < total) continue;
      this.known.set(type, all);
      return { ok: true, result: all };
    }
  }
}

async function allHashes(source: HashSource): Promise<ReadonlyMap<string, string>> {
  const all = new Map<string, string>();
  for (let after = ''; ;) {
    const some = source.after(after, IMPORT_LIMITS.readPage);
    for (const { userName, hash } of some) all.set(userName, hash);
    const last = some.at(-1);
    if (last === undefined) return all;
    after = last.userName;
    await setImmediate();
  }
}

function* addAll(
  type: ResourceType,
  items: ReadonlyArray<{ readonly name: string; readonly entity: object }>,
  to: Map<string, Entity>
): CooperativeTask<void> {
  for (const { name, entity } of items) {
    to.set(name, getEntity(type, entity));
    yield;
  }
}

function getEntity(type: ResourceType, entity: object): Entity {
  const body: Readonly<Record<string, unknown>> = { ...entity };
  const flag = (mark: string) => body[mark] === true;
  const flags = { reserved: flag('reserved'), hidden: flag('hidden'), static: flag('static') };
  return knownParts(type, body, flags);
}
