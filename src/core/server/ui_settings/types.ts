import type { TSchema } from '@sinclair/typebox';
import type { RouteRequest } from '../http/types';
import type { Text, UiSettingsType, UserProvidedSetting } from '../../common';

/** A declared setting. If `type` is absent, the type is derived from `value`. */
export interface UiSettingsParams {
  /** The default. Absent: no value unless one is set. */
  readonly value?: unknown;
  /** How the setting is edited, and how a value is validated without a `schema`. */
  readonly type?: UiSettingsType;
  /** Display name; `defineMessage` makes it translatable. */
  readonly name?: Text;
  /** Describes the setting and its values; shown below the name. */
  readonly description?: Text;
  /** Categories of Advanced settings. Only the first one is used. Default: `general`. */
  readonly category?: readonly string[];
  /** Values of a `select`; other values are rejected. */
  readonly options?: readonly string[];
  /** Display labels of `select` values. */
  readonly optionLabels?: Readonly<Record<string, Text>>;
  /** A change takes full effect only after a page reload. */
  readonly requiresPageReload?: boolean;
  /** The setting cannot be changed, and the settings page omits it. */
  readonly readonly?: boolean;
  /** Passed to the browser as declared; the settings page sorts by category and name. */
  readonly order?: number;
  /**
   * `also`: the user's own value overrides the tenant's. `only`: users have their own value, and
   * tenants have none. Absent: only the tenant has a value.
   */
  readonly personal?: 'also' | 'only';
  /** Validates values on the server; never sent to the browser. */
  readonly schema?: TSchema;
  /** Performs a check that the schema cannot express. Returns a reason, or undefined if valid. */
  readonly validate?: (value: unknown) => Text | undefined;
}

/** Declares settings. */
export interface UiSettingsServiceSetup {
  /**
   * Declares settings by key. @throws for a duplicate key, and for a default that its own rules
   * reject
   */
  register(settings: Readonly<Record<string, UiSettingsParams>>): void;
}

export interface UiSettingsClientContract {
  /**
   * Returns the effective value: configuration override, personal value, tenant value or default.
   */
  get<T = unknown>(key: string): Promise<T>;
  /**
   * Returns the values set by the tenant or the configuration, by key; settings with their default
   * are omitted.
   */
  getUserProvided(): Promise<Record<string, UserProvidedSetting>>;
  /** Returns the values to embed in pages; values of undeclared settings stay on the server. */
  getForPage(): Promise<Record<string, UserProvidedSetting>>;
  /**
   * Changes settings; `null` removes one.
   * @throws UiSettingsError 400 for overridden keys and invalid values; nothing is written then.
   */
  setMany(changes: Readonly<Record<string, unknown>>): Promise<void>;
  /**
   * Sets the caller's personal values, for all tenants; `null` removes one.
   * @throws UiSettingsError 400 like `setMany`, and for settings that are not personal; 403 for
   *   callers without their own user name
   */
  setPersonal(changes: Readonly<Record<string, unknown>>): Promise<void>;
}

/** Access to the values of settings. */
export interface UiSettingsServiceStart {
  /** Returns the settings of the request's tenant, with its user's permissions there. */
  asScopedToRequest(request: RouteRequest): UiSettingsClientContract;
  /** Declared settings without server-only parts, for the page metadata. */
  getDefaults(): Readonly<Record<string, Omit<UiSettingsParams, 'schema' | 'validate'>>>;
}
