import { useAdmin } from './admin_context';

/**
 * Whether the backend supports a feature, known from the capabilities `securityFeatures` without a
 * request. Source: src/backend/api/features.ts.
 * @param name - name in `BackendFeatures`; features that the server does not report count as
 *   supported
 */
export const useFeature = (name: string): boolean =>
  useAdmin().core.application.capabilities['securityFeatures']?.[name] !== false;
