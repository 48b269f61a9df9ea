/** Secrets that are shown once: their dialog asks before it closes. */
import { EuiCallOut, EuiSpacer } from '@elastic/eui';
import { type ReactElement, useEffect, useState } from 'react';
import { t } from '@sd/core/public';

/** What a dialog's content decides about closing it. */
export interface CloseGuard {
  mayClose(): boolean;
}

/** Asks once while a secret is shown; closing again closes. */
export function OnceShownQuestion({
  guard,
  isShown,
}: {
  readonly guard: CloseGuard;
  readonly isShown: boolean;
}): ReactElement {
  const [isVisible, setIsVisible] = useState(false);
  useEffect(() => {
    guard.mayClose = () => {
      if (!isShown || isVisible) return true;
      setIsVisible(true);
      return false;
    };
    return () => void (guard.mayClose = () => true);
  }, [guard, isShown, isVisible]);
  return (
    <div role="alert">
      {isShown && isVisible && (
        <>
          <EuiCallOut
            size="s"
            color="warning"
            iconType="warning"
            title={t(
              'security.onceShown.question',
              "Have you saved it? You won't see it again. Close once more to leave."
            )}
          />
          <EuiSpacer size="m" />
        </>
      )}
    </div>
  );
}
