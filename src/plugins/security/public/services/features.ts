import { useAdmin } from './admin_context';

/**
 * Whether the backend supports a feature, known from the capabilities `securityFeatures` without a
 * request, or from the list of connected clusters. Source: src/backend/api/features.ts.
 * @param name - name in `BackendFeatures`; features that the server does not report count as
 *   supported
 */
export function useFeature(name: string): boolean {
  const { cluster, core } = useAdmin();
  const features = cluster?.entry.features ?? core.application.capabilities['securityFeatures'];
  return features?.[name] !== false;
}

/** Whether drift from a folder is checked, which concerns this installation alone. */
export function useHasDrift(): boolean {
  const { cluster, core } = useAdmin();
  return !cluster && core.application.capabilities['securityDrift']?.['configured'] === true;
}
