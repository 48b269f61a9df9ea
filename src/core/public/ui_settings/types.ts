import type { Observable } from 'rxjs';
import type { PublicUiSettingsParams, UserProvidedSetting } from '../../common';

/** All settings by key, with the tenant's value and the user's own. */
export type UiSettingsState = Record<string, PublicUiSettingsParams & UserProvidedSetting>;

/** A change of one setting. */
export interface UiSettingsUpdate<T = unknown> {
  /** Key of the setting. */
  readonly key: string;
  /** The new value; `null` if it was removed. */
  readonly newValue: T;
  /** The effective value before the change. */
  readonly oldValue: T;
}

/**
 * The settings client of docs/reference/core.md#settings-client; one object for setup and start.
 */
export interface IUiSettingsClient {
  /**
   * Returns the effective value, parsed by the setting's type. Throws for an unknown key unless a
   * default is given, which also takes precedence over the declared one.
   */
  get<T = unknown>(key: string, defaultOverride?: T): T;
  /** Emits the current value and each change. Throws like `get`. */
  get$<T = unknown>(key: string, defaultOverride?: T): Observable<T>;
  /** Returns a copy of all current settings. */
  getAll(): Readonly<UiSettingsState>;
  /**
   * Takes effect immediately and is rolled back if the server rejects it. Resolves to whether it
   * was saved; rejects for a setting that the server's configuration fixes.
   */
  set(key: string, value: unknown): Promise<boolean>;
  /**
   * Sets the user's own values for all tenants, which override the tenant's. `null` removes a
   * value. Takes effect once the server has accepted all changes. Resolves to whether they were
   * saved; rejects for a setting that the server's configuration fixes.
   */
  setPersonal(changes: Readonly<Record<string, unknown>>): Promise<boolean>;
  /** Returns the user's own value as stored, or `undefined` if there is none. */
  getPersonal(key: string): unknown;
  /** Resets the setting to its default; otherwise like `set`. */
  remove(key: string): Promise<boolean>;
  /** Replaces the default in this page, until the page is left. */
  overrideLocalDefault(key: string, newDefault: unknown): void;
  /** Whether the key is known: declared by a plugin, or set. */
  isDeclared(key: string): boolean;
  /** Whether no value is set. */
  isDefault(key: string): boolean;
  /** Whether a value is set for an undeclared key. */
  isCustom(key: string): boolean;
  /** Whether the server's configuration fixes the value. */
  isOverridden(key: string): boolean;
  /** Emits changes as they take effect in the page, before the server responds, and rollbacks. */
  getUpdate$(): Observable<UiSettingsUpdate>;
  /** Emits changes that the server has accepted. */
  getSaved$(): Observable<UiSettingsUpdate>;
  /** Emits the errors of rejected changes. */
  getUpdateErrors$(): Observable<Error>;
}
