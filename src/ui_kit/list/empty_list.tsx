import { EuiText } from '@elastic/eui';
import { FormattedMessage } from '@sd/core/public';
import type { ReactElement, ReactNode } from 'react';

export interface EmptyListProps {
  readonly isFiltered: boolean;
  /** Said when there is nothing at all. */
  readonly children?: ReactNode;
}

/** Text only: the table repeats it in its caption, where a button could be reached but not seen. */
export function EmptyList({ isFiltered, children }: EmptyListProps): ReactElement {
  if (!isFiltered && children) return <EuiText size="s">{children}</EuiText>;
  return (
    <EuiText size="s">
      <p>
        <strong>
          <FormattedMessage id="uiKit.list.noItems" defaultMessage="No items found" />
        </strong>
      </p>
      {isFiltered && (
        <p>
          <FormattedMessage
            id="uiKit.list.noMatches"
            defaultMessage="Nothing matches the search and the filters."
          />
        </p>
      )}
    </EuiText>
  );
}
