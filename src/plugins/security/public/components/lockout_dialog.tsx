/**
 * Confirmation dialog for changes that lock administrators out. Names the affected users and the
 * recovery command. Lazy chunk.
 */
import { EuiCode, EuiSpacer, EuiText } from '@elastic/eui';
import { FormattedMessage, i18n, mountReactNode, type OverlayStart } from '@sd/core/public';
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
    title: titleOf(lockout),
    cancelButtonText: i18n.translate('security.lockout.cancel', { defaultMessage: 'Cancel' }),
    confirmButtonText: i18n.translate('security.lockout.confirm', {
      defaultMessage: 'Make the change anyway',
    }),
    buttonColor: 'danger',
    defaultFocusedButton: 'cancel',
    'data-test-subj': 'lockout-confirmation',
  });

const titleOf = ({ own, last }: LockoutDetails): string =>
  last && !own
    ? i18n.translate('security.lockout.titleLast', {
        defaultMessage: 'Nobody could administer security any more',
      })
    : i18n.translate('security.lockout.titleOwn', {
        defaultMessage: 'You would lose access to security',
      });

function LockoutText({ own, last, users, more }: LockoutDetails): ReactElement {
  return (
    <EuiText size="s">
      {own && (
        <p>
          <FormattedMessage
            id="security.lockout.own"
            defaultMessage="This change takes away your own access: the Security app and its API close for you at once."
          />
        </p>
      )}
      {last && (
        <p>
          <FormattedMessage
            id="security.lockout.last"
            defaultMessage="After it no user with a password has a role that may administer security."
          />
        </p>
      )}
      {users.length > 0 && (
        <>
          <p>
            <FormattedMessage
              id="security.lockout.users"
              defaultMessage="{count, plural, one {This user loses} other {These users lose}} access:"
              values={{ count: users.length }}
            />
          </p>
          <ul>
            {users.map((name) => (
              <li key={name}>
                <strong style={{ overflowWrap: 'anywhere' }}>{name}</strong>
              </li>
            ))}
            {more && (
              <li>
                <FormattedMessage id="security.lockout.more" defaultMessage="and further users" />
              </li>
            )}
          </ul>
        </>
      )}
      <EuiSpacer size="s" />
      <p>
        {last ? (
          <FormattedMessage
            id="security.lockout.recoverOffline"
            defaultMessage="To get back in, stop the server and run {command} in its folder. It gives the user admin a new password and every permission."
            values={{ command: <EuiCode>{RECOVERY_COMMAND}</EuiCode> }}
          />
        ) : (
          <FormattedMessage
            id="security.lockout.recover"
            defaultMessage="To get back in, ask another administrator to undo the change. When there is none within reach, stop the server and run {command} in its folder."
            values={{ command: <EuiCode>{RECOVERY_COMMAND}</EuiCode> }}
          />
        )}
      </p>
    </EuiText>
  );
}
