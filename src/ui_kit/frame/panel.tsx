/** A titled part of a page. */
import {
  EuiFlexGroup,
  EuiFlexItem,
  EuiHorizontalRule,
  EuiPanel,
  EuiText,
  EuiTitle,
} from '@elastic/eui';
import { FormattedMessage } from '@sd/core/public';
import type { ReactElement, ReactNode } from 'react';

export interface PanelProps {
  readonly title: ReactNode;
  readonly isOptional?: boolean;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly 'data-test-subj'?: string;
}

export function Panel({
  title,
  isOptional = false,
  description,
  actions,
  children,
  ...rest
}: PanelProps): ReactElement {
  return (
    <EuiPanel grow={false} hasBorder hasShadow={false} paddingSize="m" {...rest}>
      <EuiFlexGroup
        alignItems="center"
        justifyContent="spaceBetween"
        gutterSize="s"
        wrap
        responsive={false}
      >
        <EuiFlexItem grow={false}>
          <EuiTitle size="s">
            <h2>
              {title}
              {isOptional && (
                <EuiText component="span" size="s" color="subdued">
                  <i>
                    {' '}
                    <FormattedMessage id="uiKit.panel.optional" defaultMessage="- optional" />
                  </i>
                </EuiText>
              )}
            </h2>
          </EuiTitle>
        </EuiFlexItem>
        {actions && <EuiFlexItem grow={false}>{actions}</EuiFlexItem>}
      </EuiFlexGroup>
      {description && (
        <EuiText size="s" color="subdued" style={{ maxWidth: '90ch' }}>
          <p>{description}</p>
        </EuiText>
      )}
      <EuiHorizontalRule margin="s" />
      {children}
    </EuiPanel>
  );
}
