/** Replaces data that could not be loaded: shows the error, or that access is missing. */
import { EuiButton, EuiCallOut } from '@elastic/eui';
import { errorText, getErrorStatus, t } from '@sd/core/public';
import { type ReactElement, useMemo } from 'react';

/** Props of {@link LoadError}. */
export interface LoadErrorProps {
  /** The error as thrown; `errorText` of core provides its text. */
  readonly error: unknown;
  /** Retries; usually `reload` of {@link useServerQuery}. */
  readonly onRetry: () => void;
  /** Whether a retry is in progress. */
  readonly isRetrying?: boolean;
  /** Default: "The data could not be loaded." */
  readonly title?: string;
}

/** Message in place of data that could not be loaded. Screen readers announce it immediately. */
export function LoadError({
  error,
  onRetry,
  isRetrying = false,
  title,
}: LoadErrorProps): ReactElement {
  const text = useMemo(() => errorText(error), [error]);
  const isDenied = getErrorStatus(error) === 403;
  return (
    <div role="alert">
      <EuiCallOut
        title={
          isDenied
            ? t('uiKit.load.denied', "You don't have access to this.")
            : (title ?? t('uiKit.load.failed', "Couldn't load the data."))
        }
        color={isDenied ? 'warning' : 'danger'}
        iconType={isDenied ? 'lock' : 'warning'}
        data-test-subj="load-error"
      >
        <p>{text}</p>
        {isDenied && (
          <p>
            {t(
              'uiKit.load.deniedHint',
              'Ask an administrator for a role that includes it, and mention this page.'
            )}
          </p>
        )}
        <EuiButton
          size="s"
          color={isDenied ? 'warning' : 'danger'}
          iconType="refresh"
          hasAriaDisabled
          isLoading={isRetrying}
          onClick={onRetry}
          aria-label={t('uiKit.load.retryLabel', 'Retry loading')}
        >
          {t('uiKit.load.retry', 'Retry')}
        </EuiButton>
      </EuiCallOut>
    </div>
  );
}
