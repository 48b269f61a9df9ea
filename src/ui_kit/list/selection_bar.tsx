import { EuiButtonEmpty, EuiText } from '@elastic/eui';
import { FormattedMessage } from '@sd/core/public';
import type { ReactElement, ReactNode } from 'react';

export interface SelectionBarProps {
  readonly count: number;
  /** Of them, how many the page does not show. */
  readonly hiddenCount: number;
  readonly onClear: () => void;
  /** At the other end of the line. */
  readonly children: ReactNode;
}

/** How much is chosen: what is not on the page must not be acted upon unseen. */
export function SelectionBar({
  count,
  hiddenCount,
  onClear,
  children,
}: SelectionBarProps): ReactElement {
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center' }}>
      {/* There all the time, so that the first choice is announced too. */}
      <EuiText size="s" role="status">
        {count > 0 && (
          <FormattedMessage
            id="uiKit.list.selected"
            defaultMessage="{count} selected{hidden, plural, =0 {} other {, # of them not on this page}}"
            values={{ count, hidden: hiddenCount }}
          />
        )}
      </EuiText>
      {count > 0 && (
        <EuiButtonEmpty size="xs" onClick={onClear}>
          <FormattedMessage id="uiKit.list.clearSelection" defaultMessage="Clear selection" />
        </EuiButtonEmpty>
      )}
      <span style={{ marginInlineStart: 'auto' }}>{children}</span>
    </div>
  );
}
