/** Content of the warning before the session ends, with a button to extend it. */
import { EuiButton, EuiSpacer } from '@elastic/eui';
import { FormattedMessage, i18n, type MountPoint, mountReactNode } from '@sd/core/public';
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
        <FormattedMessage
          id="security.sessionEnding.last"
          defaultMessage="It ends at {time} and cannot be extended. Save your work, then sign in again."
          values={{ time }}
        />
      </p>
    );
  const extendSession = async () => {
    setIsBusy(true);
    await extend();
    setIsBusy(false);
  };
  return (
    <>
      <p>
        <FormattedMessage
          id="security.sessionEnding.text"
          defaultMessage="You will be signed out at {time}."
          values={{ time }}
        />
      </p>
      <EuiSpacer size="s" />
      <EuiButton size="s" color="warning" isLoading={isBusy} onClick={() => void extendSession()}>
        <FormattedMessage id="security.sessionEnding.stay" defaultMessage="Stay signed in" />
      </EuiButton>
    </>
  );
}
