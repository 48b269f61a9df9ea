/**
 * Settings: declared by core and plugins, stored per tenant and, for personal settings, per user.
 * Behavior: docs/reference/core.md#settings-api.
 */
import {
  CHANGE_SETTING,
  CHANGE_SETTINGS,
  CHOOSE_SETTINGS,
  defineMessage,
  LOCALE_BY_BROWSER,
  LOCALE_SETTING,
  READ_SETTINGS,
  REMOVE_SETTING,
  SETTINGS_LIMITS,
  type Text,
} from '../../common';
import { type I18nServiceSetup, inEnglish } from '../i18n';
import type {
  UiSettingsClientContract,
  UiSettingsParams,
  UiSettingsServiceSetup,
  UiSettingsServiceStart,
} from './types';
import { getAttributes, ENGINE_ERRORS } from '../../../contracts/errors';
import { definedError } from '../http/responses/http_errors';
import type {
  HttpServiceSetup,
  ResponseFactory,
  Router,
  RouteRequest,
  RouteResponse,
} from '../http/types';
import { UiSettingsError } from './errors';
import type { PreferenceStore } from '../../../backend/api';
import type { Logger } from '../logging/types';
import type { InternalSavedObjectsServiceSetup } from '../saved_objects/saved_objects_service';
import { EXIT_INVALID_CONFIG, StartError } from '../start_error';
import { CORE_SETTINGS } from './core_settings';
import { PersonalSettings, getUser } from './personal_settings';
import { SETTINGS_TYPE, SettingsDocument } from './settings_document';
import { SettingsRegistry } from './settings_registry';
import { UiSettingsClient } from './ui_settings_client';

/** Languages are listed by their native name, for users who cannot read the current one. */
const nativeName = (locale: string): string => {
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
};

/** Hidden if the configuration fixes the language. */
export const localeSetting = ({
  locales,
  isFixed,
}: Pick<I18nServiceSetup, 'locales' | 'isFixed'>): UiSettingsParams => ({
  name: defineMessage('core.settings.locale.name', { defaultMessage: 'Language' }),
  value: LOCALE_BY_BROWSER,
  type: 'select',
  options: [LOCALE_BY_BROWSER, ...locales],
  optionLabels: {
    [LOCALE_BY_BROWSER]: defineMessage('core.settings.locale.browser', {
      defaultMessage: "The browser's language",
    }),
    ...Object.fromEntries(locales.map((locale) => [locale, nativeName(locale)])),
  },
  description: defineMessage('core.settings.locale.description', {
    defaultMessage: 'The language of all texts, dates and numbers.',
  }),
  category: ['general'],
  requiresPageReload: true,
  personal: 'also',
  readonly: isFixed,
});

interface UiSettingsRouteDeps {
  readonly router: Router;
  readonly getClient: (request: RouteRequest) => UiSettingsClientContract;
  readonly i18n: Pick<I18nServiceSetup, 'localeOf' | 'translate'>;
}

/** The settings API (docs/reference/core.md#settings-api). */
function registerUiSettingsRoutes(deps: UiSettingsRouteDeps): void {
  const { respond } = deps.router;
  respond(READ_SETTINGS, ({ request }, response) => result(deps, request, response));
  respond(CHANGE_SETTINGS, ({ body, request }, response) =>
    result(deps, request, response, (client) => client.setMany(body.changes))
  );
  respond(CHANGE_SETTING, ({ params: { key }, body, request }, response) =>
    result(deps, request, response, (client) => client.setMany({ [key]: body.value as unknown }))
  );
  respond(REMOVE_SETTING, ({ params: { key }, request }, response) =>
    result(deps, request, response, (client) => client.setMany({ [key]: null }))
  );
  respond(CHOOSE_SETTINGS, ({ body, request }, response) =>
    // API keys with restricted permissions cannot change personal settings, which no permission
    // covers.
    request.auth?.identity.key?.permissions
      ? definedError(ENGINE_ERRORS.inPersonOnly)
      : result(deps, request, response, (client) => client.setPersonal(body.changes))
  );
}

/** Applies the change and responds with all values that are set. */
async function result(
  { getClient, i18n }: UiSettingsRouteDeps,
  request: RouteRequest,
  response: ResponseFactory,
  change?: (client: UiSettingsClientContract) => Promise<void>
): Promise<RouteResponse> {
  const client = getClient(request);
  try {
    await change?.(client);
    return response.ok({ body: { settings: await client.getUserProvided() } });
  } catch (error) {
    if (error instanceof UiSettingsError) {
      const { statusCode, definition } = error;
      const translate = (text: Text) => i18n.translate(i18n.localeOf(request), text);
      const values = error.paramsIn(translate);
      const { code: id, defaultMessage } = definition;
      // Screens show this text unchanged (specification, section 8), so it is in the user's
      // language.
      const message = translate({ id, defaultMessage, values });
      const attributes = getAttributes(definition, values);
      return response.customError({ statusCode, body: { message, attributes: { ...attributes } } });
    }
    throw error;
  }
}

interface UiSettingsServiceSetupDeps {
  readonly http: Pick<HttpServiceSetup, 'createRouter'>;
  readonly savedObjects: InternalSavedObjectsServiceSetup;
  /** Store of personal settings. */
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
   * Must run after the start of saved objects.
   * @throws {StartError} if the configuration overrides a declared setting with an invalid value
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
      personal: new PersonalSettings(preferences, getUser(request)),
      registry: this.registry,
      overrides: this.overrides,
      logger: log,
    });
  }

  private assertOverrides(): void {
    for (const [key, value] of this.overrides) {
      const reason = value === null ? undefined : this.registry.check(key, value);
      if (reason !== undefined)
        throw new StartError(
          `[ui settings overrides [${key}]]: ${inEnglish(reason)}`,
          EXIT_INVALID_CONFIG
        );
    }
  }
}
