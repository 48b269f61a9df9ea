/** Notice above the login methods while none of them works, shown until the server recovers. */
import { type CoreStart, getErrorStatus, t } from '@sd/core/public';
import { type ReactElement, useEffect, useState } from 'react';
import { useLightStyles } from '../../components/chromeless/light_styles';

const CHECK_INTERVAL_MS = 5_000;

export interface LoginOutageProps {
  readonly http: Pick<CoreStart['http'], 'basePath' | 'get'>;
  /** Translated reason. */
  readonly reason: string;
}

export function LoginOutage({ http, reason }: LoginOutageProps): ReactElement | null {
  const { danger } = useLightStyles();
  const [hasRecovered, setHasRecovered] = useState(false);
  useEffect(() => {
    if (hasRecovered) return undefined;
    const timer = setInterval(() => {
      void hasEnded(http).then((isBack) => isBack && setHasRecovered(true));
    }, CHECK_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [http, hasRecovered]);
  if (hasRecovered) return null;
  return (
    <p
      role="alert"
      className={danger}
      style={{ marginBlock: '0 16px' }}
      data-test-subj="login-outage"
    >
      {reason}{' '}
      <a href={http.basePath.prepend('/status')} style={{ textDecoration: 'underline' }}>
        {t('security.login.showStatus', 'Show server status')}
      </a>
    </p>
  );
}

/** The server requires login for its status again, or the public status is no longer red. */
async function hasEnded(http: LoginOutageProps['http']): Promise<boolean> {
  try {
    // eslint-disable-next-line house/declared-call -- core's routes are no calls yet
    const { status } = await http.get<{ status: { overall: { state: string } } }>('/api/status', {
      asSystemRequest: true,
    });
    return status.overall.state !== 'red';
  } catch (error) {
    return getErrorStatus(error) === 401;
  }
}
