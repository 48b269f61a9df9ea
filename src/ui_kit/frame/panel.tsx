/** A section of a page with a title. */
import {
  EuiFlexGroup,
  EuiFlexItem,
  EuiHorizontalRule,
  EuiPanel,
  EuiText,
  EuiTitle,
} from '@elastic/eui';
import { t } from '@sd/core/public';
import type { ReactElement, ReactNode } from 'react';

/** Props of {@link Panel}. */
export interface PanelProps {
  /** Text of its `h2`. */
  readonly title: ReactNode;
  /** Marks the section as optional, after the title. */
  readonly isOptional?: boolean;
  /** One or two sentences below the title. */
  readonly description?: ReactNode;
  /** Buttons at the end of the title's line. */
  readonly actions?: ReactNode;
  /** In a form: as wide as its content, up to the width of the page. For tables. */
  readonly isWide?: boolean;
  /** Content of the section. */
  readonly children: ReactNode;
  /** Set on the panel element. */
  readonly 'data-test-subj'?: string;
}

/** Leaves the column of a form, which is a container as wide as the page. */
const WIDE = {
  inlineSize: 'max-content',
  minInlineSize: '100%',
  maxInlineSize: '100cqi',
} as const;

/** A framed section of a page with a title. */
export function Panel({
  title,
  isOptional = false,
  description,
  actions,
  isWide = false,
  children,
  ...rest
}: PanelProps): ReactElement {
  return (
    <EuiPanel
      grow={false}
      hasBorder
      hasShadow={false}
      paddingSize="m"
      {...(isWide && { style: WIDE })}
      {...rest}
    >
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
                  <i> {t('uiKit.panel.optional', '- optional')}</i>
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
