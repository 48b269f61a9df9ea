import type { Observable } from 'rxjs';
import { browserLog } from './utils/browser_log';
import { CoreSystem } from './core_system';
import { installCspNonce } from './csp_nonce';
import { loadTranslations, provideDesignSystemTexts } from './i18n';
import { readInjectedMetadata } from './injected_metadata';
import { loadPluginScripts } from './plugins';

/**
 * Performance monitoring, for installations that add an agent to the page. It is configured by the
 * injected `apmConfig`, and each change of app starts a transaction. Core includes no agent.
 *
 * Source: docs/reference/core.md#bootstrap; specification sections 3 and 7.
 */
interface ApmAgent {
  init(config: Readonly<Record<string, unknown>>): unknown;
  startTransaction(
    name: string,
    type: string,
    options: { readonly managed: boolean; readonly canReuse: boolean }
  ): unknown;
}

interface Apm {
  followApps(currentAppId$: Observable<string | undefined>): void;
}

/** A failure must not prevent the page from starting. */
export function setUpApm(config: unknown, page: { readonly elasticApm?: ApmAgent }): Apm {
  const agent = page.elasticApm;
  const isActive =
    typeof config === 'object' &&
    config !== null &&
    (config as { active?: unknown }).active !== false;
  if (agent === undefined || !isActive) return { followApps: () => undefined };
  try {
    agent.init(config as Readonly<Record<string, unknown>>);
  } catch (error) {
    browserLog.warn('Performance monitoring could not be set up.', error);
    return { followApps: () => undefined };
  }
  return {
    followApps: (currentAppId$) => {
      currentAppId$.subscribe((appId) => {
        if (appId !== undefined) {
          agent.startTransaction(`/app/${appId}`, 'route-change', {
            managed: true,
            canReuse: true,
          });
        }
      });
    },
  };
}

/**
 * Whether the browser enforces the content security policy of the page. It then hides the nonces in
 * attributes. Only browsers that show them are tried with code from a string, which the policy
 * forbids: the attempt itself is reported as a violation.
 */
function enforcesCsp(document: Document): boolean {
  if (document.querySelector('style[nonce]')?.getAttribute('nonce') === '') return true;
  try {
    new Function('');
    return false;
  } catch {
    return true;
  }
}

/**
 * @throws only if the page has no readable metadata; other failures end on the fatal error screen
 */
export async function bootstrap(page: Window = window): Promise<void> {
  const injectedMetadata = readInjectedMetadata(page.document);
  installCspNonce(injectedMetadata.cspNonce);
  const apm = setUpApm(injectedMetadata.vars['apmConfig'], page as Parameters<typeof setUpApm>[1]);

  // Plugin scripts only define factories, so they can load in parallel with the translations.
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
    browserSupportsCsp: enforcesCsp(page.document),
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
