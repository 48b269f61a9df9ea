/** One collection of the configuration as the cluster last showed it. */
import type { Entity, ResourceType } from '../../../contracts/entities';
import { isJsonObject } from '../../model/entity_shape';
import { normaliseEntity } from '../../model/payload';
import type { CooperativeTask } from '../../scheduling/cooperative_task';
import { jsonEntries } from './json_entries';

export interface EntityChange {
  readonly type: ResourceType;
  readonly name: string;
  readonly before?: Entity;
  readonly after?: Entity;
}

export class Collection {
  readonly entities = new Map<string, Entity>();
  private readonly texts = new Map<string, string>();

  constructor(readonly type: ResourceType) {}

  /** The entity as the cluster shows it, whatever its fields. */
  shown(name: string): unknown {
    const text = this.texts.get(name);
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  }

  /**
   * Takes over what an answer shows of all entities.
   * @param changed - called with each that is not as it was
   * @throws {SyntaxError}
   */
  *follow(response: string, changed: (change: EntityChange) => void): CooperativeTask<void> {
    const gone = new Set(this.entities.keys());
    for (const [name, text] of jsonEntries(response)) {
      gone.delete(name);
      if (this.texts.get(name) !== text) changed(this.put(name, text));
      yield;
    }
    for (const name of gone) {
      changed(this.remove(name));
      yield;
    }
  }

  /** @param response - what shows the one entity; `undefined` when there is none */
  followOne(name: string, response: string | undefined): readonly EntityChange[] {
    const text = response === undefined ? undefined : new Map(jsonEntries(response)).get(name);
    if (text === undefined) return this.entities.has(name) ? [this.remove(name)] : [];
    return this.texts.get(name) === text ? [] : [this.put(name, text)];
  }

  private put(name: string, text: string): EntityChange {
    const before = this.entities.get(name);
    const after = entityOf(this.type, JSON.parse(text));
    this.entities.set(name, after);
    // A part of a text would keep the whole of it.
    this.texts.set(name, Buffer.from(text, 'utf8').toString('utf8'));
    return { type: this.type, name, before, after };
  }

  private remove(name: string): EntityChange {
    const before = this.entities.get(name);
    this.entities.delete(name);
    this.texts.delete(name);
    return { type: this.type, name, before };
  }
}

/**
 * With the defaults of fields that older versions do not show. An entity with parts that nobody
 * knows stays as it is.
 */
export function entityOf(type: ResourceType, shown: unknown): Entity {
  const body = isJsonObject(shown) ? shown : {};
  const flag = (name: string) => body[name] === true;
  const flags = { reserved: flag('reserved'), hidden: flag('hidden'), static: flag('static') };
  try {
    return normaliseEntity(type, body, flags);
  } catch {
    return body as unknown as Entity;
  }
}
