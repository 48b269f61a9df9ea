/** Error if the audit configuration cannot be read. Texts: specification section 8. */
import { EuiSpacer, EuiText } from '@elastic/eui';
import { t } from '@sd/core/public';
import { LoadError, type LoadErrorProps } from '@sd/ui_kit';
import type { ReactElement } from 'react';

export const AuditLoadError = (props: Pick<LoadErrorProps, 'error' | 'onRetry'>): ReactElement => (
  <>
    <LoadError
      {...props}
      title={t(
        'security.audit.loadFailed',
        'Sorry, there was an error fetching audit configuration.'
      )}
    />
    <EuiSpacer size="s" />
    <EuiText size="s">
      <p>
        {t(
          'security.audit.loadFailedText',
          'Please ensure hot reloading of audit configuration is enabled in the security plugin.'
        )}
      </p>
    </EuiText>
  </>
);
