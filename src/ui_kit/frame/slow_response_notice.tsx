/**
 * Said below a page when the first answer of something on it keeps it waiting: the placeholders
 * alone look as if nothing happened any more. Below, so that nothing moves.
 */
import { EuiSpacer, EuiText } from '@elastic/eui';
import { FormattedMessage } from '@sd/core/public';
import { useIsFetching } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';

/** From which on people wonder whether anything still happens. */
const LONG_MS = 10_000;

export function SlowResponseNotice(): ReactElement {
  const isWaiting = useIsFetching({ predicate: ({ state }) => state.data === undefined }) > 0;
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setIsLong(true), LONG_MS);
    return () => {
      clearTimeout(timer);
      setIsLong(false);
    };
  }, [isWaiting]);
  // There from the beginning: what is told is what changes inside.
  return (
    <div aria-live="polite">
      {isLong && (
        <>
          <EuiSpacer size="m" />
          <EuiText size="s" color="subdued">
            <p>
              <FormattedMessage
                id="uiKit.page.longWait"
                defaultMessage="The server has not answered yet. The page goes on waiting."
              />
            </p>
          </EuiText>
        </>
      )}
    </div>
  );
}
