import type { SavedObject, SavedObjectError, SavedObjectReference } from '../../common';
import { getAtPath, hasAtPath, setAtPath } from './attribute_path';
import type { SavedObjectsClientContract, SimpleSavedObjectContract } from './types';

/**
 * One saved object with the few operations screens need. Changing `attributes` changes nothing on
 * the server until `save`. Source: specification section 3 "Saved object",
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
   * Updates when the object has an id, else creates it. The version is not sent: the last writer
   * wins.
   */
  save(): Promise<SimpleSavedObjectContract<T>> {
    const { migrationVersion, references } = this;
    return this.id
      ? this.client.update(this.type, this.id, this.attributes, { migrationVersion, references })
      : this.client.create(this.type, this.attributes, { migrationVersion, references });
  }

  /** Rejects with `requires type and id` while the object was never saved. */
  delete(): Promise<unknown> {
    return this.client.delete(this.type, this.id ?? '');
  }
}
