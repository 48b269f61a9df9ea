import { EuiText } from '@elastic/eui';
import { FormattedMessage } from '@sd/core/public';
import type { ReactElement } from 'react';

/** Beside the label of a field that may stay blank. */
export const OptionalMark = (): ReactElement => (
  <EuiText size="xs" color="subdued">
    <FormattedMessage id="uiKit.form.optional" defaultMessage="optional" />
  </EuiText>
);
