/** Tabs of the two tenant pages: list and configuration. */
import { EuiSpacer, EuiTab, EuiTabs } from '@elastic/eui';
import { t } from '@sd/core/public';
import { useLink } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { useAdmin } from '../../../services/admin_context';
import { useMayOpen } from '../../../services/rights';
import { TENANT_PAGES } from '../paths';

export function TenantTabs({
  selected,
}: {
  readonly selected: 'manage' | 'configure';
}): ReactElement | null {
  const link = useLink();
  const { isConfigured } = useAdmin().tenancy;
  const mayOpen = useMayOpen();
  if (!isConfigured || !mayOpen(TENANT_PAGES.configure)) return null;
  return (
    <>
      <EuiTabs>
        <EuiTab isSelected={selected === 'manage'} {...link(TENANT_PAGES.list)}>
          {t('security.tenants.manageTab', 'Manage')}
        </EuiTab>
        <EuiTab isSelected={selected === 'configure'} {...link(TENANT_PAGES.configure)}>
          {t('security.common.configure', 'Configure')}
        </EuiTab>
      </EuiTabs>
      <EuiSpacer size="m" />
    </>
  );
}
