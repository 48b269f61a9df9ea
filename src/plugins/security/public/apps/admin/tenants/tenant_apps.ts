/** Apps that show the content of a tenant, if they are available. */
import { useObservable } from '@sd/core/public';
import { useMemo } from 'react';
import { map } from 'rxjs';
import { useAdmin } from '../../../services/admin_context';

export const TENANT_APPS = ['dashboards', 'visualize'] as const;
export type TenantApp = (typeof TENANT_APPS)[number];

/** Registered apps of {@link TENANT_APPS}. */
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
