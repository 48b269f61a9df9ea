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
  readonly value?: unknown;
  readonly type?: UiSettingsType;
  readonly name?: string;
  readonly description?: string;
  readonly category?: readonly string[];
  readonly options?: readonly string[];
  readonly optionLabels?: Readonly<Record<string, string>>;
  readonly requiresPageReload?: boolean;
  readonly readonly?: boolean;
  readonly order?: number;
}

/** The user's part of a setting. */
export interface UserProvidedSetting<T = unknown> {
  readonly userValue?: T;
  readonly isOverridden?: boolean;
}

/** The setting of the language, and the value that leaves it to the browser. */
export const LOCALE_SETTING = 'i18n:locale';
export const LOCALE_BY_BROWSER = 'browser';
