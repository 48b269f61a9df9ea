import { EuiText } from '@elastic/eui';
import { FormattedMessage } from '@sd/core/public';
import type { ReactElement } from 'react';

/** Shown beside the label of an optional field. */
export const OptionalMark = (): ReactElement => (
  <EuiText size="xs" color="subdued">
    <FormattedMessage id="uiKit.form.optional" defaultMessage="optional" />
  </EuiText>
);
