import type { SavedObject, SavedObjectError, SavedObjectReference } from '../../common';

export interface SavedObjectsCreateOptions {
  readonly id?: string;
  readonly overwrite?: boolean;
  readonly migrationVersion?: Readonly<Record<string, string>>;
  readonly references?: readonly SavedObjectReference[];
}
export interface SavedObjectsFindOptions {
  readonly type?: string | readonly string[];
  readonly search?: string;
  readonly searchFields?: readonly string[];
  readonly defaultSearchOperator?: 'AND' | 'OR';
  readonly sortField?: string;
  readonly fields?: readonly string[];
  readonly hasReference?: { readonly type: string; readonly id: string };
  readonly filter?: string;
  readonly namespaces?: readonly string[];
  readonly preference?: string;
  readonly page?: number;
  readonly perPage?: number;
}
export interface SimpleSavedObjectContract<T = Record<string, unknown>> {
  attributes: T;
  _version?: string;
  id?: string;
  type: string;
  migrationVersion?: Readonly<Record<string, string>>;
  error?: SavedObjectError;
  references: readonly SavedObjectReference[];
  updated_at?: string;
  get(path: string): unknown;
  set(path: string, value: unknown): T;
  has(path: string): boolean;
  save(): Promise<SimpleSavedObjectContract<T>>;
  delete(): Promise<unknown>;
}
export interface SavedObjectsBatchResponse<T = Record<string, unknown>> {
  readonly savedObjects: Array<SimpleSavedObjectContract<T>>;
}
export interface SavedObjectsFindResponse<
  T = Record<string, unknown>,
> extends SavedObjectsBatchResponse<T> {
  readonly total: number;
  readonly perPage: number;
  readonly page: number;
}
export interface SavedObjectsClientContract {
  create<T = Record<string, unknown>>(
    type: string,
    attributes: T,
    options?: SavedObjectsCreateOptions
  ): Promise<SimpleSavedObjectContract<T>>;
  bulkCreate(
    objects?: ReadonlyArray<Partial<SavedObject> & { type: string }>,
    options?: { overwrite?: boolean }
  ): Promise<SavedObjectsBatchResponse>;
  get<T = Record<string, unknown>>(type: string, id: string): Promise<SimpleSavedObjectContract<T>>;
  bulkGet(
    objects?: ReadonlyArray<{ id: string; type: string }>
  ): Promise<SavedObjectsBatchResponse>;
  find<T = Record<string, unknown>>(
    options: SavedObjectsFindOptions
  ): Promise<SavedObjectsFindResponse<T>>;
  update<T = Record<string, unknown>>(
    type: string,
    id: string,
    attributes: T,
    options?: {
      version?: string;
      migrationVersion?: Readonly<Record<string, string>>;
      references?: readonly SavedObjectReference[];
    }
  ): Promise<SimpleSavedObjectContract<T>>;
  bulkUpdate(
    objects?: ReadonlyArray<{
      type: string;
      id: string;
      attributes: Record<string, unknown>;
      version?: string;
      references?: readonly SavedObjectReference[];
    }>
  ): Promise<SavedObjectsBatchResponse>;
  delete(type: string, id: string, options?: { force?: boolean }): Promise<unknown>;
}
export interface SavedObjectsStart {
  readonly client: SavedObjectsClientContract;
}
