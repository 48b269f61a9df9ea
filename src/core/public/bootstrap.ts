/**
 * From the page's metadata to a running core.
 *
 * Source: docs/reference/core.md#bootstrap.
 */
import { setUpApm } from './apm';
import { CoreSystem } from './core_system';
import { installCspNonce } from './csp_nonce';
import { loadTranslations, provideDesignSystemTexts } from './i18n';
import { readInjectedMetadata } from './injected_metadata';
import { loadPluginScripts } from './plugins';

/** Set by an inline script, which runs only where the content security policy is not enforced. */
type PageGlobals = Window & { readonly __kbnCspNotEnforced__?: boolean };

/** @throws only when the page has no readable metadata; other failures end on the fatal screen */
export async function bootstrap(page: PageGlobals = window): Promise<void> {
  const injectedMetadata = readInjectedMetadata(page.document);
  installCspNonce(injectedMetadata.cspNonce);
  const apm = setUpApm(injectedMetadata.vars['apmConfig'], page as Parameters<typeof setUpApm>[1]);

  // Scripts of plugins only define factories: they may arrive while the texts do.
  void loadPluginScripts(injectedMetadata.uiPlugins, page.document);
  const { translationsUrl, locale } = injectedMetadata.i18n;
  let translationsError: unknown;
  try {
    await loadTranslations(translationsUrl, locale, (...request) => page.fetch(...request));
    provideDesignSystemTexts();
  } catch (error) {
    translationsError = error;
  }

  const coreSystem = new CoreSystem({
    rootDomElement: page.document.body,
    browserSupportsCsp: page.__kbnCspNotEnforced__ !== true,
    injectedMetadata,
  });
  const setup = await coreSystem.setup();
  if (setup !== undefined && translationsError !== undefined) {
    coreSystem.reportFatalError(translationsError);
    return;
  }
  if (setup === undefined) return;
  const start = await coreSystem.start();
  if (start !== undefined) apm.followApps(start.application.currentAppId$);
}
