import type { UserProvidedSetting } from '../../contracts/api/server';

/**
 * How a setting is edited and how its stored text is parsed: `json` stays text, `number` and
 * `boolean` are converted.
 */
export type UiSettingsType =
  | 'undefined'
  | 'json'
  | 'markdown'
  | 'number'
  | 'select'
  | 'boolean'
  | 'string'
  | 'array'
  | 'image';

/** A registered setting as the browser receives it. */
export interface PublicUiSettingsParams {
  /** The default value. */
  readonly value?: unknown;
  /** If absent, derived from the default value. */
  readonly type?: UiSettingsType;
  /** Display name, in the user's language. */
  readonly name?: string;
  /** What the setting does and which values it takes, in the user's language. */
  readonly description?: string;
  /** Categories of Advanced settings. Only the first one is used. */
  readonly category?: readonly string[];
  /** Values of a `select`. */
  readonly options?: readonly string[];
  /** Display labels of `select` values. */
  readonly optionLabels?: Readonly<Record<string, string>>;
  /** A change takes full effect only after a page reload. */
  readonly requiresPageReload?: boolean;
  /** The setting cannot be changed, and the settings page omits it. */
  readonly readonly?: boolean;
  /**
   * `also`: the user's own value overrides the tenant's. `only`: users have their own value, and
   * tenants have none.
   */
  readonly personal?: 'also' | 'only';
  /** Registration order. The settings page sorts by category and name. */
  readonly order?: number;
}

/**
 * The value that overrides the default: from the configuration, the user or the tenant, in this
 * order.
 */
export const chosenValue = (setting: UserProvidedSetting | undefined): unknown =>
  setting?.isOverridden ? setting.userValue : (setting?.personalValue ?? setting?.userValue);

/** The language setting, and its value that follows the browser's language. */
export const LOCALE_SETTING = 'i18n:locale';
export const LOCALE_BY_BROWSER = 'browser';
