/** One collection of the configuration as the cluster last showed it. */
import type { Entity, ResourceType } from '../../../contracts/entities';
import { CLUSTER_LIMITS } from '../../../contracts/limits';
import type { EntityChange } from '../../api';
import { isJsonObject } from '../../model/entity_shape';
import { type Flags, knownParts, normaliseEntity } from '../../model/payload';
import type { CooperativeTask } from '../../scheduling/cooperative_task';

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const OPENING: ReadonlySet<number> = new Set([91, 123]);
const CLOSING: ReadonlySet<number> = new Set([93, 125]);
const SPACE = /\s*/y;

/**
 * Splits a large JSON object into its entries, so that parsing can be interrupted, and unchanged
 * entries need no parsing.
 * @param text - a JSON object; invalid content of an entry is only detected when the entry is
 *   parsed
 * @throws {SyntaxError} if the text is not an object, or ends early
 * @throws {RangeError} beyond the limits of answers
 */
export function* jsonEntries(text: string): Generator<readonly [name: string, value: string]> {
  let at = after(text, 0, '{');
  if (text[skip(text, at)] === '}') return;
  for (let entries = 1; ; entries++) {
    refuseBeyond(entries, CLUSTER_LIMITS.jsonItems, 'entries');
    at = skip(text, at);
    const nameEnd = stringEnd(text, at);
    const name = JSON.parse(text.slice(at, nameEnd)) as string;
    const start = skip(text, after(text, nameEnd, ':'));
    const end = valueEnd(text, start);
    yield [name, text.slice(start, end)];
    at = skip(text, end);
    if (text[at] === '}') return;
    at = after(text, at, ',');
  }
}

function refuseBeyond(count: number, limit: number, what: string): void {
  if (count > limit) throw new RangeError(`The answer has more than ${limit} ${what}.`);
}

function skip(text: string, at: number): number {
  SPACE.lastIndex = at;
  SPACE.test(text);
  return SPACE.lastIndex;
}

function after(text: string, at: number, character: string): number {
  const position = skip(text, at);
  if (text[position] !== character)
    throw new SyntaxError(`Expected "${character}" at character ${position} of the answer.`);
  return position + 1;
}

/** @returns the index after the closing quote */
function stringEnd(text: string, at: number): number {
  if (text.charCodeAt(at) !== QUOTE)
    throw new SyntaxError(`Expected a text at character ${at} of the answer.`);
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end + 1;
  }
  throw new SyntaxError('The answer ends inside a text.');
}

/** @returns the index after an object or list */
function valueEnd(text: string, start: number): number {
  const { entryLength, jsonDepth, jsonItems } = CLUSTER_LIMITS;
  for (let at = start, depth = 0, values = 1; at < text.length;) {
    const code = text.charCodeAt(at);
    refuseBeyond(at - start, entryLength, 'characters in one entry');
    if (code === QUOTE) {
      at = stringEnd(text, at);
      continue;
    }
    at++;
    if (OPENING.has(code) || code === COMMA)
      refuseBeyond(++values, jsonItems, 'values in one entry');
    if (OPENING.has(code)) refuseBeyond(++depth, jsonDepth, 'levels');
    else if (CLOSING.has(code) && --depth === 0) return at;
    else if (depth === 0) break;
  }
  throw new SyntaxError(`Expected an object at character ${start} of the answer.`);
}

export class Collection {
  readonly entities = new Map<string, Entity>();
  private readonly texts = new Map<string, string>();

  constructor(readonly type: ResourceType) {}

  /** The entity as the cluster shows it, with all its fields. */
  raw(name: string): unknown {
    const text = this.texts.get(name);
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  }

  /**
   * Applies a response with all entities of the collection.
   * @param changed - called for each changed entity
   * @throws {SyntaxError} {RangeError}
   */
  *follow(response: string, changed: (change: EntityChange) => void): CooperativeTask<void> {
    const missing = new Set(this.entities.keys());
    for (const [name, text] of jsonEntries(response)) {
      missing.delete(name);
      if (this.texts.get(name) !== text) changed(this.put(name, text));
      yield;
    }
    for (const name of missing) {
      changed(this.remove(name));
      yield;
    }
  }

  /** @param shown - the entity by its name, as the cluster shows it; `undefined` without one */
  followOne(
    name: string,
    shown: Readonly<Record<string, unknown>> | undefined
  ): readonly EntityChange[] {
    const text = shown && Object.hasOwn(shown, name) ? JSON.stringify(shown[name]) : undefined;
    if (text === undefined) return this.entities.has(name) ? [this.remove(name)] : [];
    return this.texts.get(name) === text ? [] : [this.put(name, text)];
  }

  private put(name: string, text: string): EntityChange {
    const before = this.entities.get(name);
    const after = readEntity(this.type, JSON.parse(text), (body, flags) =>
      knownParts(this.type, body, flags)
    );
    this.entities.set(name, after);
    // Copied, because a substring would keep the whole response in memory.
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
 * Adds defaults for fields that older versions do not show. An entity with unknown parts is
 * returned unchanged.
 */
export const getEntity = (type: ResourceType, raw: unknown): Entity =>
  readEntity(type, raw, (body) => body as unknown as Entity);

function readEntity(
  type: ResourceType,
  raw: unknown,
  otherwise: (body: Readonly<Record<string, unknown>>, flags: Flags) => Entity
): Entity {
  const body = isJsonObject(raw) ? raw : {};
  const flag = (name: string) => body[name] === true;
  const flags = { reserved: flag('reserved'), hidden: flag('hidden'), static: flag('static') };
  try {
    return normaliseEntity(type, body, flags);
  } catch {
    return otherwise(body, flags);
  }
}
