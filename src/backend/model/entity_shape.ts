/** Shared helpers for entities and JSON values. */
import type { Entity } from '../../contracts/entities';

/** The entity without the hash and without default values: false flags, empty lists and maps. */
export function withoutDefaults(entity: Entity): Record<string, unknown> {
  const entries = Object.entries(entity).filter(
    ([key, value]) => key !== 'hash' && !isDefault(value)
  );
  return Object.fromEntries(entries.map(([key, value]) => [key, structuredClone(value)]));
}

/**
 * The document that a JSON patch applies to: the entity without defaults and empty texts, also
 * inside its lists. Attributes are kept, because an empty value differs from a missing attribute.
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

/** All objects of the tree, including the root. */
export function* objectsWithin(root: unknown): Iterable<Record<string, unknown>> {
  for (const value of valuesWithin(root)) if (isJsonObject(value)) yield value;
}

/**
 * All values of the tree except texts named `dls`. Iterative, so that deep payloads cannot overflow
 * the stack.
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
