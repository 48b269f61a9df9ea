import { FormattedMessage, i18n } from '@sd/core/public';
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
      title={<FormattedMessage id="security.logoutQuestion.title" defaultMessage="Log out?" />}
      subtitle={
        <FormattedMessage
          id="security.logoutQuestion.text"
          defaultMessage="A page of another site wants you to log out."
        />
      }
    >
      <LightButton href={logoutLink(basePath)} onClick={announceLogout}>
        <FormattedMessage id="security.logoutQuestion.yes" defaultMessage="Log out" />
      </LightButton>
      <p style={{ textAlign: 'center', marginBlockStart: 16 }}>
        <a href={basePath.serverBasePath || '/'}>
          <FormattedMessage id="security.logoutQuestion.no" defaultMessage="Stay logged in" />
        </a>
      </p>
    </ChromelessPage>
  );
}

/** Page for users without a tenant, if the configuration offers neither Global nor Private. */
export const NoTenantPage = (deps: ScreenDeps): ReactElement => (
  <ChromelessPage
    {...useBrand(deps)}
    title={<FormattedMessage id="security.noTenant.title" defaultMessage="No tenant available" />}
    subtitle={
      <FormattedMessage
        id="security.noTenant.text"
        defaultMessage="You don't have access to any tenant. Ask your administrator for access, then log in again."
      />
    }
  >
    <LogOutButton {...deps} />
  </ChromelessPage>
);

/** Page for all other addresses below the app's route. */
export function ErrorPage(deps: ScreenDeps): ReactElement {
  return (
    <ChromelessPage
      {...useBrand(deps)}
      title={
        <FormattedMessage id="security.errorPage.title" defaultMessage="Something went wrong" />
      }
      subtitle={
        <FormattedMessage
          id="security.errorPage.text"
          defaultMessage="The page you came from could not be shown. Go back to the start page and try again."
        />
      }
    >
      <LightButton href={deps.core.http.basePath.serverBasePath || '/'}>
        {i18n.translate('security.errorPage.home', { defaultMessage: 'Go to the start page' })}
      </LightButton>
    </ChromelessPage>
  );
}
