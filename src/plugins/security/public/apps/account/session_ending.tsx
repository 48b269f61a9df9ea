/** Content of the warning before the session ends, with a button to extend it. */
import { EuiButton, EuiSpacer } from '@elastic/eui';
import { i18n, type MountPoint, mountReactNode, t } from '@sd/core/public';
import { type ReactElement, useState } from 'react';

/** @param extend - absent if the session cannot be extended */
export const sessionEndingText = (
  endsAt: Date,
  extend: (() => Promise<void>) | undefined
): MountPoint => mountReactNode(<SessionEnding endsAt={endsAt} extend={extend} />);

interface SessionEndingProps {
  readonly endsAt: Date;
  readonly extend: (() => Promise<void>) | undefined;
}

function SessionEnding({ endsAt, extend }: SessionEndingProps): ReactElement {
  const [isBusy, setIsBusy] = useState(false);
  const time = i18n.formatDate(endsAt, { timeStyle: 'medium' });
  if (!extend)
    return (
      <p>
        {t(
          'security.sessionEnding.last',
          "Your session ends at {time} and can't be extended. Save your work, then log in again.",
          { time }
        )}
      </p>
    );
  const extendSession = async () => {
    setIsBusy(true);
    await extend();
    setIsBusy(false);
  };
  return (
    <>
      <p>{t('security.sessionEnding.text', "You'll be logged out at {time}.", { time })}</p>
      <EuiSpacer size="s" />
      <EuiButton size="s" color="warning" isLoading={isBusy} onClick={() => void extendSession()}>
        {t('security.sessionEnding.stay', 'Stay logged in')}
      </EuiButton>
    </>
  );
}
