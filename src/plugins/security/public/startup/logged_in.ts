/**
 * What a page does for somebody signed in: the tenant in force, the account menu, the dialogs. A
 * chunk of its own, so that the login page does not download it.
 */
import { type CoreStart, dropSavedDraft } from '@sd/core/public';
import { createAccountDialogs } from '../apps/account/dialogs';
import type { AccountDialogs } from '../services/account_dialogs';
import { accountMenuMount } from '../apps/account/menu_mount';
import type { ScreenDeps } from '../services/screen_deps';
import { startShareLinks } from '../services/share_links';
import { ACCOUNT_ORDER } from '../services/paths';
import { dropLogoutReason } from '../services/logout_reason';
import { followTenancy } from './follow_tenancy';
import { listenForShortcuts } from './shortcuts';
import { watchSession } from './session_monitor';
import { startTenant } from './start_tenant';

export { createAutologout } from './autologout';
export { appUpdaterFor } from './read_only_apps';
export { registerAdminApp } from './register_admin_app';

export interface LoggedInDeps extends ScreenDeps {
  readonly core: CoreStart;
}

export interface LoggedIn {
  readonly dialogs: AccountDialogs;
  addTenant(url: string): string;
  stop(): void;
}

/** To be awaited before apps ask for data: the tenant may change. Never rejects. */
export async function startLoggedIn(deps: LoggedInDeps): Promise<LoggedIn> {
  const { chrome, notifications, uiSettings } = deps.core;
  const dialogs = createAccountDialogs(deps);
  const shouldAsk = await startTenant({ ...deps, toasts: notifications.toasts, uiSettings });
  chrome.navControls.registerRight({
    order: ACCOUNT_ORDER,
    mount: accountMenuMount({ ...deps, dialogs, shouldAsk }),
  });
  dropSavedDraft(deps.session.account?.user_name);
  const { basePath } = deps.core.http;
  // A single sign-on came back without the login page: its toast is out of date.
  dropLogoutReason(basePath);
  const { toasts } = notifications;
  const shareLinks = startShareLinks(deps);
  const stops = [
    followTenancy({ ...deps, toasts }),
    shareLinks.stop,
    listenForShortcuts({ ...deps, dialogs }),
    watchSession({ ...deps, toasts, basePath, leavesByItself: deps.config.ui.autologout }),
  ];
  return {
    dialogs,
    addTenant: shareLinks.addTenant,
    stop: () => stops.forEach((stop) => stop()),
  };
}
