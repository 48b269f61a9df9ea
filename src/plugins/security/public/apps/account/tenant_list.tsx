/** Searchable list of tenants; choosing one switches. Lazy chunk. */
import { EuiSelectable } from '@elastic/eui';
import { t, useObservable } from '@sd/core/public';
import { type ReactElement, useEffect, useRef } from 'react';
import type { ScreenDeps } from '../../services/screen_deps';
import { switchTenant } from '../../services/enter_tenant';
import { availableTenants } from '../../services/tenant_choices';
import { tenantLabel } from '../../services/tenant_labels';
import { useFreshAccount } from './use_fresh_account';

export interface TenantListProps extends ScreenDeps {
  /** Wire name of the current tenant. */
  readonly current: string;
  readonly onDone: () => void;
}

export function TenantList({ current, onDone, ...deps }: TenantListProps): ReactElement {
  const { session } = deps;
  useFreshAccount(session);
  const account = useObservable(session.account$, session.account);
  const tenants = account ? availableTenants(account, deps.tenancy.rules) : [];
  const field = useRef<HTMLInputElement | null>(null);
  // The popover has set its focus before the list has loaded.
  useEffect(() => field.current?.focus(), []);
  const label = t('security.tenantList.search', 'Search tenants');
  return (
    <EuiSelectable
      aria-label={t('security.tenantList.title', 'Switch tenant')}
      singleSelection="always"
      searchable
      searchProps={{
        placeholder: label,
        'aria-label': label,
        compressed: true,
        inputRef: (node) => {
          field.current = node;
        },
      }}
      options={tenants.map((tenant) => ({
        key: tenant,
        label: tenantLabel(tenant, account?.user_name),
        ...(tenant === current && { checked: 'on' as const }),
      }))}
      noMatchesMessage={t('security.palette.nothing', 'No matches')}
      listProps={{ onFocusBadge: false, paddingSize: 'none' }}
      onChange={(_options, _event, { key }) => {
        onDone();
        if (key !== current) void switchTenant(deps, key as string);
      }}
    >
      {(list, search) => (
        <div style={{ inlineSize: 'min(280px, calc(100vw - 48px))' }}>
          {search}
          {list}
        </div>
      )}
    </EuiSelectable>
  );
}
