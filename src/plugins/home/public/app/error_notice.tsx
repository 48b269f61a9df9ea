import { EuiButton, EuiIcon, EuiSpacer, EuiText, EuiTitle, useEuiTheme } from '@elastic/eui';
import { css } from '@emotion/css';
import { useMemo, type ReactElement } from 'react';

interface ErrorNoticeProps {
  readonly title: string;
  readonly text?: string;
  readonly retryLabel: string;
  readonly onRetry: () => void;
  readonly testSubject: string;
}

/** What could not be loaded, announced at once, and the way to try again. */
export function ErrorNotice(props: ErrorNoticeProps): ReactElement {
  const { title, text, retryLabel, onRetry, testSubject } = props;
  const className = useNoticeClass();
  return (
    <div role="alert" className={className} data-test-subj={testSubject}>
      <EuiTitle size="xs">
        <p>
          <EuiIcon type="warning" color="danger" aria-hidden /> {title}
        </p>
      </EuiTitle>
      {text !== undefined && (
        <EuiText size="s">
          <p>{text}</p>
        </EuiText>
      )}
      <EuiSpacer size="s" />
      <EuiButton
        color="danger"
        size="s"
        iconType="refresh"
        onClick={onRetry}
        data-test-subj={`${testSubject}Retry`}
      >
        {retryLabel}
      </EuiButton>
    </div>
  );
}

function useNoticeClass(): string {
  const { euiTheme } = useEuiTheme();
  return useMemo(() => {
    const { border, colors, size } = euiTheme;
    return css({
      padding: size.base,
      overflowWrap: 'anywhere',
      backgroundColor: colors.backgroundBaseDanger,
      border: `${border.width.thin} solid ${colors.borderBaseDanger}`,
      borderInlineStart: `${size.xs} solid ${colors.danger}`,
      borderRadius: border.radius.small,
    });
  }, [euiTheme]);
}
