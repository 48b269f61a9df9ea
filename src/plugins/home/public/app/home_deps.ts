import type { CoreStart } from '@sd/core/public';
import type { SecurityPluginStart } from '../../../security/public';

/**
 * What the screen works with. Without the security plugin there are no tenants and no
 * administrators.
 */
export interface HomeDeps {
  readonly core: CoreStart;
  readonly security?: SecurityPluginStart;
}
