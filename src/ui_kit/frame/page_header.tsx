/** Page heading with actions; receives focus after navigation from another page of the app. */
import { EuiFlexGroup, EuiFlexItem, EuiSpacer, EuiText, EuiTitle } from '@elastic/eui';
import type { ReactElement, ReactNode } from 'react';
import { PageHelpLinks, useHasPageHelp } from './page_help';
import { useHeadingFocus } from './use_heading_focus';

/** Props of {@link PageHeader}. */
export interface PageHeaderProps {
  /** The page's `h1`. */
  readonly title: ReactNode;
  /** Shown after the title, outside of the heading, such as the number of rows of a list. */
  readonly count?: ReactNode;
  /** One or two sentences about the purpose of the page. */
  readonly description?: ReactNode;
  /** Buttons at the end of the line, or below it on narrow screens. */
  readonly actions?: ReactNode;
}

/**
 * Start of every page, with the help from `PageHelpProvider`. Its heading receives focus after
 * navigation from another page of the app, so that screen readers continue there.
 */
export function PageHeader({ title, count, description, actions }: PageHeaderProps): ReactElement {
  const heading = useHeadingFocus();
  const hasHelp = useHasPageHelp();
  return (
    <header>
      <EuiFlexGroup alignItems="flexStart" justifyContent="spaceBetween" gutterSize="m" wrap>
        <EuiFlexItem style={TITLE_LINE}>
          <EuiTitle size="l">
            <h1 ref={heading} tabIndex={-1} style={{ overflowWrap: 'anywhere', outlineOffset: 4 }}>
              {title}
            </h1>
          </EuiTitle>
          {count !== undefined && (
            <EuiText color="subdued" component="span">
              {count}
            </EuiText>
          )}
        </EuiFlexItem>
        {actions && (
          // On narrow screens, the actions are below the heading, aligned with its start.
          <EuiFlexItem grow={false} style={{ alignItems: 'flex-start' }}>
            {actions}
          </EuiFlexItem>
        )}
      </EuiFlexGroup>
      {(description || hasHelp) && (
        <>
          <EuiSpacer size="xs" />
          <EuiText size="s" color="subdued">
            <p style={READABLE}>
              {description}
              {hasHelp && (isUnended(description) ? ' · ' : ' ')}
              <PageHelpLinks />
            </p>
          </EuiText>
        </>
      )}
      <EuiSpacer size="m" />
    </header>
  );
}

/** Whether it is a text without an end, such as the description of a role. */
const isUnended = (description: ReactNode): boolean =>
  typeof description === 'string' && /[^.!?…\s]\s*$/.test(description);

const READABLE = { maxWidth: 'min(90ch, 800px)' } as const;

const TITLE_LINE = {
  minWidth: 0,
  flexDirection: 'row',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  gap: 8,
} as const;
