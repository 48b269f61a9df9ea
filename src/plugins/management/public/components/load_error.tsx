/** In place of what could not be loaded: what happened, and another try. */
import { EuiButton, EuiCallOut } from '@elastic/eui';
import { useMemo, type ReactElement } from 'react';
import { FormattedMessage } from '@sd/core/public';
import { errorText } from '../services/http_errors';

export interface LoadErrorProps {
  readonly title: string;
  readonly error: unknown;
  readonly onRetry: () => void;
}

export function LoadError({ title, error, onRetry }: LoadErrorProps): ReactElement {
  const text = useMemo(() => errorText(error), [error]);
  return (
    <div role="alert">
      <EuiCallOut color="danger" iconType="warning" title={title} data-test-subj="loadError">
        <p>{text}</p>
        <EuiButton size="s" color="danger" iconType="refresh" onClick={onRetry}>
          <FormattedMessage id="management.load.retry" defaultMessage="Try again" />
        </EuiButton>
      </EuiCallOut>
    </div>
  );
}
