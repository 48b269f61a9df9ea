/** Notice above a form that shows a change prepared on another page. */
import { EuiCallOut, EuiSpacer } from '@elastic/eui';
import { t } from '@sd/core/public';
import type { ReactElement } from 'react';

export const PreparedNote = (): ReactElement => (
  <>
    <EuiCallOut
      size="s"
      iconType="pencil"
      title={t(
        'security.prepared.note',
        'We filled in the suggested change. Review it, then save.'
      )}
    />
    <EuiSpacer size="m" />
  </>
);
