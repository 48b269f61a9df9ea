/** Readings of entities and of JSON that everybody needs. */
import type { Entity } from '../../contracts/entities';

/** The entity without default-valued properties: false flags, empty lists and maps, the hash. */
export function withoutDefaults(entity: Entity): Record<string, unknown> {
  const kept = Object.entries(entity).filter(([key, value]) => key !== 'hash' && !isDefault(value));
  return Object.fromEntries(kept.map(([key, value]) => [key, structuredClone(value)]));
}

/**
 * What a JSON patch works on: the entity without defaults and empty texts, inside its lists too.
 * Attributes stay as they are: one with an empty value says something else than one that is not
 * there.
 */
export const patchBase = (entity: Entity): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(withoutEmpty(withoutDefaults(entity))).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.map(leanElement) : value,
    ])
  );

const leanElement = (element: unknown): unknown =>
  isJsonObject(element) ? withoutEmpty(element) : element;

const withoutEmpty = (source: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(source).filter(([, value]) => !isDefault(value) && value !== '')
  );

const isDefault = (value: unknown): boolean =>
  value === false || value === null || value === undefined || isEmptyContainer(value);

const isEmptyContainer = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every object of the tree, the outermost included. */
export function* objectsWithin(root: unknown): Iterable<Record<string, unknown>> {
  for (const value of valuesWithin(root)) if (isJsonObject(value)) yield value;
}

/**
 * Every value of the tree but texts called `dls`; iterative, so that deep payloads cannot end the
 * stack.
 */
export function* valuesWithin(root: unknown): Iterable<unknown> {
  const pending = [root];
  while (pending.length > 0) {
    const value = pending.pop();
    yield value;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      if (key !== 'dls' || typeof child !== 'string') pending.push(child);
    }
  }
}
