/** Loads the setup panel for administrators only. */
import { lazy, Suspense, type ReactElement } from 'react';
import { useObservable, type CoreStart } from '@sd/core/public';
import type { SecurityPluginStart } from '../../../../security/public';

const SetupPanel = lazy(async () => ({
  default: (await import('./setup_panel')).SetupPanel,
}));

interface SetupProps {
  readonly core: CoreStart;
  readonly security: SecurityPluginStart;
}

export function Setup({ core, security }: SetupProps): ReactElement | null {
  const hasApiAccess = useObservable(security.hasApiAccess$, false);
  if (!hasApiAccess) return null;
  return (
    <Suspense fallback={null}>
      <SetupPanel core={core} mayOpenPage={(path) => security.mayOpenPage(path)} />
    </Suspense>
  );
}
