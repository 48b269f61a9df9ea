import type { UserProvidedSetting } from '../../contracts/api/server';

/**
 * How a setting is edited, and how its stored text is read: `json` stays text, `number` and
 * `boolean` are made of it.
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

/** Declared setting as the browser knows it. */
export interface PublicUiSettingsParams {
  /** The default. */
  readonly value?: unknown;
  /** Absent: told from the default. */
  readonly type?: UiSettingsType;
  /** For people, in the user's language. */
  readonly name?: string;
  /** For people, in the user's language; what it does and which values there are. */
  readonly description?: string;
  /** Groups of Advanced settings it is shown in; the first one counts. */
  readonly category?: readonly string[];
  /** Values of a `select`. */
  readonly options?: readonly string[];
  /** Values of a `select` to what people read. */
  readonly optionLabels?: Readonly<Record<string, string>>;
  /** The page has to be loaded anew before a change shows everywhere. */
  readonly requiresPageReload?: boolean;
  /** Changing it is refused, and the settings page leaves it out. */
  readonly readonly?: boolean;
  /**
   * `also`: what a person has chosen goes before the tenant's value; `only`: it belongs to people,
   * and no tenant has a value.
   */
  readonly personal?: 'also' | 'only';
  /** As declared; the settings page sorts by category and name. */
  readonly order?: number;
}

/** What of a setting goes before its default: the configuration's, the person's, the tenant's. */
export const chosenValue = (setting: UserProvidedSetting | undefined): unknown =>
  setting?.isOverridden ? setting.userValue : (setting?.personalValue ?? setting?.userValue);

/** The setting of the language, and the value that leaves it to the browser. */
export const LOCALE_SETTING = 'i18n:locale';
export const LOCALE_BY_BROWSER = 'browser';
