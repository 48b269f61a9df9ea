import { errorText, FormattedMessage, i18n } from '@sd/core/public';
import { type ReactElement, useState } from 'react';
import { ChromelessPage } from '../../components/light/chromeless_page';
import { LightButton } from '../../components/light/light_button';
import { useLightStyles } from '../../components/light/light_styles';
import type { ScreenDeps } from '../../services/screen_deps';
import { announceSignOut } from '../../services/farewell';
import { signOut, signOutKind, signOutLink } from '../../services/sign_out';
import { useBrand } from './use_brand';

/**
 * For a user without roles. The way out is to log out: any other page would lead back here.
 * Texts: docs/reference/security-app.md#error-pages.
 */
export function MissingRolePage(deps: ScreenDeps): ReactElement {
  const { core, config } = deps;
  const { danger } = useLightStyles();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const kind = signOutKind(config.auth.type);
  const leave = async () => {
    setIsBusy(true);
    try {
      await signOut({ ...deps, basePath: core.http.basePath });
    } catch (error) {
      setFailure(errorText(error));
      setIsBusy(false);
    }
  };
  const label = <FormattedMessage id="security.missingRole.logOut" defaultMessage="Log out" />;
  return (
    <ChromelessPage
      {...useBrand(deps)}
      title={<FormattedMessage id="security.missingRole.title" defaultMessage="Missing Role" />}
      subtitle={
        <FormattedMessage
          id="security.missingRole.text"
          defaultMessage="No roles available for this user, please contact your system administrator."
        />
      }
    >
      <div role="alert">
        {failure !== undefined && (
          <p className={danger} style={{ marginBlock: '0 16px' }}>
            {failure}
          </p>
        )}
      </div>
      {kind === 'link' && (
        <LightButton
          href={signOutLink(core.http.basePath)}
          onClick={announceSignOut}
          data-test-subj="error-logout-button"
        >
          {label}
        </LightButton>
      )}
      {kind === 'action' && (
        <LightButton
          isBusy={isBusy}
          onClick={() => void leave()}
          data-test-subj="error-logout-button"
        >
          {label}
        </LightButton>
      )}
    </ChromelessPage>
  );
}

/** A page of another site leads here instead of signing anybody out. */
export function LogoutQuestionPage(deps: ScreenDeps): ReactElement {
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
      <LightButton href={signOutLink(basePath)} onClick={announceSignOut}>
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

/** Any other address below the app's route. */
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
