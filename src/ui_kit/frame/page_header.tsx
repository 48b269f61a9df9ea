/**
 * Heading of a page with its actions; takes the focus when one arrives from another page of the
 * app.
 */
import { EuiFlexGroup, EuiFlexItem, EuiSpacer, EuiText, EuiTitle } from '@elastic/eui';
import type { ReactElement, ReactNode } from 'react';
import { PageHelpLinks, useHasPageHelp } from './page_help';
import { useHeadingFocus } from './use_heading_focus';

/** Props of {@link PageHeader}. */
export interface PageHeaderProps {
  /** The page's `h1`. */
  readonly title: ReactNode;
  /** A sentence or two on what the page is for. */
  readonly description?: ReactNode;
  /** Buttons at the end of the line, below it where there is no room. */
  readonly actions?: ReactNode;
}

/**
 * Begins every page, with the help that `PageHelpProvider` has for it. Its heading takes the focus
 * when one arrives from another page of the app, so that screen readers read on from there.
 */
export function PageHeader({ title, description, actions }: PageHeaderProps): ReactElement {
  const heading = useHeadingFocus();
  const hasHelp = useHasPageHelp();
  return (
    <header>
      <EuiFlexGroup alignItems="flexStart" justifyContent="spaceBetween" gutterSize="m" wrap>
        <EuiFlexItem style={{ minWidth: 0 }}>
          <EuiTitle size="l">
            <h1 ref={heading} tabIndex={-1} style={{ overflowWrap: 'anywhere', outlineOffset: 4 }}>
              {title}
            </h1>
          </EuiTitle>
        </EuiFlexItem>
        {actions && (
          // Below the heading, on narrow screens, they begin where it begins.
          <EuiFlexItem grow={false} style={{ alignItems: 'flex-start' }}>
            {actions}
          </EuiFlexItem>
        )}
      </EuiFlexGroup>
      {(description || hasHelp) && (
        <>
          <EuiSpacer size="s" />
          <EuiText size="s" color="subdued" style={{ maxWidth: 'min(90ch, 800px)' }}>
            <p>
              {description}
              {/* Not a part of the sentence before it, which may have no full stop. */}
              {description !== undefined && '\u2002'}
              <PageHelpLinks />
            </p>
          </EuiText>
        </>
      )}
      <EuiSpacer size="m" />
    </header>
  );
}
