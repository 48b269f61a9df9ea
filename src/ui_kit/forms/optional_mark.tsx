import { EuiText } from '@elastic/eui';
import { t } from '@sd/core/public';
import type { ReactElement } from 'react';

/** Shown beside the label of an optional field. */
export const OptionalMark = (): ReactElement => (
  <EuiText size="xs" color="subdued">
    {t('uiKit.form.optional', 'optional')}
  </EuiText>
);
