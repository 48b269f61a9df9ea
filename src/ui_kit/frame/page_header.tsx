/** Heading of a page with its actions; takes the focus when one arrives from another page of the app. */
import { EuiFlexGroup, EuiFlexItem, EuiSpacer, EuiText, EuiTitle } from '@elastic/eui';
import type { ReactElement, ReactNode } from 'react';
import { useHeadingFocus } from './use_heading_focus';

export interface PageHeaderProps {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
}

export function PageHeader({ title, description, actions }: PageHeaderProps): ReactElement {
  const heading = useHeadingFocus();
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
        {actions && <EuiFlexItem grow={false}>{actions}</EuiFlexItem>}
      </EuiFlexGroup>
      {description && (
        <>
          <EuiSpacer size="s" />
          <EuiText size="s" color="subdued" style={{ maxWidth: '90ch' }}>
            <p>{description}</p>
          </EuiText>
        </>
      )}
      <EuiSpacer size="m" />
    </header>
  );
}
