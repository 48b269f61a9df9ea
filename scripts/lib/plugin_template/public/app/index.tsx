/** Entry of the lazily loaded app. */
import {
  i18n,
  renderApp,
  type AppMountParameters,
  type CoreStart,
  type UnmountCallback,
} from '@sd/core/public';
import { HelloPage } from './hello_page';

export function mountApp({ element }: AppMountParameters, core: CoreStart): UnmountCallback {
  const title = i18n.translate('sampleApp.appTitle', { defaultMessage: 'Sample app' });
  core.chrome.setBreadcrumbs([{ text: title }]);
  core.chrome.docTitle.change(title);
  return renderApp(element, <HelloPage http={core.http} />);
}
