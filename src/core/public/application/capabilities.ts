import type { Capabilities } from '../../common';
import type { HttpSetup } from '../http/types';
import { deepFreeze } from '../utils/deep_freeze';

/**
 * What the user may do, as it came with the page, when that says so of all these apps; else the
 * server is asked once (specification section 7).
 * @returns deep-frozen
 */
export async function fetchCapabilities(
  http: Pick<HttpSetup, 'post'>,
  appIds: readonly string[],
  first?: Capabilities
): Promise<Capabilities> {
  if (first && appIds.every((id) => Object.hasOwn(first.navLinks, id))) return deepFreeze(first);
  const capabilities = await http.post<Capabilities>('/api/core/capabilities', {
    body: JSON.stringify({ applications: appIds }),
  });
  return deepFreeze(capabilities);
}
