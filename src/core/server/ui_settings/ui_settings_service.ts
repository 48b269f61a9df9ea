/**
 * Settings: declared by core and plugins, stored per tenant and, those that people choose for
 * themselves, per person; overridable by configuration. Contracts in `types.ts`; behaviour in
 * docs/reference/core.md#settings-api.
 */
import type { PreferenceStore } from '../../../backend/api';
import type { HttpServiceSetup, RouteRequest } from '../http/types';
import { LOCALE_SETTING, SETTINGS_LIMITS } from '../../common';
import { inEnglish, type I18nServiceSetup } from '../i18n';
import type { Logger } from '../logging/types';
import type { InternalSavedObjectsServiceSetup } from '../saved_objects/saved_objects_service';
import { CORE_SETTINGS } from './core_settings';
import { localeSetting } from './locale_setting';
import { userOf, PersonalSettings } from './personal_settings';
import { registerUiSettingsRoutes } from './routes';
import { SETTINGS_TYPE, SettingsDocument } from './settings_document';
import { SettingsRegistry } from './settings_registry';
import type {
  UiSettingsClientContract,
  UiSettingsServiceSetup,
  UiSettingsServiceStart,
} from './types';
import { UiSettingsClient } from './ui_settings_client';

export interface UiSettingsServiceSetupDeps {
  readonly http: Pick<HttpServiceSetup, 'createRouter'>;
  readonly savedObjects: InternalSavedObjectsServiceSetup;
  /** Of people's own choices. */
  readonly preferences: PreferenceStore;
  readonly i18n: I18nServiceSetup;
  readonly log: Logger;
  /** The version is the id of the settings documents. */
  readonly packageInfo: { readonly version: string; readonly buildNum: number };
  /** `uiSettings.overrides` of the configuration. */
  readonly overrides: Readonly<Record<string, unknown>>;
}

export class UiSettingsService {
  private readonly registry = new SettingsRegistry();
  private overrides: ReadonlyMap<string, unknown> = new Map();
  private deps: UiSettingsServiceSetupDeps | undefined;

  setup(deps: UiSettingsServiceSetupDeps): UiSettingsServiceSetup {
    this.deps = deps;
    this.overrides = new Map(Object.entries(deps.overrides));
    deps.savedObjects.registerType({
      name: SETTINGS_TYPE,
      titleField: 'buildNum',
      maxBytes: SETTINGS_LIMITS.totalBytes,
      management: { icon: 'gear', importableAndExportable: true },
    });
    this.registry.register({ ...CORE_SETTINGS, [LOCALE_SETTING]: localeSetting(deps.i18n) });
    registerUiSettingsRoutes({
      router: deps.http.createRouter(),
      i18n: deps.i18n,
      getClient: (request) => this.createClient(deps, request),
    });
    return { register: (settings) => this.registry.register(settings) };
  }

  /**
   * After saved objects have started.
   * @throws when the configuration overrides a declared setting with a value its rules refuse
   */
  start(_deps?: object): UiSettingsServiceStart {
    const { deps } = this;
    if (!deps) throw new Error('UiSettingsService#setup() must be invoked before start.');
    this.assertOverrides();
    return {
      asScopedToRequest: (request) => this.createClient(deps, request),
      getDefaults: () => this.registry.getDefaults(),
    };
  }

  stop(): void {
    this.deps = undefined;
  }

  private createClient(
    { packageInfo, log, savedObjects, preferences }: UiSettingsServiceSetupDeps,
    request: RouteRequest
  ): UiSettingsClientContract {
    const client = savedObjects.getStart().getScopedClient(request);
    return new UiSettingsClient({
      document: new SettingsDocument({ client, ...packageInfo }),
      personal: new PersonalSettings(preferences, userOf(request)),
      registry: this.registry,
      overrides: this.overrides,
      logger: log,
    });
  }

  private assertOverrides(): void {
    for (const [key, value] of this.overrides) {
      const reason = value === null ? undefined : this.registry.check(key, value);
      if (reason !== undefined)
        throw new Error(`[ui settings overrides [${key}]]: ${inEnglish(reason)}`);
    }
  }
}
