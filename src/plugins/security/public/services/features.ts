import type { ReleaseFact } from '@sd/contracts';
import type { CoreStart } from '@sd/core/public';
import { useAdmin } from './admin_context';
import type { ChosenCluster } from './clusters';

interface FeatureDeps {
  readonly core: { readonly application: Pick<CoreStart['application'], 'capabilities'> };
  readonly cluster?: ChosenCluster;
}

/**
 * Whether the backend supports a feature, known from the capabilities `securityFeatures` without a
 * request, or from the list of connected clusters. Source: src/backend/api/features.ts.
 * @param name - name in `BackendFeatures`; features that the server does not report count as
 *   supported
 */
export function supportsFeature({ cluster, core }: FeatureDeps, name: string): boolean {
  const features = cluster?.entry.features ?? core.application.capabilities['securityFeatures'];
  return features?.[name] !== false;
}

export const useFeature = (name: string): boolean => supportsFeature(useAdmin(), name);

/** Whether a fact holds for the release of the chosen cluster; none for the embedded engine. */
export function useReleaseFact(fact: ReleaseFact): boolean {
  const { cluster, core } = useAdmin();
  const facts = cluster ? cluster.entry.release : core.application.capabilities['securityRelease'];
  return facts?.[fact] === true;
}
