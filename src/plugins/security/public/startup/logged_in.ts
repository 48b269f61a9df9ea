/**
 * Startup of pages with a logged-in user: tenant, account menu and dialogs. Separate chunk, so that
 * the login page does not download it.
 */
import {
  AppStatus,
  type AppUpdater,
  type CoreStart,
  dropSavedDraft,
  type HttpInterceptor,
  type IBasePath,
  type IToasts,
  saveDrafts,
  saveDraftsOnLeave,
  getErrorStatus,
  t,
} from '@sd/core/public';
import { type ComponentType, createElement } from 'react';
import { tenantLabel } from '../services/tenant_labels';
import type { BrowserLocation } from '../services/page';
import type { LoggedInSession } from '../services/session_state';
import type { Tenancy } from '../services/tenancy';
import type { TenantMemory } from '../services/tenant_memory';
import { type ClientConfig, isAppAllowedReadOnly, isReadOnlyUser, LOG_IN } from '../../common';
import { logFailure } from '../services/log_failure';
import { dropLogoutReason, storeLogoutReason } from '../services/logout_reason';
import { ACCOUNT_ORDER, ADMIN_APP_ID, isOwnAnonymousPath } from '../services/paths';
import type { AccountDialogs } from '../services/account_dialogs';
import type { ScreenDeps } from '../services/screen_deps';
import { areSingleKeysOn, GO_KEYS } from '../services/shortcuts';
import { createAccountDialogs } from '../apps/account/dialogs';
import { accountMenuMount, paletteButtonMount } from '../apps/account/menu_mount';
import { isPageOpenTo } from '../services/page_rights';
import { startShareLinks } from '../services/share_links';
import { watchSession } from './session_monitor';
import { startTenant } from './start_tenant';

/** Polling interval of visible pages. */
export const POLL_INTERVAL_MS = 5_000;
/**
 * A password change briefly has no tenant, so a different tenant is announced only if it persists.
 */
export const RETRY_AFTER_MS = 1_000;

export interface FollowTenancyDeps {
  readonly tenancy: Pick<Tenancy, 'isConfigured' | 'refresh'>;
  readonly session: Pick<LoggedInSession, 'account' | 'refresh'>;
  readonly memory: Pick<TenantMemory, 'recordTenant'>;
  readonly page: Pick<BrowserLocation, 'reload'>;
  readonly toasts: Pick<IToasts, 'addWarning'>;
}

/** @returns a function that stops polling */
export function followTenancy(deps: FollowTenancyDeps): () => void {
  const { tenancy, session } = deps;
  if (!tenancy.isConfigured) return () => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let isPolling = false;
  /** Different tenant seen by the previous poll. */
  let other: string | null | undefined;

  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', poll);
  };

  function poll(): void {
    clearTimeout(timer);
    if (isStopped || isPolling || document.visibilityState === 'hidden') return;
    isPolling = true;
    void compare().then((nextMs) => {
      isPolling = false;
      if (!isStopped) timer = setTimeout(poll, nextMs);
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
      // A background request may fail once; the next poll follows. After the session has ended,
      // none will succeed.
      if (getErrorStatus(error) === 401) stop();
    }
    return POLL_INTERVAL_MS;
  }

  document.addEventListener('visibilitychange', poll);
  timer = setTimeout(poll, POLL_INTERVAL_MS);
  return stop;
}

async function announce(
  { memory, page, toasts }: FollowTenancyDeps,
  tenant: string | null,
  userName: string
): Promise<void> {
  const { tenantChangedText } = await import('../apps/account/tenant_changed');
  if (tenant !== null) memory.recordTenant(userName, tenant);
  toasts.addWarning({
    id: 'security.tenantChanged',
    title:
      tenant === null
        ? t('security.tenantChanged.none', 'You no longer have a tenant.')
        : t('security.tenantStartup.changedTitle', "You're now in the {tenant} tenant.", {
            tenant: tenantLabel(tenant, userName),
          }),
    text: tenantChangedText(() => page.reload()),
    // The page shows outdated content until the user acts.
    toastLifeTimeMs: Number.MAX_SAFE_INTEGER,
  });
}

/** Apps that a read-only user may open. Source: specification section 4, "Read-only". */
const allowAll: AppUpdater = () => undefined;
const readOnly: AppUpdater = (app) =>
  isAppAllowedReadOnly(app.id) ? undefined : { status: AppStatus.inaccessible };

export const appUpdaterFor = (
  roles: readonly string[],
  readOnlyRoles: readonly string[],
  hasApiAccess: boolean
): AppUpdater => (isReadOnlyUser(roles, readOnlyRoles, hasApiAccess) ? readOnly : allowAll);

/**
 * Redirects to the login page when the session has ended and keeps unsaved input in the tab.
 * Source: specification section 4, "Autologout".
 *
 * Login attempts are excluded: the password dialog verifies the current password with one, and its
 * error belongs at the field.
 */
export function createAutologout(
  config: Pick<ClientConfig, 'auth'>,
  page: BrowserLocation,
  basePath: Pick<IBasePath, 'serverBasePath'>,
  isAnonymous: (pathname: string) => boolean,
  userName: () => string | undefined
): HttpInterceptor {
  // Several requests fail together, but one redirect is enough. Users who cancel it keep their
  // unsaved input.
  let hasLeft = false;
  return {
    responseError: ({ response, fetchOptions }) => {
      if (hasLeft || response?.status !== 401 || fetchOptions.path.endsWith(LOG_IN.path)) return;
      if (isOwnAnonymousPath(page.pathname) || isAnonymous(page.pathname)) return;
      hasLeft = true;
      const owner = userName();
      // Users who logged out have discarded their input.
      if (!storeLogoutReason('session_ended', basePath)) dropSavedDraft();
      else if (owner !== undefined) saveDrafts(owner);
      if (config.auth.logout_url) page.assign(config.auth.logout_url);
      else page.reload();
    },
  };
}

/** Longest pause between the keys of a sequence. */
const SEQUENCE_MS = 2_000;

export interface ShortcutDeps extends Pick<ScreenDeps, 'core' | 'session' | 'addedPages'> {
  readonly dialogs: Pick<AccountDialogs, 'openPalette' | 'openShortcuts'>;
}

/** @returns a function that stops listening */
export function listenForShortcuts(deps: ShortcutDeps): () => void {
  const { core, session, dialogs } = deps;
  let begunAtMs = -Infinity;
  const go = (key: string): boolean => {
    const entry = GO_KEYS.find((one) => one.key === key);
    if (!entry || (entry.appId === ADMIN_APP_ID && !session.hasApiAccess)) return false;
    void open(entry.key);
    return true;
  };
  /** Only what is offered to the user, as in the list of shortcuts and in the palette. */
  const open = async (key: string): Promise<void> => {
    try {
      const { goShortcuts } = await import('../apps/palette/palette_entries');
      const offered = goShortcuts(deps).find((one) => one.key === key);
      if (offered) await core.application.navigateToApp(offered.appId, { path: offered.path });
    } catch (error) {
      logFailure('The page of a shortcut could not be opened.', error);
    }
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

/** Shortcuts are inactive below a modal dialog. */
const isCovered = (): boolean => document.querySelector('[aria-modal=true]') !== null;

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]');
  field?.focus();
  return field !== null;
}

export { registerAdminApp } from './register_admin_app';

export async function loadMyAccess(core: CoreStart): Promise<ComponentType> {
  const { MyAccess } = await import('../apps/my_access/my_access');
  return () => createElement(MyAccess, { core });
}

/** Parts of the Security app's own screens, for pages and dialogs of plugins inside it. */
export const loadAdminParts = () => import('../apps/admin/parts');
export type AdminParts = Awaited<ReturnType<typeof loadAdminParts>>;
export type { ConfirmLockout, PlanItem, Review, ReviewItem } from '../apps/admin/parts';

export interface LoggedInDeps extends ScreenDeps {
  readonly core: CoreStart;
}

export interface LoggedIn {
  readonly dialogs: AccountDialogs;
  addTenant(url: string): string;
  mayOpenPage(path: string): boolean;
  stop(): void;
}

/** Await it before apps load data, because the tenant may change. Never rejects. */
export async function startLoggedIn(deps: LoggedInDeps): Promise<LoggedIn> {
  const { chrome, notifications, uiSettings } = deps.core;
  const dialogs = createAccountDialogs(deps);
  const opensTenantDialog = await startTenant({
    ...deps,
    toasts: notifications.toasts,
    uiSettings,
  });
  chrome.navControls.registerCenter({ mount: paletteButtonMount(dialogs.openPalette) });
  chrome.navControls.registerRight({
    order: ACCOUNT_ORDER,
    mount: accountMenuMount({ ...deps, dialogs, opensTenantDialog }),
  });
  dropSavedDraft(deps.session.account?.user_name);
  const { basePath } = deps.core.http;
  // A single sign-on bypassed the login page, so its toast is outdated.
  dropLogoutReason(basePath);
  const { toasts } = notifications;
  const shareLinks = startShareLinks(deps);
  const cleanups = [
    followTenancy({ ...deps, toasts }),
    shareLinks.stop,
    saveDraftsOnLeave(() => deps.session.account?.user_name),
    listenForShortcuts({ ...deps, dialogs }),
    watchSession({ ...deps, toasts, basePath, redirectsOn401: deps.config.ui.autologout }),
  ];
  return {
    dialogs,
    addTenant: shareLinks.addTenant,
    mayOpenPage: (path) => isPageOpenTo(deps.session.disabledEndpoints, path, deps.addedPages),
    stop: () => cleanups.forEach((stop) => stop()),
  };
}
