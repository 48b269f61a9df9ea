import { EuiButton, EuiEmptyPrompt } from '@elastic/eui';
import { t } from '@sd/core/public';
import type { ReactElement } from 'react';

/** webpack's name for a script or style that could not be loaded. */
export const isMissingBundle = (error: unknown): boolean =>
  (error as { readonly name?: unknown }).name === 'ChunkLoadError';

/** Props of {@link PageFailure}. */
export interface PageFailureProps {
  /** The error as thrown; {@link isMissingBundle} selects the message. */
  readonly error: unknown;
  /** Reloads the whole page. */
  readonly onReload: () => void;
  /** Default: `h1`. Use `h2` below a page's own heading. */
  readonly headingLevel?: 'h1' | 'h2';
}

/** Replaces a page that failed to render: shows the problem and a reload button. */
export function PageFailure({
  error,
  onReload,
  headingLevel: Heading = 'h1',
}: PageFailureProps): ReactElement {
  return (
    <div role="alert">
      <EuiEmptyPrompt
        color="danger"
        iconType="warning"
        data-test-subj="page-failure"
        title={
          <Heading>
            {isMissingBundle(error)
              ? t('uiKit.failure.bundleTitle', "Couldn't load this page")
              : t('uiKit.failure.title', 'This page stopped working')}
          </Heading>
        }
        body={
          <p>
            {isMissingBundle(error)
              ? t(
                  'uiKit.failure.bundleText',
                  'Part of it could not be loaded. The server may have been updated, or the connection was interrupted. Reload the page to try again.'
                )
              : t(
                  'uiKit.failure.text',
                  'An unexpected error occurred. The browser console has the details. Other pages still work.'
                )}
          </p>
        }
        actions={
          <EuiButton fill iconType="refresh" onClick={onReload}>
            {t('uiKit.failure.reload', 'Reload page')}
          </EuiButton>
        }
      />
    </div>
  );
}
