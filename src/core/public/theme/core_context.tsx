/**
 * Context of every React root in the page: Emotion's cache with the nonce, theme and translations.
 * Uses `EuiThemeProvider`, a third of the download size of `EuiProvider`.
 */
import { EuiThemeProvider } from '@elastic/eui';
import { CacheProvider } from '@emotion/react';
import { type ReactElement, type ReactNode, useSyncExternalStore } from 'react';
import { getEmotionCache } from '../csp_nonce';
import { I18nContext } from '../i18n/i18n_context';
import { currentBrandTheme, currentTheme$ } from './current_theme';
import type { CoreTheme } from './types';

function subscribe(onChange: () => void): () => void {
  const subscription = currentTheme$.subscribe(onChange);
  return () => subscription.unsubscribe();
}

/** Returns the current theme and renders again when it changes. */
export function useCoreTheme(): CoreTheme {
  return useSyncExternalStore(subscribe, () => currentTheme$.value);
}

/** The operating system's settings for higher contrast and for custom colors. */
const contrastQueries = (): MediaQueryList[] =>
  ['(prefers-contrast: more)', '(forced-colors: active)'].flatMap(
    // Absent outside browsers.
    (query) => window.matchMedia?.(query) ?? []
  );

function subscribeToContrast(onChange: () => void): () => void {
  const queries = contrastQueries();
  queries.forEach((query) => query.addEventListener('change', onChange));
  return () => queries.forEach((query) => query.removeEventListener('change', onChange));
}

const wantsContrast = (): boolean => contrastQueries().some(({ matches }) => matches);

/** Theme, styles and translations of the shell for a custom React tree; `renderApp` includes it. */
export function CoreContext({ children }: { readonly children: ReactNode }): ReactElement {
  const { darkMode } = useCoreTheme();
  const highContrastMode = useSyncExternalStore(subscribeToContrast, wantsContrast);
  return (
    <CacheProvider value={getEmotionCache()}>
      <EuiThemeProvider
        colorMode={darkMode ? 'dark' : 'light'}
        highContrastMode={highContrastMode}
        {...(currentBrandTheme.modifications && { modify: currentBrandTheme.modifications })}
      >
        <I18nContext>{children}</I18nContext>
      </EuiThemeProvider>
    </CacheProvider>
  );
}
