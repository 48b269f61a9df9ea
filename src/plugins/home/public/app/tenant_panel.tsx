/** Which tenant the page works in, and the way to another one. */
import {
  EuiBadge,
  EuiButton,
  EuiFlexGroup,
  EuiFlexItem,
  EuiPanel,
  EuiSpacer,
  EuiText,
} from '@elastic/eui';
import type { ReactElement } from 'react';
import { FormattedMessage, useObservable } from '@sd/core/public';
import type { SecurityPluginStart } from '../../../security/public';

export function TenantPanel({
  security,
}: {
  readonly security: SecurityPluginStart;
}): ReactElement | null {
  const tenant = useObservable(security.currentTenant$, undefined);
  if (!tenant) return null;
  return (
    <>
      <EuiPanel hasBorder hasShadow={false} paddingSize="m" data-test-subj="homeTenant">
        <EuiFlexGroup
          alignItems="center"
          justifyContent="spaceBetween"
          gutterSize="m"
          responsive={false}
          wrap
        >
          {/* In a narrow window the button goes below instead of squeezing the text. */}
          <EuiFlexItem style={{ minWidth: 180 }}>
            <EuiText>
              <p>
                <FormattedMessage
                  id="home.tenant.current"
                  defaultMessage="You work in the tenant {tenant}."
                  values={{
                    tenant: <strong data-test-subj="homeTenantName">{tenant.label}</strong>,
                  }}
                />{' '}
                {!tenant.canWrite && (
                  <EuiBadge iconType="readOnly">
                    <FormattedMessage id="home.tenant.readOnly" defaultMessage="Read only" />
                  </EuiBadge>
                )}
              </p>
              {!tenant.canWrite && (
                <p>
                  <FormattedMessage
                    id="home.tenant.readOnlyHint"
                    defaultMessage="You may look at everything in this tenant, but not change it."
                  />
                </p>
              )}
            </EuiText>
          </EuiFlexItem>
          <EuiFlexItem grow={false}>
            <EuiButton
              onClick={() => security.openTenantSwitcher()}
              iconType="users"
              data-test-subj="homeSwitchTenant"
            >
              <FormattedMessage id="home.tenant.switch" defaultMessage="Switch tenant" />
            </EuiButton>
          </EuiFlexItem>
        </EuiFlexGroup>
      </EuiPanel>
      <EuiSpacer size="l" />
    </>
  );
}
