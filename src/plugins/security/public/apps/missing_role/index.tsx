/**
 * The no-permissions app, for a user without roles. Source: specification section 2.1;
 * docs/reference/security-app.md#error-pages.
 */
import {
  type AppMountParameters,
  errorText,
  FormattedMessage,
  i18n,
  renderApp,
  type UnmountCallback,
} from '@sd/core/public';
import { type ReactElement, useState } from 'react';
import { ChromelessPage } from '../../components/light/chromeless_page';
import { LightButton } from '../../components/light/light_button';
import { useLightStyles } from '../../components/light/light_styles';
import { useBrand } from '../../components/light/use_brand';
import { announceSignOut } from '../../services/farewell';
import type { ScreenDeps } from '../../services/screen_deps';
import { signOut, signOutKind, signOutLink } from '../../services/sign_out';

/** The server redirects users with roles; this is for those who come from inside the page. */
export function mountMissingRole(
  deps: ScreenDeps,
  { element }: AppMountParameters
): UnmountCallback {
  const { core, page, session } = deps;
  if (session.account && session.account.roles.length > 0) {
    page.assign(core.http.basePath.serverBasePath || '/');
    return () => undefined;
  }
  core.chrome.docTitle.change(
    i18n.translate('security.missingRole.documentTitle', { defaultMessage: 'Missing Role' })
  );
  return renderApp(element, <MissingRolePage {...deps} />);
}

/** Logging out is the only way on: any other page would lead back here. */
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
