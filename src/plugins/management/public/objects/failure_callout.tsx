import { EuiCallOut, EuiSpacer } from '@elastic/eui';
import type { ReactElement } from 'react';

/** Error of the last attempt. The form keeps its input. */
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
