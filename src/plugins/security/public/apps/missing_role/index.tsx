/** Missing role app, for users without roles. */
import { type AppMountParameters, renderApp, t, type UnmountCallback } from '@sd/core/public';
import type { ReactElement } from 'react';
import { ChromelessPage } from '../../components/chromeless/chromeless_page';
import { LogOutButton } from '../../components/chromeless/log_out_button';
import { useBrand } from '../../components/chromeless/use_brand';
import type { ScreenDeps } from '../../services/screen_deps';

/** The server redirects users with roles; this covers navigation within the page. */
export function mountMissingRole(
  deps: ScreenDeps,
  { element }: AppMountParameters
): UnmountCallback {
  const { core, page, session } = deps;
  if (session.account && session.account.roles.length > 0) {
    page.assign(core.http.basePath.serverBasePath || '/');
    return () => undefined;
  }
  core.chrome.docTitle.change(t('security.missingRole.documentTitle', 'Missing Role'));
  return renderApp(element, <MissingRolePage {...deps} />);
}

/** Logout is the only action, because any other page would lead back here. */
export const MissingRolePage = (deps: ScreenDeps): ReactElement => (
  <ChromelessPage
    {...useBrand(deps)}
    title={t('security.missingRole.title', 'Missing Role')}
    subtitle={t(
      'security.missingRole.text',
      'No roles available for this user, please contact your system administrator.'
    )}
  >
    <LogOutButton {...deps} />
  </ChromelessPage>
);
