import type { Capabilities } from '../../common';
import type { HttpSetup } from '../http/types';
import { deepFreeze } from '../utils/deep_freeze';

/**
 * Asks the server once what the user may do (specification section 7).
 * @returns deep-frozen
 */
export async function fetchCapabilities(
  http: Pick<HttpSetup, 'post'>,
  appIds: readonly string[]
): Promise<Capabilities> {
  const capabilities = await http.post<Capabilities>('/api/core/capabilities', {
    body: JSON.stringify({ applications: appIds }),
  });
  return deepFreeze(capabilities);
}
