import type { CoreStart } from '@sd/core/public';
import type { ManagementPluginStart } from '../../../management/public';
import type { SecurityPluginStart } from '../../../security/public';

/**
 * Dependencies of the home screen. Without the security plugin there are no tenants and no
 * administrators.
 */
export interface HomeDeps {
  readonly core: CoreStart;
  /** Opens saved objects. If absent, objects have no links. */
  readonly management?: ManagementPluginStart;
  readonly security?: SecurityPluginStart;
}
