/** Tells screen readers how many results there are, when that changes. */
import { EuiScreenReaderOnly } from '@elastic/eui';
import { FormattedMessage } from '@sd/core/public';
import type { ReactElement } from 'react';

export const ResultCount = ({ total }: { readonly total: number | undefined }): ReactElement => (
  <EuiScreenReaderOnly>
    <p role="status">
      {total !== undefined && (
        <FormattedMessage
          id="uiKit.list.resultCount"
          defaultMessage="{total, plural, =0 {No results} one {# result} other {# results}}"
          values={{ total }}
        />
      )}
    </p>
  </EuiScreenReaderOnly>
);
