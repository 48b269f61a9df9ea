import { t } from '@sd/core/public';
import type { ReactElement } from 'react';
import { ChromelessPage } from '../../components/chromeless/chromeless_page';
import { LightButton } from '../../components/chromeless/light_button';
import { LogOutButton } from '../../components/chromeless/log_out_button';
import { useBrand } from '../../components/chromeless/use_brand';
import type { ScreenDeps } from '../../services/screen_deps';
import { announceLogout } from '../../services/logout_reason';
import { logoutLink } from '../../services/logout';

/** Links to the logout on other sites lead here instead of logging the user out. */
export function LogoutConfirmationPage(deps: ScreenDeps): ReactElement {
  const { basePath } = deps.core.http;
  return (
    <ChromelessPage
      {...useBrand(deps)}
      title={t('security.logoutQuestion.title', 'Log out?')}
      subtitle={t(
        'security.logoutQuestion.text',
        'A page on another website wants to log you out.'
      )}
    >
      <LightButton href={logoutLink(basePath)} onClick={announceLogout}>
        {t('security.logoutQuestion.yes', 'Log out')}
      </LightButton>
      <p style={{ textAlign: 'center', marginBlockStart: 16 }}>
        <a href={basePath.serverBasePath || '/'}>
          {t('security.logoutQuestion.no', 'Stay logged in')}
        </a>
      </p>
    </ChromelessPage>
  );
}

/** Page for users without a tenant, if the configuration offers neither Global nor Private. */
export const NoTenantPage = (deps: ScreenDeps): ReactElement => (
  <ChromelessPage
    {...useBrand(deps)}
    title={t('security.noTenant.title', 'No tenant available')}
    subtitle={t(
      'security.noTenant.text',
      "You don't have access to any tenant. Ask your administrator for access, then log in again."
    )}
  >
    <LogOutButton {...deps} />
  </ChromelessPage>
);

/** Page for all other addresses below the app's route. */
export function ErrorPage(deps: ScreenDeps): ReactElement {
  return (
    <ChromelessPage
      {...useBrand(deps)}
      title={t('security.errorPage.title', 'Something went wrong')}
      subtitle={t(
        'security.errorPage.text',
        'The page could not be shown. Go to the start page and try again.'
      )}
    >
      <LightButton href={deps.core.http.basePath.serverBasePath || '/'}>
        {t('security.errorPage.home', 'Go to the start page')}
      </LightButton>
    </ChromelessPage>
  );
}
