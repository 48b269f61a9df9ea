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

/** Props of {@link Panel}. */
export interface PanelProps {
  /** Its `h2`. */
  readonly title: ReactNode;
  /** Says behind the title that the part may stay empty. */
  readonly isOptional?: boolean;
  /** A sentence or two below the title. */
  readonly description?: ReactNode;
  /** Buttons at the end of the title's line. */
  readonly actions?: ReactNode;
  /** The part itself. */
  readonly children: ReactNode;
  /** On the panel. */
  readonly 'data-test-subj'?: string;
}

/** A titled part of a page, framed. */
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
        <EuiText
          size="s"
          color="subdued"
          style={{ maxWidth: 'min(90ch, 800px)', marginBlockStart: 4 }}
        >
          <p>{description}</p>
        </EuiText>
      )}
      <EuiHorizontalRule margin="s" />
      {children}
    </EuiPanel>
  );
}
