import type { TSchema } from '@sinclair/typebox';
import type { RouteRequest } from '../http/contract/types';
import type { Text, UiSettingsType, UserProvidedSetting } from '../../common';

/** A declared setting. Runtime type comes from `value` when `type` is absent. */
export interface UiSettingsParams {
  readonly value?: unknown;
  readonly type?: UiSettingsType;
  /** What people read: `defineMessage` makes it translatable. */
  readonly name?: Text;
  readonly description?: Text;
  readonly category?: readonly string[];
  readonly options?: readonly string[];
  readonly optionLabels?: Readonly<Record<string, Text>>;
  readonly requiresPageReload?: boolean;
  readonly readonly?: boolean;
  readonly order?: number;
  /** Server-side check; never sent to the browser. */
  readonly schema?: TSchema;
  /** Check no schema expresses: a reason, or undefined when valid. */
  readonly validate?: (value: unknown) => Text | undefined;
}

export interface UiSettingsServiceSetup {
  register(settings: Readonly<Record<string, UiSettingsParams>>): void;
}

export interface UiSettingsClientContract {
  /** Effective value: override, user value, default. */
  get<T = unknown>(key: string): Promise<T>;
  getUserProvided(): Promise<Record<string, UserProvidedSetting>>;
  /** What pages carry of them: settings that nobody declared stay on the server. */
  getForPage(): Promise<Record<string, UserProvidedSetting>>;
  /** `null` removes. @throws UiSettingsError 400 for overridden keys and invalid values; nothing is written then. */
  setMany(changes: Readonly<Record<string, unknown>>): Promise<void>;
}

export interface UiSettingsServiceStart {
  asScopedToRequest(request: RouteRequest): UiSettingsClientContract;
  /** Declared settings without server-only parts, for the page metadata. */
  getDefaults(): Readonly<Record<string, Omit<UiSettingsParams, 'schema' | 'validate'>>>;
}
