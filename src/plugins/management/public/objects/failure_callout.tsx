import { EuiCallOut, EuiSpacer } from '@elastic/eui';
import type { ReactElement } from 'react';

/** Why the last try did not work; the form stays as it was. */
export function FailureCallout({
  message,
}: {
  readonly message: string | undefined;
}): ReactElement | null {
  if (message === undefined) return null;
  return (
    <div role="alert">
      <EuiSpacer size="m" />
      <EuiCallOut size="s" color="danger" iconType="warning" title={message} />
    </div>
  );
}
