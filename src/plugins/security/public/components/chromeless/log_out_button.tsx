/** Logout button of pages without other navigation. */
import { errorText, t } from '@sd/core/public';
import { type ReactElement, useState } from 'react';
import { announceLogout } from '../../services/logout_reason';
import type { ScreenDeps } from '../../services/screen_deps';
import { logout, logoutKind, logoutLink } from '../../services/logout';
import { LightButton } from './light_button';
import { useLightStyles } from './light_styles';

/** Renders nothing if a proxy controls the login. */
export function LogOutButton(deps: ScreenDeps): ReactElement {
  const { core, config } = deps;
  const { danger } = useLightStyles();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const kind = logoutKind(config.auth.type);
  const leave = async () => {
    setIsBusy(true);
    try {
      await logout({ ...deps, basePath: core.http.basePath });
    } catch (error) {
      setFailure(errorText(error));
      setIsBusy(false);
    }
  };
  const label = t('security.missingRole.logOut', 'Log out');
  return (
    <>
      <div role="alert">
        {failure !== undefined && (
          <p className={danger} style={{ marginBlock: '0 16px' }}>
            {failure}
          </p>
        )}
      </div>
      {kind === 'link' && (
        <LightButton
          href={logoutLink(core.http.basePath)}
          onClick={announceLogout}
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
    </>
  );
}
