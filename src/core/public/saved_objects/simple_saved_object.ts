import type { SavedObject, SavedObjectError, SavedObjectReference } from '../../common';
import type { SavedObjectsClientContract, SimpleSavedObjectContract } from './types';

/**
 * Reads and writes properties of plain data by a dotted path (`a.b.c`, `list[0].name`). Names that
 * lead into prototypes are treated as absent and never written.
 */
const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'prototype', 'constructor']);

type Container = Record<string, unknown>;

const toSegments = (path: string): string[] =>
  path
    .replace(/\[([^\]]*)\]/g, '.$1')
    .split('.')
    .filter(Boolean);

export function getAtPath(source: unknown, path: string): unknown {
  return locate(source, path)?.value;
}

export function hasAtPath(source: unknown, path: string): boolean {
  return locate(source, path) !== undefined;
}

/** Creates missing levels: an array if the next segment is an index, else an object. */
export function setAtPath<T>(target: T, path: string, value: unknown): T {
  const segments = toSegments(path);
  if (segments.length === 0 || segments.some((segment) => FORBIDDEN.has(segment))) return target;
  let container = target as Container;
  segments.slice(0, -1).forEach((segment, index) => {
    const existing = container[segment];
    if (typeof existing !== 'object' || existing === null) {
      container[segment] = /^\d+$/.test(segments[index + 1] ?? '') ? [] : {};
    }
    container = container[segment] as Container;
  });
  container[segments.at(-1) as string] = value;
  return target;
}

function locate(source: unknown, path: string): { readonly value: unknown } | undefined {
  const segments = toSegments(path);
  if (segments.length === 0) return undefined;
  let value = source;
  for (const segment of segments) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment))
      return undefined;
    value = (value as Container)[segment];
  }
  return { value };
}

/**
 * One saved object with the few operations that screens need. Changes of `attributes` are not sent
 * to the server until `save`. Source: specification section 3 "Saved object",
 * docs/reference/core.md#saved-objects-client.
 */
export class SimpleSavedObject<
  T = Record<string, unknown>,
> implements SimpleSavedObjectContract<T> {
  attributes: T;
  _version?: string;
  id?: string;
  type: string;
  migrationVersion?: Readonly<Record<string, string>>;
  error?: SavedObjectError;
  references: readonly SavedObjectReference[];
  updated_at?: string;

  constructor(
    private readonly client: Pick<SavedObjectsClientContract, 'create' | 'update' | 'delete'>,
    object: Partial<SavedObject<T>> & { readonly type: string }
  ) {
    this.id = object.id;
    this.type = object.type;
    this.attributes = object.attributes ?? ({} as T);
    this.references = object.references ?? [];
    this._version = object.version;
    this.migrationVersion = object.migrationVersion;
    this.updated_at = object.updated_at;
    if (object.error) this.error = object.error;
  }

  get(path: string): unknown {
    return getAtPath(this.attributes, path);
  }

  set(path: string, value: unknown): T {
    return setAtPath(this.attributes, path, value);
  }

  has(path: string): boolean {
    return hasAtPath(this.attributes, path);
  }

  /**
   * Updates the object if it has an id, else creates it. The version is not sent: the last write
   * wins.
   */
  save(): Promise<SimpleSavedObjectContract<T>> {
    const { migrationVersion, references } = this;
    return this.id
      ? this.client.update(this.type, this.id, this.attributes, { migrationVersion, references })
      : this.client.create(this.type, this.attributes, { migrationVersion, references });
  }

  /** Rejects with `requires type and id` if the object was never saved. */
  delete(): Promise<unknown> {
    return this.client.delete(this.type, this.id ?? '');
  }
}
