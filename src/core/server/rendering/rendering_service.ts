/** The shell's page: metadata for the browser, scripts of the build, a strict content security policy. */
import type { InjectedMetadata, PublicUiSettingsParams } from '../../common';
import type { CoreConfig, ServerConfig } from '../config';
import type { PackageInfo } from '../environment';
import { contentSecurityPolicy, createNonce, type InternalHttpServiceSetup } from '../http';
import type { KibanaRequest } from '../http/types';
import type { I18nServiceSetup } from '../i18n';
import type { UiPlugin } from '../plugins';
import type { UiSettingsServiceStart } from '../ui_settings/types';
import type { BuildFiles } from './build_manifest';
import { compressPage } from './page_compression';
import { renderPage } from './page_template';

export interface RenderingServiceDeps {
  readonly http: InternalHttpServiceSetup;
  readonly i18n: I18nServiceSetup;
  readonly build: BuildFiles;
  readonly packageInfo: PackageInfo;
  readonly isDev: boolean;
  readonly config: Pick<CoreConfig, 'branding' | 'csp' | 'status' | 'uiSettings'> & {
    readonly server: Pick<ServerConfig, 'basePath'>;
  };
  readonly uiPlugins: readonly UiPlugin[];
}

export const BUNDLES_PATH = '/bundles/';

type UserSettings = InjectedMetadata['legacyMetadata']['uiSettings']['user'];

export class RenderingService {
  private deps: RenderingServiceDeps | undefined;
  private uiSettings: UiSettingsServiceStart | undefined;

  setup(deps: RenderingServiceDeps): void {
    this.deps = deps;
    deps.http.setPageRenderer(
      async (request, { anonymous = request.auth === undefined, headers, cookies }) => {
        const nonce = createNonce();
        const page = await compressPage(
          await this.render(request, nonce, anonymous),
          request.headers['accept-encoding']
        );
        return {
          statusCode: 200,
          headers: {
            'content-type': 'text/html; charset=utf-8',
            'content-security-policy': contentSecurityPolicy(nonce),
            vary: 'accept-encoding',
            ...page.headers,
            ...headers,
          },
          cookies,
          body: page.body,
        };
      }
    );
  }

  start({ uiSettings }: { uiSettings: UiSettingsServiceStart }): void {
    this.uiSettings = uiSettings;
  }

  private async render(
    request: KibanaRequest,
    nonce: string,
    isAnonymous: boolean
  ): Promise<string> {
    const { deps, uiSettings } = this;
    if (!deps || !uiSettings)
      throw new Error('RenderingService#start() must be invoked before a page is rendered.');
    const defaults = uiSettings.getDefaults();
    const user: UserSettings = isAnonymous
      ? {}
      : await uiSettings.asScopedToRequest(request).getUserProvided();
    const { entries } = deps.build.current();
    const publicPath = request.basePath + BUNDLES_PATH;
    const metadata = this.metadata(deps, request, nonce, publicPath, defaults, user);
    return renderPage({
      metadata,
      nonce,
      isCspStrict: deps.config.csp.strict,
      publicPath,
      coreFiles: entries['core'] ?? [],
    });
  }

  private metadata(
    deps: RenderingServiceDeps,
    { basePath }: KibanaRequest,
    cspNonce: string,
    publicPath: string,
    defaults: Readonly<Record<string, PublicUiSettingsParams>>,
    user: UserSettings
  ): InjectedMetadata {
    const { config, packageInfo, i18n, isDev } = deps;
    const { entries } = deps.build.current();
    const { productName, pageTitle = productName, logoUrl } = config.branding;
    const setting = (key: string) =>
      user[key]?.userValue ?? config.uiSettings.overrides[key] ?? defaults[key]?.value;
    return {
      version: packageInfo.version,
      buildNumber: packageInfo.buildNum,
      branch: packageInfo.branch,
      basePath,
      serverBasePath: config.server.basePath,
      env: {
        mode: { name: isDev ? 'development' : 'production', dev: isDev, prod: !isDev },
        packageInfo,
      },
      anonymousStatusPage: config.status.allowAnonymous,
      i18n: { locale: i18n.locale, translationsUrl: basePath + i18n.translationsPath },
      csp: { warnLegacyBrowsers: config.csp.warnLegacyBrowsers },
      cspNonce,
      vars: {},
      uiPlugins: deps.uiPlugins.map(({ manifest, config: pluginConfig }) => ({
        id: manifest.id,
        plugin: {
          id: manifest.id,
          configPath: manifest.configPath,
          requiredPlugins: manifest.requiredPlugins,
          optionalPlugins: manifest.optionalPlugins,
        },
        scripts: (entries[`plugin-${manifest.id}`] ?? []).map((file) => publicPath + file),
        ...(pluginConfig ? { config: pluginConfig } : {}),
      })),
      legacyMetadata: { uiSettings: { defaults, user } },
      branding: {
        productName,
        pageTitle,
        logoUrl: logoUrl === undefined ? undefined : basePath + logoUrl,
      },
      theme: { tag: themeTag(setting('theme:version'), setting('theme:darkMode')) },
      publicPath,
    };
  }
}

/** `theme:version` is `v7` or `v8 (beta)`. */
export const themeTag = (version: unknown, isDark: unknown): InjectedMetadata['theme']['tag'] =>
  `${String(version).startsWith('v8') ? 'v8' : 'v7'}${isDark === true ? 'dark' : 'light'}`;
