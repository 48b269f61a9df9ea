/** In place of data that could not be loaded: what happened, and another try. */
import { EuiButton, EuiCallOut } from '@elastic/eui';
import { errorText, FormattedMessage, i18n } from '@sd/core/public';
import { type ReactElement, useMemo } from 'react';

/** Props of {@link LoadError}. */
export interface LoadErrorProps {
  /** As thrown; its text is the one `errorText` of core finds. */
  readonly error: unknown;
  /** Tries again; usually `reload` of {@link useRead}. */
  readonly onRetry: () => void;
  /** The next try is under way. */
  readonly isRetrying?: boolean;
  /** Default: "The data could not be loaded." */
  readonly title?: string;
}

/** A message in place of what could not be loaded, announced at once to screen readers. */
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
        title={
          title ??
          i18n.translate('uiKit.load.failed', { defaultMessage: 'The data could not be loaded.' })
        }
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
          aria-label={i18n.translate('uiKit.load.retryLabel', { defaultMessage: 'Retry loading' })}
        >
          <FormattedMessage id="uiKit.load.retry" defaultMessage="Retry" />
        </EuiButton>
      </EuiCallOut>
    </div>
  );
}
