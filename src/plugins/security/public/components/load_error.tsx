/** In place of data that could not be loaded: what happened, and another try. */
import { EuiButton, EuiCallOut } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import { type ReactElement, useMemo } from 'react';
import { errorText } from '../services/http_errors';
import { genericLoadError } from './texts';

export interface LoadErrorProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

export function LoadError({ error, onRetry }: LoadErrorProps): ReactElement {
  const text = useMemo(() => errorText(error), [error]);
  return (
    <div role="alert">
      <EuiCallOut
        title={genericLoadError()}
        color="danger"
        iconType="warning"
        data-test-subj="load-error"
      >
        <p>{text}</p>
        <EuiButton
          size="s"
          color="danger"
          iconType="refresh"
          onClick={onRetry}
          aria-label={i18n.translate('security.load.retryLabel', {
            defaultMessage: 'Retry loading',
          })}
        >
          <FormattedMessage id="security.load.retry" defaultMessage="Retry" />
        </EuiButton>
      </EuiCallOut>
    </div>
  );
}
