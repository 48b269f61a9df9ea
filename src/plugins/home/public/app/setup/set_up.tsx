/** Loads the setup panel for administrators only. */
import { lazy, Suspense, type ReactElement } from 'react';
import { useObservable, type CoreStart } from '@sd/core/public';
import type { SecurityPluginStart } from '../../../../security/public';

const SetUpPanel = lazy(async () => ({
  default: (await import('./setup_panel')).SetUpPanel,
}));

interface SetUpProps {
  readonly core: CoreStart;
  readonly security: SecurityPluginStart;
}

export function SetUp({ core, security }: SetUpProps): ReactElement | null {
  const hasApiAccess = useObservable(security.hasApiAccess$, false);
  if (!hasApiAccess) return null;
  return (
    <Suspense fallback={null}>
      <SetUpPanel core={core} />
    </Suspense>
  );
}
