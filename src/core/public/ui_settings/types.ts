import type { Observable } from 'rxjs';
import type { PublicUiSettingsParams, UserProvidedSetting } from '../../common';

/** All settings by key, with what was chosen in the tenant and by the user himself. */
export type UiSettingsState = Record<string, PublicUiSettingsParams & UserProvidedSetting>;

/** A change of one setting. */
export interface UiSettingsUpdate<T = unknown> {
  /** Of the setting. */
  readonly key: string;
  /** As it was set; `null` for one that was removed. */
  readonly newValue: T;
  /** In force before. */
  readonly oldValue: T;
}

/** The settings client of docs/reference/core.md#settings-client; one object at setup and start. */
export interface IUiSettingsClient {
  /**
   * The value in force, read by the setting's type. Throws for an unknown key unless a default is
   * given, which also goes before the declared one.
   */
  get<T = unknown>(key: string, defaultOverride?: T): T;
  /** The value now, and after each change of it. Errors like `get`. */
  get$<T = unknown>(key: string, defaultOverride?: T): Observable<T>;
  /** A copy of all settings of now. */
  getAll(): Readonly<UiSettingsState>;
  /**
   * Shows at once, and is taken back when the server refuses. Resolves to whether it was saved;
   * rejects for a setting that the server's configuration fixes.
   */
  set(key: string, value: unknown): Promise<boolean>;
  /**
   * What the user chooses for himself, in whichever tenant: goes before what `set` has stored in
   * the tenant. `null` takes a choice back. Shows when the server has accepted all of it. Resolves
   * to whether it was saved; rejects for a setting that the server's configuration fixes.
   */
  setPersonal(changes: Readonly<Record<string, unknown>>): Promise<boolean>;
  /** What the user has chosen for himself, as it is stored; `undefined`: nothing. */
  getPersonal(key: string): unknown;
  /** Back to the default; as `set`. */
  remove(key: string): Promise<boolean>;
  /** Another default in this page, until it is left. */
  overrideLocalDefault(key: string, newDefault: unknown): void;
  /** Whether the key is known: declared by a plugin, or set. */
  isDeclared(key: string): boolean;
  /** Whether nothing was chosen. */
  isDefault(key: string): boolean;
  /** Whether it was set without ever being declared. */
  isCustom(key: string): boolean;
  /** Whether the server's configuration fixes it. */
  isOverridden(key: string): boolean;
  /** Changes as they show in the page, before the server has answered, and those taken back. */
  getUpdate$(): Observable<UiSettingsUpdate>;
  /** Changes that the server has accepted. */
  getSaved$(): Observable<UiSettingsUpdate>;
  /** Why the server refused changes. */
  getUpdateErrors$(): Observable<Error>;
}
