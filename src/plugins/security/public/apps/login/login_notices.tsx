/** Notices above the login methods: message of the day, and the reason of a failed login. */
import { t } from '@sd/core/public';
import type { ReactElement } from 'react';
import type { LoginProblem } from '../../../common';
import { useLightStyles } from '../../components/chromeless/light_styles';

export interface LoginNoticesProps {
  /** '' for none. */
  readonly message: string;
  /** Raw value from the page's address. */
  readonly problem: string | null;
}

export function LoginNotices({ message, problem: code }: LoginNoticesProps): ReactElement {
  const { danger, notice } = useLightStyles();
  const problem = problemText(code);
  return (
    <>
      {message !== '' && (
        <p className={notice} data-test-subj="login-message">
          {message}
        </p>
      )}
      {problem !== undefined && (
        <p
          role="alert"
          className={danger}
          style={{ marginBlock: '0 16px' }}
          data-test-subj="login-problem"
        >
          {problem}
        </p>
      )}
    </>
  );
}

/** Only known values are shown, because any site can link here with its own text. */
function problemText(problem: string | null): string | undefined {
  switch (problem as LoginProblem | null) {
    case 'provider':
      return t(
        'security.login.problem.provider',
        "The identity provider isn't responding. Try again in a moment."
      );
    case 'backend':
      return t(
        'security.login.problem.backend',
        "You can't log in right now. Try again in a moment."
      );
    case 'refused':
      return t(
        'security.login.problem.refused',
        'Login refused. Try again, or ask your system administrator for access.'
      );
    case 'round':
      return t(
        'security.login.problem.round',
        'The login took too long or was started in another browser. Start again.'
      );
    case 'blocked':
      return t('security.login.blocked', 'Too many failed logins. Wait a moment, then try again.');
    default:
      return undefined;
  }
}
