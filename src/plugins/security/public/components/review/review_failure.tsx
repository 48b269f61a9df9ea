/** Why reviewed changes were not made, or what making them would need. */
import { EuiCallOut, EuiSpacer } from '@elastic/eui';
import type { ReactElement } from 'react';

interface ReviewFailureProps {
  readonly title: string;
  readonly reason?: string | undefined;
  /** Nothing was tried yet. */
  readonly isWarning?: boolean;
}

export const ReviewFailure = ({ title, reason, isWarning }: ReviewFailureProps): ReactElement => (
  <div role="alert">
    <EuiCallOut
      color={isWarning ? 'warning' : 'danger'}
      iconType={isWarning ? 'warning' : 'error'}
      title={title}
    >
      {reason !== undefined && <p style={{ overflowWrap: 'anywhere' }}>{reason}</p>}
    </EuiCallOut>
    <EuiSpacer size="m" />
  </div>
);
