/** Renders the shell's page: metadata, scripts of the build, a strict content security policy. */
import { mapValues } from 'lodash';
import type { ErrorBody } from '../../../contracts/errors';
import {
  chosenValue,
  LOCALE_BY_BROWSER,
  LOCALE_SETTING,
  type InjectedMetadata,
  type PublicUiSettingsParams,
  type Text,
} from '../../common';
import type { CoreConfig, ServerConfig } from '../config';
import type { PackageInfo } from '../environment';
import { contentSecurityPolicy, createNonce, type InternalHttpServiceSetup } from '../http';
import type { RouteRequest, RouteResponse, SetCookie } from '../http/types';
import type { I18nServiceSetup } from '../i18n';
import type { ResolvedPreload } from '../page_preload';
import type { UiPlugin } from '../plugins';
import type { UiSettingsServiceStart } from '../ui_settings/types';
import type { BuildFiles } from './build_manifest';
import {
  awayPage,
  notFoundPage,
  refusedPage,
  renderFailurePage,
  RETRY_SECONDS,
} from './failure_page';
import { localizeSettings } from './localize_settings';
import { PageBranding } from './page_branding';
import { compressPage } from './page_compression';
import { renderPage } from './page_template';

export interface RenderingServiceDeps {
  readonly http: InternalHttpServiceSetup;
  readonly i18n: I18nServiceSetup;
  readonly build: BuildFiles;
  readonly packageInfo: PackageInfo;
  readonly isDev: boolean;
  readonly config: Pick<CoreConfig, 'apm' | 'branding' | 'csp' | 'status' | 'uiSettings'> & {
    readonly server: Pick<ServerConfig, 'basePath'>;
  };
  /** Data preloaded into pages of authenticated users. */
  readonly pagePreload: (request: RouteRequest, isAnonymous: boolean) => Promise<ResolvedPreload>;
  /** Why login is unavailable. */
  readonly outage: () => Text | undefined;
  /** Plugins that the page loads; evaluated for each page. */
  readonly uiPlugins: () => readonly UiPlugin[];
}

export const BUNDLES_PATH = '/bundles/';

/**
 * Language of the last user on this device who chose one, for pages without a user, such as the
 * login page. It does not reveal who that was.
 */
const LOCALE_COOKIE = 'sd_locale';
const YEAR_SECONDS = 365 * 24 * 3_600;

type UserSettings = InjectedMetadata['legacyMetadata']['uiSettings']['user'];

export class RenderingService {
  private deps: RenderingServiceDeps | undefined;
  private branding: PageBranding | undefined;
  private uiSettings: UiSettingsServiceStart | undefined;

  setup(deps: RenderingServiceDeps): void {
    this.deps = deps;
    const branding = (this.branding = new PageBranding(deps.config.branding));
    deps.http.setPageRenderer(
      async (request, { anonymous = request.auth === undefined, headers, cookies }) => {
        const nonce = createNonce();
        const { html, locale, cookie } = await this.render(request, nonce, anonymous);
        const page = await compressPage(html, request.headers['accept-encoding']);
        return {
          statusCode: 200,
          headers: {
            'content-type': 'text/html; charset=utf-8',
            'content-security-policy': contentSecurityPolicy(nonce, branding.imageSources),
            'content-language': locale,
            vary: 'accept-encoding, accept-language',
            ...page.headers,
            ...headers,
          },
          cookies: cookie ? [...(cookies ?? []), cookie] : cookies,
          body: page.body,
        };
      }
    );
    deps.http.setFailurePageRenderer((request, failure) =>
      this.renderFailure(deps, request, failure)
    );
  }

  start({ uiSettings }: { uiSettings: UiSettingsServiceStart }): void {
    this.uiSettings = uiSettings;
  }

  /** Accesses no store, because a store may be what failed. */
  private renderFailure(
    deps: RenderingServiceDeps,
    request: RouteRequest,
    { statusCode, headers, cookies, body }: RouteResponse
  ): RouteResponse {
    const { i18n, config } = deps;
    const nonce = createNonce();
    const locale = i18n.localeOf(request, config.uiSettings.overrides[LOCALE_SETTING]);
    // 502: what answers instead of the cluster may be a proxy, while the cluster restarts.
    const isAway = statusCode === 502 || statusCode === 503;
    const page = isAway
      ? awayPage(
          config.branding.productName,
          toMessage(body as ErrorBody),
          isStatusPageOpen(deps) ? `${request.basePath}/status` : undefined
        )
      : statusCode === 404
        ? notFoundPage(`${request.basePath}/`)
        : refusedPage(statusCode, toMessage(body as ErrorBody), `${request.basePath}/`);
    const html = renderFailurePage({
      ...page,
      locale,
      nonce,
      translate: (text) => i18n.translate(locale, text),
    });
    return {
      statusCode,
      cookies,
      body: html,
      headers: {
        ...headers,
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': contentSecurityPolicy(nonce, []),
        'content-language': locale,
        ...(isAway && { 'retry-after': String(RETRY_SECONDS) }),
        vary: 'accept, accept-language',
      },
    };
  }

  private async render(
    request: RouteRequest,
    nonce: string,
    isAnonymous: boolean
  ): Promise<{ readonly html: string; readonly locale: string; readonly cookie?: SetCookie }> {
    const { deps, branding, uiSettings } = this;
    if (!deps || !branding || !uiSettings)
      throw new Error('RenderingService#start() must be invoked before a page is rendered.');
    const [user, first]: readonly [UserSettings, ResolvedPreload] = await Promise.all([
      isAnonymous ? {} : uiSettings.asScopedToRequest(request).getForPage(),
      deps.pagePreload(request, isAnonymous),
    ]);
    const { i18n, config } = deps;
    const locale = i18n.localeOf(
      request,
      chosenValue(user[LOCALE_SETTING]) ??
        config.uiSettings.overrides[LOCALE_SETTING] ??
        (isAnonymous ? request.cookies[LOCALE_COOKIE] : undefined)
    );
    const defaults = isAnonymous
      ? listValues(uiSettings.getDefaults())
      : localizeSettings(uiSettings.getDefaults(), locale, i18n);
    const { entries, imports = {} } = deps.build.current();
    const publicPath = request.basePath + BUNDLES_PATH;
    const metadata: InjectedMetadata = {
      ...this.metadata(deps, request, nonce, publicPath, locale, defaults, user, isAnonymous),
      branding: branding.metadata(request.basePath),
      pagePreload: first.metadata,
    };
    const html = renderPage({
      metadata,
      nonce,
      isCspStrict: config.csp.strict,
      publicPath,
      faviconUrl: branding.faviconUrl(request.basePath),
      coreFiles: entries['core'] ?? [],
      partFiles: [...new Set(first.imports.flatMap((name) => imports[name] ?? []))],
      translate: (message) => i18n.translate(locale, message),
    });
    return { html, locale, ...(!isAnonymous && localeCookie(request, user)) };
  }

  private metadata(
    deps: RenderingServiceDeps,
    { basePath }: RouteRequest,
    cspNonce: string,
    publicPath: string,
    locale: string,
    defaults: Readonly<Record<string, PublicUiSettingsParams>>,
    user: UserSettings,
    isAnonymous: boolean
  ): Omit<InjectedMetadata, 'branding'> {
    const { config, packageInfo, i18n, isDev } = deps;
    const outage = deps.outage();
    const { entries } = deps.build.current();
    const setting = (key: string) =>
      chosenValue(user[key]) ?? config.uiSettings.overrides[key] ?? defaults[key]?.value;
    return {
      version: packageInfo.version,
      buildNumber: packageInfo.buildNum,
      branch: packageInfo.branch,
      basePath,
      serverBasePath: config.server.basePath,
      env: {
        mode: { name: isDev ? 'development' : 'production', dev: isDev, prod: !isDev },
        // The commit would tell an attacker which fixes are missing; version and build number are
        // public.
        packageInfo: isAnonymous ? { ...packageInfo, buildSha: '' } : packageInfo,
      },
      isAnonymousPage: isAnonymous,
      anonymousStatusPage: isStatusPageOpen(deps),
      ...(isAnonymous && outage !== undefined && { outage: i18n.translate(locale, outage) }),
      i18n: {
        locale,
        translationsUrl:
          basePath + i18n.translationsPath(locale, isAnonymous ? 'anonymous' : 'all'),
      },
      csp: { warnLegacyBrowsers: config.csp.warnLegacyBrowsers },
      cspNonce,
      // No agent is included: without this configuration section, the page has none.
      vars: { apmConfig: Object.keys(config.apm).length > 0 ? config.apm : null },
      uiPlugins: (isAnonymous ? withOwnCode(deps.uiPlugins(), entries) : deps.uiPlugins()).map(
        ({ manifest, config: pluginConfig, hiddenFromAnonymous }) => ({
          id: manifest.id,
          plugin: {
            id: manifest.id,
            configPath: manifest.configPath,
            requiredPlugins: manifest.requiredPlugins,
            optionalPlugins: manifest.optionalPlugins,
          },
          scripts: (entries[`plugin-${manifest.id}`] ?? []).map((file) => publicPath + file),
          ...(pluginConfig
            ? { config: isAnonymous ? without(pluginConfig, hiddenFromAnonymous) : pluginConfig }
            : {}),
        })
      ),
      legacyMetadata: { uiSettings: { defaults, user } },
      theme: { tag: themeTag(setting('theme:version'), setting('theme:darkMode')) },
      publicPath,
    };
  }
}

/**
 * Others have no code on pages without a user: it comes with what users load. Neither have those
 * that require them.
 */
function withOwnCode(
  plugins: readonly UiPlugin[],
  entries: Readonly<Record<string, unknown>>
): readonly UiPlugin[] {
  const kept = new Set<string>();
  // In order of setup: what a plugin requires comes before it.
  return plugins.filter(({ manifest: { id, requiredPlugins } }) => {
    const isKept = entries[`plugin-${id}`] && requiredPlugins.every((one) => kept.has(one));
    if (isKept) kept.add(id);
    return isKept;
  });
}

/**
 * Pages without a user have no settings page. Data only needed there (names, descriptions, and
 * options such as all time zones) made up a quarter of the login page.
 */
const listValues = (
  defaults: ReturnType<UiSettingsServiceStart['getDefaults']>
): Readonly<Record<string, PublicUiSettingsParams>> =>
  mapValues(defaults, ({ value, type }) => ({ value, ...(type && { type }) }));

const isStatusPageOpen = ({ config, outage }: RenderingServiceDeps): boolean =>
  config.status.allowAnonymous || outage() !== undefined;

const toMessage = ({ message, attributes: { code, params } }: ErrorBody) => ({
  id: code,
  defaultMessage: message,
  ...(params && { values: params }),
});

/** Returns the cookie if it has to change. */
function localeCookie({ cookies }: RouteRequest, user: UserSettings): { cookie?: SetCookie } {
  const own = user[LOCALE_SETTING]?.personalValue;
  const value = typeof own === 'string' && own !== LOCALE_BY_BROWSER ? own : undefined;
  if (cookies[LOCALE_COOKIE] === value) return {};
  return { cookie: { name: LOCALE_COOKIE, value, maxAgeSeconds: YEAR_SECONDS, sameSite: 'Lax' } };
}

const without = (
  config: Readonly<Record<string, unknown>>,
  hidden: readonly string[]
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(config).filter(([key]) => !hidden.includes(key)));

/** `theme:version` is `v7` or `v8 (beta)`. */
export const themeTag = (version: unknown, isDark: unknown): InjectedMetadata['theme']['tag'] =>
  `${String(version).startsWith('v8') ? 'v8' : 'v7'}${isDark === true ? 'dark' : 'light'}`;
