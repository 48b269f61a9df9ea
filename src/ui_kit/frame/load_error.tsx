/** Replaces data that could not be loaded: shows the error and a retry button. */
import { EuiButton, EuiCallOut } from '@elastic/eui';
import { errorText, t } from '@sd/core/public';
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
  return (
    <div role="alert">
      <EuiCallOut
        title={title ?? t('uiKit.load.failed', "Couldn't load the data.")}
        color="danger"
        iconType="warning"
        data-test-subj="load-error"
      >
        <p>{text}</p>
        <EuiButton
          size="s"
          color="danger"
          iconType="refresh"
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
