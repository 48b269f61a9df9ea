import type { CoreStart } from '@sd/core/public';
import type { SecurityPluginStart } from '../../../security/public';

/** Dependencies of the screens. Without the security plugin there are no tenants. */
export interface ScreenDeps {
  readonly core: CoreStart;
  readonly security?: SecurityPluginStart;
}
