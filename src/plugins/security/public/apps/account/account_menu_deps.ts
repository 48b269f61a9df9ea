import type { ScreenDeps } from '../../services/screen_deps';
import type { AccountDialogs } from '../../services/account_dialogs';

/** What the account menu is made of. */
export interface AccountMenuDeps extends ScreenDeps {
  readonly dialogs: AccountDialogs;
  /** Open the tenant dialog with the first rendering. */
  readonly shouldAsk: boolean;
}
