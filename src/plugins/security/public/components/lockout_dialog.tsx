/**
 * Confirmation dialog for changes that lock administrators out. Names the affected users and the
 * recovery command. Lazy chunk.
 */
import { EuiCode, EuiSpacer, EuiText } from '@elastic/eui';
import { FormattedMessage, mountReactNode, type OverlayStart, t } from '@sd/core/public';
import type { ReactElement } from 'react';
import type { LockoutDetails } from '@sd/contracts';

/** As in README and `npm run security -- --help`. */
const RECOVERY_COMMAND = 'npm run security -- reset-admin';

/** @returns whether the user confirms the change */
export const confirmLockout = (
  overlays: Pick<OverlayStart, 'openConfirm'>,
  lockout: LockoutDetails
): Promise<boolean> =>
  overlays.openConfirm(mountReactNode(<LockoutText {...lockout} />), {
    title: dialogTitle(lockout),
    cancelButtonText: t('security.common.cancel', 'Cancel'),
    confirmButtonText: t('security.common.makeTheChangeAnyway', 'Make the change anyway'),
    buttonColor: 'danger',
    defaultFocusedButton: 'cancel',
    'data-test-subj': 'lockout-confirmation',
  });

const dialogTitle = ({ own, last }: LockoutDetails): string =>
  last && !own
    ? t('security.lockout.titleLast', 'No one could administer security after this change')
    : t('security.lockout.titleOwn', 'You would lose access to security');

function LockoutText({ own, last, users, more }: LockoutDetails): ReactElement {
  return (
    <EuiText size="s">
      {own && (
        <p>
          {t(
            'security.lockout.own',
            'This change removes your own access to the Security app and its API immediately.'
          )}
        </p>
      )}
      {last && (
        <p>
          {t(
            'security.lockout.last',
            'Afterwards, no user with a password has a role that can administer security.'
          )}
        </p>
      )}
      {users.length > 0 && (
        <>
          <p>
            {t(
              'security.lockout.users',
              '{count, plural, one {This user loses} other {These users lose}} access:',
              { count: users.length }
            )}
          </p>
          <ul>
            {users.map((name) => (
              <li key={name}>
                <strong style={{ overflowWrap: 'anywhere' }}>{name}</strong>
              </li>
            ))}
            {more && <li>{t('security.lockout.more', 'and more users')}</li>}
          </ul>
        </>
      )}
      <EuiSpacer size="s" />
      <p>
        {last ? (
          <FormattedMessage
            id="security.lockout.recoverOffline"
            defaultMessage={
              'To regain access, stop the server and run {command} in its folder. It gives the user admin a new password and all permissions.'
            }
            values={{ command: <EuiCode>{RECOVERY_COMMAND}</EuiCode> }}
          />
        ) : (
          <FormattedMessage
            id="security.lockout.recover"
            defaultMessage={
              'To regain access, ask another administrator to undo the change. If there is none, stop the server and run {command} in its folder.'
            }
            values={{ command: <EuiCode>{RECOVERY_COMMAND}</EuiCode> }}
          />
        )}
      </p>
    </EuiText>
  );
}
