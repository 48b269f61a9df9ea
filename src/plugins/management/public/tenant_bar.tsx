/** Shows the current tenant and its access level, and opens the tenant switcher. */
import { EuiBadge, EuiButtonEmpty, EuiPanel, EuiSpacer, EuiText } from '@elastic/eui';
import type { ReactElement } from 'react';
import { FormattedMessage, t } from '@sd/core/public';
import type { CurrentTenant, SecurityPluginStart } from '../../security/public';

export interface TenantBarProps {
  readonly security: SecurityPluginStart;
  readonly tenant: CurrentTenant;
}

export function TenantBar({ security, tenant }: TenantBarProps): ReactElement {
  return (
    <>
      <EuiPanel color="subdued" hasShadow={false} paddingSize="s" data-test-subj="managementTenant">
        <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 }}>
          <EuiText size="s" style={{ flexGrow: 1, overflowWrap: 'anywhere' }}>
            <p>
              <FormattedMessage
                id="management.tenant.current"
                defaultMessage={'You are working in the tenant {tenant}.'}
                values={{ tenant: <strong>{tenant.label}</strong> }}
              />{' '}
              {!tenant.canWrite && (
                <>
                  <EuiBadge iconType="readOnly">
                    {t('management.tenant.readOnly', 'Read only')}
                  </EuiBadge>{' '}
                  {t(
                    'management.tenant.readOnlyHint',
                    'You can view everything in this tenant, but not change it.'
                  )}
                </>
              )}
            </p>
          </EuiText>
          <EuiButtonEmpty size="s" iconType="users" onClick={() => security.openTenantSwitcher()}>
            {t('management.tenant.switch', 'Switch tenant')}
          </EuiButtonEmpty>
        </div>
      </EuiPanel>
      <EuiSpacer size="m" />
    </>
  );
}
