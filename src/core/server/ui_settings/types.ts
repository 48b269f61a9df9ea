import type { TSchema } from '@sinclair/typebox';
import type { RouteRequest } from '../http/types';
import type { Text, UiSettingsType, UserProvidedSetting } from '../../common';

/** A declared setting. Runtime type comes from `value` when `type` is absent. */
export interface UiSettingsParams {
  /** The default; absent: the setting has no value until somebody gives it one. */
  readonly value?: unknown;
  /** How it is edited, and what a value must be when there is no `schema`. */
  readonly type?: UiSettingsType;
  /** What people read: `defineMessage` makes it translatable. */
  readonly name?: Text;
  /** What it does and which values there are; shown below the name. */
  readonly description?: Text;
  /** Groups of Advanced settings it is shown in; the first one counts. Default `general`. */
  readonly category?: readonly string[];
  /** Values of a `select`; others are refused. */
  readonly options?: readonly string[];
  /** Values of a `select` to what people read. */
  readonly optionLabels?: Readonly<Record<string, Text>>;
  /** The page has to be loaded anew before a change shows everywhere. */
  readonly requiresPageReload?: boolean;
  /** Changing it is refused, and the settings page leaves it out. */
  readonly readonly?: boolean;
  /** Sent to the browser as declared; the settings page sorts by category and name. */
  readonly order?: number;
  /**
   * `also`: what a person has chosen goes before the tenant's value; `only`: it belongs to people,
   * and no tenant has a value. Absent: the tenant alone decides.
   */
  readonly personal?: 'also' | 'only';
  /** Server-side check; never sent to the browser. */
  readonly schema?: TSchema;
  /** Check no schema expresses: a reason, or undefined when valid. */
  readonly validate?: (value: unknown) => Text | undefined;
}

/** Declaring settings. */
export interface UiSettingsServiceSetup {
  /**
   * Key to declaration. @throws for a key declared twice, and for a default that its own rules
   * refuse
   */
  register(settings: Readonly<Record<string, UiSettingsParams>>): void;
}

export interface UiSettingsClientContract {
  /** Effective value: override, the person's, the tenant's, default. */
  get<T = unknown>(key: string): Promise<T>;
  /**
   * Key to what the tenant or the configuration gives; settings left at their default are not in
   * it.
   */
  getUserProvided(): Promise<Record<string, UserProvidedSetting>>;
  /** What pages carry of them: settings that nobody declared stay on the server. */
  getForPage(): Promise<Record<string, UserProvidedSetting>>;
  /**
   * `null` removes.
   * @throws UiSettingsError 400 for overridden keys and invalid values; nothing is written then.
   */
  setMany(changes: Readonly<Record<string, unknown>>): Promise<void>;
  /**
   * What the caller chooses for himself, in whichever tenant; `null` removes.
   * @throws UiSettingsError 400 as `setMany`, and for settings that are not personal; 403 for
   *   callers without a name of their own
   */
  setPersonal(changes: Readonly<Record<string, unknown>>): Promise<void>;
}

/** Values of settings. */
export interface UiSettingsServiceStart {
  /** The settings of the request's tenant, with the rights its user has there. */
  asScopedToRequest(request: RouteRequest): UiSettingsClientContract;
  /** Declared settings without server-only parts, for the page metadata. */
  getDefaults(): Readonly<Record<string, Omit<UiSettingsParams, 'schema' | 'validate'>>>;
}
