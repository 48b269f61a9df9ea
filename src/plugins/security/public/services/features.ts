import { useAdmin } from './admin_context';

/**
 * Whether the backend can do something, known before it is asked: the capabilities
 * `securityFeatures`. Source: src/backend/api/features.ts.
 * @param name - of a `BackendFeatures`; what the server does not name is there
 */
export const useFeature = (name: string): boolean =>
  useAdmin().core.application.capabilities['securityFeatures']?.[name] !== false;
