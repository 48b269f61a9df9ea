/** Entries of the command palette and their search. */
import { errorText, t } from '@sd/core/public';
import { API_PATHS, GLOBAL_TENANT, PRIVATE_TENANT, type SearchResponse } from '../../../common';
import { logoutKind } from '../../services/logout';
import { tenantLabel } from '../../services/tenant_labels';
import { ADMIN_APP_ID } from '../../services/paths';
import { enterTenant } from '../../services/enter_tenant';
import type { ScreenDeps } from '../../services/screen_deps';
import { GO_KEYS } from '../../services/shortcuts';
import { tenantChoices } from '../../services/tenant_choices';
import { accountActions, logOut, logOutText } from '../../services/account_actions';
import type { AccountDialogs } from '../../services/account_dialogs';

export type PaletteKind = 'page' | 'role' | 'user' | 'tenant' | 'account';

export interface PaletteEntry {
  /** Unique across all entries. */
  readonly id: string;
  readonly kind: PaletteKind;
  readonly label: string;
  /** Key sequence that leads to the same target. */
  readonly keys?: string;
  readonly run: () => void;
}

/** Entries shown per kind. All account actions are shown, because they have no other list. */
const MOST = 6;
/** Entries requested per kind; the best matches are shown. */
const SEARCH_LIMIT = 20;

/** Entries known without a request: pages, tenants and account actions. */
export const ownEntries = (deps: ScreenDeps, dialogs: AccountDialogs): readonly PaletteEntry[] => [
  ...pages(deps),
  ...tenants(deps),
  ...acts(deps, dialogs),
];

/** Best matches of each kind, in the order of the kinds. */
export function matching(entries: readonly PaletteEntry[], typed: string): readonly PaletteEntry[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const counts = new Map<PaletteKind, number>();
  return entries
    .filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
    .map((entry) => ({ entry, rank: rankOf(entry.label, typed) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry)
    .filter(({ kind }) => {
      const count = counts.get(kind) ?? 0;
      counts.set(kind, count + 1);
      return kind === 'account' || count < MOST;
    });
}

/** Exact matches rank first, then prefixes, then other matches. */
function rankOf(label: string, typed: string): number {
  const [name, term] = [label.toLowerCase(), typed.trim().toLowerCase()];
  if (name === term) return 0;
  return name.startsWith(term) ? 1 : 2;
}

/**
 * Roles and users by name, with the caller's own permissions.
 * @throws what the requests throw
 */
export async function foundEntries(
  { core }: Pick<ScreenDeps, 'core'>,
  typed: string,
  signal: AbortSignal
): Promise<readonly PaletteEntry[]> {
  const query = { search: typed.trim(), page: 1, per_page: SEARCH_LIMIT };
  const find = async (resource: 'roles' | 'internalusers') => {
    const path = `${API_PATHS.search}/${resource}`;
    const { items } = await core.http.get<SearchResponse<'roles'>>(path, { query, signal });
    return items.map(({ name }) => name);
  };
  const [roles, users] = await Promise.all([find('roles'), find('internalusers')]);
  const open = (path: string) => () => {
    void core.application.navigateToApp(ADMIN_APP_ID, { path });
  };
  const view = (kind: 'role' | 'user', name: string): PaletteEntry => ({
    ...{ id: `${kind}:${name}`, kind, label: name },
    run: open(`/${kind}s/view/${encodeURIComponent(name)}`),
  });
  return [...roles.map((name) => view('role', name)), ...users.map((name) => view('user', name))];
}

function pages({ core, session }: ScreenDeps): readonly PaletteEntry[] {
  const { application, chrome } = core;
  const own = GO_KEYS.filter(({ appId }) => appId !== ADMIN_APP_ID || session.hasApiAccess);
  const others = chrome.navLinks
    .getAll()
    .filter(({ id, hidden, disabled }) => !hidden && !disabled && id !== 'home');
  return [
    ...own.map(({ key, appId, path, title }): PaletteEntry => ({
      ...{ id: `page:${appId}${path}`, kind: 'page', label: title(), keys: `g ${key}` },
      run: () => void application.navigateToApp(appId, { path }),
    })),
    ...others.map(({ id, title, url, href }): PaletteEntry => ({
      ...{ id: `page:${id}`, kind: 'page', label: title },
      run: () => void application.navigateToUrl(url ?? href),
    })),
  ];
}

function acts(deps: ScreenDeps, dialogs: AccountDialogs): readonly PaletteEntry[] {
  const { account } = deps.session;
  if (!account) return [];
  const entry = (id: string, label: string, run: () => void): PaletteEntry => ({
    ...{ id: `account:${id}`, kind: 'account', label, run },
  });
  const canLogOut = logoutKind(deps.config.auth.type) !== 'none';
  return [
    ...accountActions(deps, account, dialogs).map(({ id, label, run }) => entry(id, label, run)),
    ...(canLogOut ? [entry('log-out', logOutText(), () => void logOut(deps))] : []),
  ];
}

/** The current tenant is not listed. */
function tenants(deps: ScreenDeps): readonly PaletteEntry[] {
  const { account } = deps.session;
  const { rules } = deps.tenancy;
  if (!account || !rules.isEnabled) return [];
  const choices = tenantChoices(account, rules);
  const values = [
    ...(choices.global.isDisabled ? [] : [GLOBAL_TENANT]),
    ...(choices.private.isDisabled ? [] : [PRIVATE_TENANT]),
    ...choices.customTenants,
  ];
  return values
    .filter((value) => value !== account.user_requested_tenant)
    .map((value): PaletteEntry => {
      const label = tenantLabel(value);
      const run = () => void switchTo(deps, value, label);
      return { id: `tenant:${value}`, kind: 'tenant', label, run };
    });
}

async function switchTo(
  { client, core, memory, page, session }: ScreenDeps,
  tenant: string,
  label: string
): Promise<void> {
  const username = session.account?.user_name ?? '';
  try {
    await client.selectTenant({ tenant, username });
    enterTenant({ page, memory }, tenant, username);
  } catch (error) {
    core.notifications.toasts.addDanger({
      title: t('security.tenants.selectFailed', 'Failed to select {tenant} tenant', {
        tenant: label,
      }),
      text: errorText(error),
    });
  }
}
