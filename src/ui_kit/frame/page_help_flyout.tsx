/** The help flyout, loaded on demand. */
import {
  EuiFlyout,
  EuiFlyoutBody,
  EuiFlyoutHeader,
  EuiLink,
  EuiText,
  EuiTitle,
  useGeneratedHtmlId,
} from '@elastic/eui';
import { type ComponentType, type ReactElement, Suspense } from 'react';
import { t } from '@sd/core/public';
import { PageBoundary } from './page_boundary';
import { PageLoading } from './page_loading';

/** Shows the product's own help text beside the page. */
export function HelpFlyout({
  title,
  Content,
  guide,
  onClose,
}: {
  readonly title: string;
  readonly Content: ComponentType;
  readonly guide: string | undefined;
  readonly onClose: () => void;
}): ReactElement {
  const titleId = useGeneratedHtmlId({ prefix: 'pageHelp' });
  return (
    <EuiFlyout size="s" ownFocus onClose={onClose} aria-labelledby={titleId}>
      <EuiFlyoutHeader hasBorder>
        <EuiTitle size="m">
          <h2 id={titleId}>{title}</h2>
        </EuiTitle>
      </EuiFlyoutHeader>
      <EuiFlyoutBody>
        <PageBoundary resetKey={title}>
          <Suspense fallback={<PageLoading />}>
            <EuiText size="s">
              <Content />
              {guide !== undefined && (
                <p>
                  {/* The page may hold unsaved input. */}
                  <EuiLink href={guide} target="_blank" external data-test-subj="help-guide">
                    {t('uiKit.help.guide', 'Read the guide')}
                  </EuiLink>
                </p>
              )}
            </EuiText>
          </Suspense>
        </PageBoundary>
      </EuiFlyoutBody>
    </EuiFlyout>
  );
}
