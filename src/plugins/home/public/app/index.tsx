/** Entry of the lazily loaded screen. */
import { i18n, renderApp, type AppUnmount } from '@sd/core/public';
import { HomeScreen } from './home_screen';
import type { HomeDeps } from './home_deps';

export function renderHomeApp(element: HTMLElement, deps: HomeDeps): AppUnmount {
  const title = i18n.translate('home.appTitle', { defaultMessage: 'Home' });
  deps.core.chrome.setBreadcrumbs([{ text: title }]);
  deps.core.chrome.docTitle.change(title);
  return renderApp(element, <HomeScreen {...deps} />);
}
