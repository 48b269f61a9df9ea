/**
 * What a page does for somebody signed in: the tenant in force, the account menu, the dialogs. A
 * chunk of its own, so that the login page does not download it.
 */
import {
  AppStatus,
  type AppUpdater,
  type CoreStart,
  dropSavedDraft,
  type HttpInterceptor,
  i18n,
  type IBasePath,
  type IToasts,
  keepText,
  statusOf,
} from '@sd/core/public';
import { tenantLabel } from '../services/tenant_labels';
import type { BrowserLocation } from '../services/page';
import type { LoggedInSession } from '../services/session_state';
import type { Tenancy } from '../services/tenancy';
import type { TenantMemory } from '../services/tenant_memory';
import { API_PATHS, type ClientConfig, isAppAllowedReadOnly, isReadOnlyUser } from '../../common';
import { dropLogoutReason, storeLogoutReason } from '../services/logout_reason';
import { ACCOUNT_ORDER, ADMIN_APP_ID, isOwnAnonymousPath } from '../services/paths';
import type { AccountDialogs } from '../services/account_dialogs';
import type { ScreenDeps } from '../services/screen_deps';
import { areSingleKeysOn, GO_KEYS } from '../services/shortcuts';
import { createAccountDialogs } from '../apps/account/dialogs';
import { accountMenuMount } from '../apps/account/menu_mount';
import { startShareLinks } from '../services/share_links';
import { watchSession } from './session_monitor';
import { startTenant } from './start_tenant';

/** Between two looks, of pages that somebody can see. */
export const POLL_INTERVAL_MS = 5_000;
/** A password being changed leaves the tenant for a moment: only what lasts is told. */
export const RETRY_AFTER_MS = 1_000;

export interface FollowTenancyDeps {
  readonly tenancy: Pick<Tenancy, 'isConfigured' | 'refresh'>;
  readonly session: Pick<LoggedInSession, 'account' | 'refresh'>;
  readonly memory: Pick<TenantMemory, 'markSeen'>;
  readonly page: Pick<BrowserLocation, 'reload'>;
  readonly toasts: Pick<IToasts, 'addWarning'>;
}

/** @returns ends it */
export function followTenancy(deps: FollowTenancyDeps): () => void {
  const { tenancy, session } = deps;
  if (!tenancy.isConfigured) return () => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let isLooking = false;
  /** Seen at the last look, where it was not the one of the page. */
  let other: string | null | undefined;

  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
  };

  function look(): void {
    clearTimeout(timer);
    if (isStopped || isLooking || document.visibilityState === 'hidden') return;
    isLooking = true;
    void compare().then((nextMs) => {
      isLooking = false;
      if (!isStopped) timer = setTimeout(look, nextMs);
    });
  }

  /** Never rejects. */
  async function compare(): Promise<number> {
    try {
      const tenant = await tenancy.refresh();
      if (tenant === (session.account?.user_requested_tenant ?? null)) {
        other = undefined;
        return POLL_INTERVAL_MS;
      }
      if (other !== tenant) {
        other = tenant;
        return RETRY_AFTER_MS;
      }
      other = undefined;
      const account = await session.refresh();
      await announce(deps, account.user_requested_tenant, account.user_name);
    } catch (error) {
      // Nobody waits for this answer, and the next look may get one; after the session none will.
      if (statusOf(error) === 401) stop();
    }
    return POLL_INTERVAL_MS;
  }

  document.addEventListener('visibilitychange', look);
  timer = setTimeout(look, POLL_INTERVAL_MS);
  return stop;
}

async function announce(
  { memory, page, toasts }: FollowTenancyDeps,
  tenant: string | null,
  userName: string
): Promise<void> {
  const { tenantChangedText } = await import('../apps/account/tenant_changed');
  if (tenant !== null) memory.markSeen(userName, tenant);
  toasts.addWarning({
    id: 'security.tenantChanged',
    title:
      tenant === null
        ? i18n.translate('security.tenantChanged.none', {
            defaultMessage: 'There is no tenant for you any more.',
          })
        : i18n.translate('security.tenantStartup.changedTitle', {
            defaultMessage: 'You are in the {tenant} tenant now.',
            values: { tenant: tenantLabel(tenant, userName) },
          }),
    text: tenantChangedText(() => page.reload()),
    // What the page shows stays wrong until somebody acts.
    toastLifeTimeMs: Number.MAX_SAFE_INTEGER,
  });
}

/** Apps a read-only user reaches. Source: specification section 4, "Read-only". */
const everything: AppUpdater = () => undefined;
const readOnly: AppUpdater = (app) =>
  isAppAllowedReadOnly(app.id) ? undefined : { status: AppStatus.inaccessible };

export const appUpdaterFor = (
  roles: readonly string[],
  readOnlyRoles: readonly string[],
  hasApiAccess: boolean
): AppUpdater => (isReadOnlyUser(roles, readOnlyRoles, hasApiAccess) ? readOnly : everything);

/**
 * Sends the browser away when its session is over; what was typed waits in the tab. Source:
 * specification section 4, "Autologout".
 *
 * Attempts to sign in are left out: the dialog that changes a password verifies the current one by
 * such an attempt, and its refusal belongs at the field.
 */
export function createAutologout(
  config: Pick<ClientConfig, 'auth'>,
  page: BrowserLocation,
  basePath: Pick<IBasePath, 'serverBasePath'>,
  isAnonymous: (pathname: string) => boolean,
  userName: () => string | undefined
): HttpInterceptor {
  // Several requests fail together; one departure is enough. A person who declines it keeps the
  // unsaved work.
  let hasLeft = false;
  return {
    responseError: ({ response, fetchOptions }) => {
      if (hasLeft || response?.status !== 401 || fetchOptions.path.endsWith(API_PATHS.login))
        return;
      if (isOwnAnonymousPath(page.pathname) || isAnonymous(page.pathname)) return;
      hasLeft = true;
      const owner = userName();
      // Who has signed out has given up what was typed.
      if (storeLogoutReason('session_ended', basePath) && owner !== undefined) keepText(owner);
      if (config.auth.logout_url) page.assign(config.auth.logout_url);
      else page.reload();
    },
  };
}

/** Longer apart, two keys are no sequence. */
const SEQUENCE_MS = 2_000;

export interface ShortcutDeps extends Pick<ScreenDeps, 'core' | 'session'> {
  readonly dialogs: Pick<AccountDialogs, 'openPalette' | 'openShortcuts'>;
}

/** @returns stops listening */
export function listenForShortcuts({ core, session, dialogs }: ShortcutDeps): () => void {
  let begunAtMs = -Infinity;
  const go = (key: string): boolean => {
    const entry = GO_KEYS.find((one) => one.key === key);
    if (!entry || (entry.appId === ADMIN_APP_ID && !session.hasApiAccess)) return false;
    void core.application.navigateToApp(entry.appId, { path: entry.path });
    return true;
  };
  const single = (key: string): boolean => {
    const isSecond = performance.now() - begunAtMs < SEQUENCE_MS;
    begunAtMs = -Infinity;
    if (isSecond) return go(key);
    if (key === 'g') {
      begunAtMs = performance.now();
      return true;
    }
    if (key === '/') return focusSearch();
    if (key !== '?') return false;
    dialogs.openShortcuts();
    return true;
  };
  const listen = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey, repeat, isComposing } = event;
    if (event.defaultPrevented || altKey || repeat || isComposing) return;
    if (isEditing(event.target) || isCovered()) return;
    if (ctrlKey || metaKey) {
      if (key.toLowerCase() !== 'k') return;
      dialogs.openPalette();
    } else if (!areSingleKeysOn() || !single(key)) return;
    event.preventDefault();
  };
  document.addEventListener('keydown', listen);
  return () => document.removeEventListener('keydown', listen);
}

const FIELDS =
  'input:not([type=checkbox]):not([type=radio]):not([type=button]), textarea, select, ' +
  '[contenteditable]:not([contenteditable=false]), [role=textbox], [role=combobox], [role=menu]';

const isEditing = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(FIELDS) !== null;

/** Below a dialog nothing can be used, with keys neither. */
const isCovered = (): boolean => document.querySelector('[aria-modal=true]') !== null;

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]');
  field?.focus();
  return field !== null;
}

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
