import type { ScreenDeps } from '../../services/screen_deps';
import type { AccountDialogs } from '../../services/account_dialogs';

/** Dependencies of the account menu. */
export interface AccountMenuDeps extends ScreenDeps {
  readonly dialogs: AccountDialogs;
  /** Opens the tenant dialog on the first render. */
  readonly opensTenantDialog: boolean;
}
