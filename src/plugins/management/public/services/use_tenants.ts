/** The current tenant and the possible copy targets. */
import { useMemo } from 'react';
import { NEVER } from 'rxjs';
import { t, useObservable } from '@sd/core/public';
import type { AccountInfo, CurrentTenant, SecurityPluginStart } from '../../../security/public';
import { GLOBAL_TENANT, PRIVATE_TENANT, writableTenants } from '../../common';

interface TenantChoice {
  /** Wire name. */
  readonly value: string;
  readonly label: string;
}

export interface Tenants {
  /** `undefined` if there are no tenants. */
  readonly current: CurrentTenant | undefined;
  /** Whether objects and settings may be changed; always true without tenants. */
  readonly canWrite: boolean;
  /** Other enabled tenants with write access. */
  readonly others: readonly TenantChoice[];
}

export function useTenants(security: SecurityPluginStart | undefined): Tenants {
  const current = useObservable<CurrentTenant | undefined>(
    security?.currentTenant$ ?? NEVER,
    undefined
  );
  const account = useObservable<AccountInfo | undefined>(security?.account$ ?? NEVER, undefined);
  return useMemo(() => {
    const user = account && { userName: account.user_name, tenants: account.tenants };
    const others =
      user && current && security
        ? writableTenants(user).filter(
            (name) => name !== current.name && security.isTenantOffered(name)
          )
        : [];
    return {
      current,
      canWrite: current?.canWrite ?? true,
      others: others.map((value) => ({ value, label: tenantLabel(value) })),
    };
  }, [current, account, security]);
}

function tenantLabel(tenant: string): string {
  if (tenant === GLOBAL_TENANT) {
    return t('management.tenant.global', 'Global');
  }
  if (tenant !== PRIVATE_TENANT) return tenant;
  return t('management.tenant.private', 'Private');
}
