/** The help flyout, loaded on demand. */
import {
  EuiFlyout,
  EuiFlyoutBody,
  EuiFlyoutHeader,
  EuiText,
  EuiTitle,
  useGeneratedHtmlId,
} from '@elastic/eui';
import { type ComponentType, type ReactElement, Suspense } from 'react';
import { PageBoundary } from './page_boundary';
import { PageLoading } from './page_loading';

/** Shows the product's own help text beside the page. */
export function HelpFlyout({
  title,
  Content,
  onClose,
}: {
  readonly title: string;
  readonly Content: ComponentType;
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
            </EuiText>
          </Suspense>
        </PageBoundary>
      </EuiFlyoutBody>
    </EuiFlyout>
  );
}
