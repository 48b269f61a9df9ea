import type { CoreStart } from '@sd/core/public';
import type { ManagementPluginStart } from '../../../management/public';
import type { SecurityPluginStart } from '../../../security/public';

/**
 * What the screen works with. Without the security plugin there are no tenants and no
 * administrators.
 */
export interface HomeDeps {
  readonly core: CoreStart;
  /** Where objects can be looked into; absent: nowhere. */
  readonly management?: ManagementPluginStart;
  readonly security?: SecurityPluginStart;
}
