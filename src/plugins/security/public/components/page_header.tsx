/** Heading of a page with its actions; takes the focus when one arrives from another page of the app. */
import { EuiFlexGroup, EuiFlexItem, EuiSpacer, EuiText, EuiTitle } from '@elastic/eui';
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { useAdmin } from '../apps/admin/admin_context';

export interface PageHeaderProps {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
}

export function PageHeader({ title, description, actions }: PageHeaderProps): ReactElement {
  const { navigation } = useAdmin();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (navigation.count > 0) heading.current?.focus({ preventScroll: true });
  }, [navigation]);
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
