/**
 * Apps that show what a tenant holds, when they are there. Source: specification section 2.1,
 * "Dashboard page ids".
 */
import { useObservable } from '@sd/core/public';
import { useMemo } from 'react';
import { map } from 'rxjs';
import { useAdmin } from '../../../services/admin_context';

export const TENANT_APPS = ['dashboards', 'visualize'] as const;
export type TenantApp = (typeof TENANT_APPS)[number];

/** Those of {@link TENANT_APPS} that are registered. */
export function useTenantApps(): readonly TenantApp[] {
  const { core } = useAdmin();
  const registered$ = useMemo(
    () =>
      core.application.applications$.pipe(
        map((apps) => TENANT_APPS.filter((app) => apps.has(app)))
      ),
    [core]
  );
  return useObservable(registered$, []);
}
