/** Login page app. All of its imports count against its download budget. */
import { type AppMountParameters, renderApp, t, type UnmountCallback } from '@sd/core/public';
import type { ScreenDeps } from '../../services/screen_deps';
import { LoginPage } from './login_page';

export function mountLogin(deps: ScreenDeps, { element }: AppMountParameters): UnmountCallback {
  const { core } = deps;
  core.chrome.docTitle.change(t('security.login.documentTitle', 'Log in'));
  const { productName } = core.injectedMetadata.getBranding();
  return renderApp(element, <LoginPage {...deps} productName={productName} />);
}
