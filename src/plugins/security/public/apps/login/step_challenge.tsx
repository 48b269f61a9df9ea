/** Challenge of a login step, as text and images above its fields. */
import type { NextLoginStep, LoginChallenge } from '@sd/contracts';
import { t } from '@sd/core/public';
import type { ReactElement } from 'react';
import { QrCode } from '../../components/qr_code';
import { LightButton } from '../../components/chromeless/light_button';
import { useLightStyles } from '../../components/chromeless/light_styles';
import { hasPasskeys } from '../../services/passkeys';

/** Field name of the repeated new password, which is not sent. */
export const REPEATED = 'password_repeated';

/** Fields of the form: those that are sent, and the repeated password. */
export function listFields({ fields, question: challenge }: NextLoginStep): readonly string[] {
  if (challenge?.kind === 'new_password') return [...fields, REPEATED];
  if (challenge?.kind === 'passkey') return [];
  const { factors } = challenge ?? {};
  // With passkeys only, there is no code to type.
  return factors?.every((factor) => factor === 'passkey') ? [] : fields;
}

/** Whether a passkey can answer the challenge. */
export const isForPasskey = (request: LoginChallenge | undefined): boolean =>
  request?.passkey !== undefined && hasPasskeys();

export function StepChallenge({
  challenge,
}: {
  readonly challenge?: LoginChallenge;
}): ReactElement {
  const styles = useLightStyles();
  const { totp, codes } = challenge ?? {};
  return (
    <>
      <p className={styles.subdued}>{introText(challenge)}</p>
      {totp && (
        <div style={{ marginBlock: 16, textAlign: 'center' }}>
          <div style={{ display: 'flex', justifyContent: 'center' }}>
            <QrCode text={totp.uri} />
          </div>
          <p className={styles.subdued}>
            {t('security.factors.secret', "Can't scan it? Enter this key in the app:")}
          </p>
          <p style={{ overflowWrap: 'anywhere', fontFamily: 'monospace' }}>{totp.secret}</p>
        </div>
      )}
      {codes && (
        <ul style={{ fontFamily: 'monospace', marginBlock: 16, textAlign: 'center' }}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      )}
    </>
  );
}

export function PasskeyButton({
  isBusy,
  onClick,
  isNew,
}: {
  readonly isBusy: boolean;
  readonly onClick: () => void;
  readonly isNew: boolean;
}): ReactElement {
  return (
    <div style={{ marginBlockStart: 12 }}>
      <LightButton type="button" isBusy={isBusy} onClick={onClick}>
        {isNew
          ? t('security.login.round.newPasskey', 'Set up a passkey instead')
          : t('security.login.round.passkey', 'Use a passkey')}
      </LightButton>
    </div>
  );
}

function introText(request: LoginChallenge | undefined): string {
  switch (request?.kind) {
    case 'second_factor':
      return request.factors?.includes('totp')
        ? t(
            'security.login.round.factor',
            'Enter the code from your authenticator app, or a recovery code.'
          )
        : t('security.login.round.passkeyIntro', 'Use your passkey, or enter a recovery code.');
    case 'enrol':
      return t(
        'security.login.round.enrol',
        'Your account requires two-factor authentication. Scan this code with an authenticator app, then enter the code it shows.'
      );
    case 'passkey':
      return t('security.login.round.passkeyAlone', 'Your browser is asking for your passkey.');
    case 'recovery_codes':
      return t(
        'security.login.round.codes',
        "Save your recovery codes. You won't see them again. Each works once."
      );
    case 'new_password':
      return t('security.login.round.newPassword', 'Choose a new password to continue.');
    default:
      return t('security.login.round.intro', 'One more step to log in.');
  }
}
