/** Entries of the command palette and their search. */
import type { ClusterEntry } from '@sd/contracts';
import { AppStatus, GUIDES_APP_ID, t } from '@sd/core/public';
import { searchEntities } from '../../services/entity_search';
import { logoutKind } from '../../services/logout';
import { tenantLabel } from '../../services/tenant_labels';
import { conditionsFor, isOffered, pathWithoutParameters } from '../../services/admin_pages';
import {
  type ChosenCluster,
  hasClusters,
  isConnected$,
  clusterName,
  onCluster,
  visitedCluster$,
} from '../../services/clusters';
import { supportsFeature } from '../../services/features';
import type { AdminPage } from '../../types';
import { OWN_PAGES } from '../admin/admin_pages';
import { ADMIN_APP_ID, ADMIN_ROUTE } from '../../services/paths';
import { switchTenant } from '../../services/enter_tenant';
import type { ScreenDeps } from '../../services/screen_deps';
import { allows } from '../../services/rights';
import { GO_KEYS, type GoKey } from '../../services/shortcuts';
import { availableTenants } from '../../services/tenant_choices';
import { isSuspended, OPENS_SUSPENSION } from '../../services/user_suspension';
import { accountActions, logOut, logOutText } from '../../services/account_actions';
import type { AccountDialogs } from '../../services/account_dialogs';

export type PaletteKind = 'page' | 'act' | 'role' | 'user' | 'tenant' | 'account';

export interface PaletteEntry {
  /** Unique across all entries. */
  readonly id: string;
  readonly kind: PaletteKind;
  readonly label: string;
  /** Other words that find the entry. */
  readonly words?: string;
  /** Key sequence that leads to the same target. */
  readonly keys?: string | undefined;
  readonly run: () => void;
}

/** Entries shown per kind. All account actions are shown, because they have no other list. */
const MOST = 6;
/** Entries requested per kind; the best matches are shown. */
const SEARCH_LIMIT = 20;

/** Entries known without a request: pages, actions, tenants and account actions. */
export const ownEntries = (deps: ScreenDeps, dialogs: AccountDialogs): readonly PaletteEntry[] => [
  ...pages(deps),
  ...acts(deps),
  ...tenants(deps),
  ...accountEntries(deps, dialogs),
];

const KINDS: readonly PaletteKind[] = ['page', 'act', 'role', 'user', 'tenant', 'account'];

/** Best matches of each kind. Kinds with an exact match come first. */
export function matching(entries: readonly PaletteEntry[], typed: string): readonly PaletteEntry[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const counts = new Map<PaletteKind, number>();
  const found = entries
    .filter(({ label, words: others = '' }) => {
      const text = `${label} ${others}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .map((entry) => ({ entry, rank: matchRank(entry.label, typed) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry)
    .filter(({ kind }) => {
      const count = counts.get(kind) ?? 0;
      counts.set(kind, count + 1);
      return kind === 'account' || count < MOST;
    });
  const isExact = (kind: PaletteKind) =>
    found.some((entry) => entry.kind === kind && matchRank(entry.label, typed) === 0);
  const isOther = (kind: PaletteKind) => !isExact(kind);
  return [...KINDS.filter(isExact), ...KINDS.filter(isOther)].flatMap((kind) =>
    found.filter((entry) => entry.kind === kind)
  );
}

/** Exact matches rank first, then prefixes, then other matches. */
function matchRank(label: string, typed: string): number {
  const [name, term] = [label.toLowerCase(), typed.trim().toLowerCase()];
  if (name === term) return 0;
  return name.startsWith(term) ? 1 : 2;
}

/**
 * Roles and users by name, with the caller's own permissions. "suspend jane" finds users to
 * suspend, "reactivate jane" suspended ones.
 * @throws what the requests throw
 */
export async function foundEntries(
  {
    core,
    session,
    page,
    clusterSources: [source],
  }: Pick<ScreenDeps, 'core' | 'session' | 'page' | 'clusterSources'>,
  typed: string,
  signal: AbortSignal
): Promise<readonly PaletteEntry[]> {
  const find = async <T extends 'roles' | 'internalusers'>(resource: T, search = typed.trim()) => {
    const query = { search, page: 1, per_page: SEARCH_LIMIT };
    return (await searchEntities(core.http, resource, query, signal)).items;
  };
  const open = (path: string, state?: unknown) => () => {
    void core.application.navigateToApp(ADMIN_APP_ID, { path, state });
  };
  const entityPath = (kind: 'role' | 'user', name: string) =>
    `/${kind}s/view/${encodeURIComponent(name)}`;

  const suspended = wordsAfter(t('security.palette.suspendVerb', 'suspend'), typed);
  const may = allows({ session, ...readVisited() });
  const canSuspend =
    supportsFeature({ core, ...readVisited() }, 'suspension') &&
    may(['GET INTERNALUSERS', 'PUT INTERNALUSERS', 'PATCH INTERNALUSERS']);
  if (suspended !== undefined && canSuspend) {
    const users = await find('internalusers', suspended);
    return users
      .filter(({ name, entity }) => name !== session.account?.user_name && !isSuspended(entity))
      .map(({ name: user }): PaletteEntry => ({
        id: `suspend:${user}`,
        kind: 'act',
        label: t('security.palette.suspend', 'Suspend {user}', { user }),
        // The user's page shows the consequences and asks.
        run: open(entityPath('user', user), OPENS_SUSPENSION),
      }));
  }
  const reactivated = wordsAfter(t('security.palette.reactivateVerb', 'reactivate'), typed);
  if (reactivated !== undefined && canSuspend) {
    const users = await find('internalusers', reactivated);
    return users
      .filter(({ entity }) => isSuspended(entity))
      .map(({ name: user }): PaletteEntry => ({
        id: `reactivate:${user}`,
        kind: 'act',
        label: t('security.palette.reactivate', 'Reactivate {user}', { user }),
        // The button is on the user's page.
        run: open(entityPath('user', user)),
      }));
  }

  const isConnected = isConnected$.value ?? hasClusters(core.application);
  const [roles, users, clusters] = await Promise.all([
    may(['GET ROLES']) ? find('roles') : [],
    may(['GET INTERNALUSERS']) ? find('internalusers') : [],
    // Roles and users are found without it.
    isConnected && source ? source.list(core.http, signal).catch(() => []) : [],
  ]);
  const view = (kind: 'role' | 'user', name: string): PaletteEntry => ({
    id: `${kind}:${name}`,
    kind,
    label: name,
    run: open(entityPath(kind, name)),
  });
  const switchTo = (entry: ClusterEntry): PaletteEntry => ({
    id: `cluster:${entry.id}`,
    kind: 'act',
    label: t('security.palette.cluster', 'Switch to cluster {name}', { name: clusterName(entry) }),
    // Another cluster starts the app anew.
    run: () => page.assign(core.http.basePath.prepend(onCluster(ADMIN_ROUTE, entry.id))),
  });
  return [
    ...clusters.map(switchTo),
    ...roles.map(({ name }) => view('role', name)),
    ...users.map(({ name }) => view('user', name)),
  ];
}

/** @returns what follows the verb, or undefined if the text does not begin with it */
function wordsAfter(verb: string, typed: string): string | undefined {
  const [first, ...rest] = typed.trim().split(/\s+/);
  return first?.toLowerCase() === verb && rest.length > 0 ? rest.join(' ') : undefined;
}

function pages(deps: ScreenDeps): readonly PaletteEntry[] {
  const { application, chrome } = deps.core;
  const others = chrome.navLinks
    .getAll()
    .filter(({ id, hidden, disabled }) => !hidden && !disabled && id !== 'home');
  return [
    {
      id: 'page:home/',
      kind: 'page',
      label: homeTitle(),
      keys: goKeys('home', '/'),
      run: () => void application.navigateToApp('home', { path: '/' }),
    },
    ...offeredPages(deps).flatMap(({ path, title, words }): PaletteEntry[] => {
      const target = pathWithoutParameters(path);
      return title
        ? [
            {
              ...openPage(deps, 'page', target, title(), words?.()),
              keys: goKeys(ADMIN_APP_ID, target),
            },
          ]
        : [];
    }),
    ...guidesEntry(deps),
    ...others.map(({ id, title, url, href }): PaletteEntry => ({
      id: `page:${id}`,
      kind: 'page',
      label: title,
      run: () => void application.navigateToUrl(url ?? href),
    })),
  ];
}

/** Read-only users may not open the guides. */
function guidesEntry({ core: { application } }: ScreenDeps): readonly PaletteEntry[] {
  let isOpen = false;
  application.applications$
    .subscribe((apps) => (isOpen = apps.get(GUIDES_APP_ID)?.status === AppStatus.accessible))
    .unsubscribe();
  if (!isOpen) return [];
  return [
    {
      id: `page:${GUIDES_APP_ID}`,
      kind: 'page',
      label: t('security.palette.guides', 'Guides'),
      words: t('security.palette.guides.words', 'help documentation manual how to'),
      run: () => void application.navigateToApp(GUIDES_APP_ID),
    },
  ];
}

/** Actions of administrators. */
const acts = (deps: ScreenDeps): readonly PaletteEntry[] =>
  offeredPages(deps).flatMap(({ path, act, words }) =>
    act ? [openPage(deps, 'act', pathWithoutParameters(path), act(), words?.())] : []
  );

type OfferDeps = Pick<ScreenDeps, 'core' | 'session' | 'addedPages'>;

/** Where the app is open on another cluster, its pages and the rights there count. */
function readVisited(): { readonly cluster?: ChosenCluster } {
  const cluster = visitedCluster$.value;
  return cluster ? { cluster } : {};
}

function offeredPages({ core, session, addedPages }: OfferDeps): readonly AdminPage[] {
  if (!session.hasApiAccess) return [];
  const conditions = conditionsFor({ core, session, ...readVisited() });
  return [...OWN_PAGES, ...addedPages].filter((page) => isOffered(page, conditions));
}

const openPage = (
  { core }: ScreenDeps,
  kind: 'page' | 'act',
  path: string,
  label: string,
  words?: string
): PaletteEntry => ({
  id: `${kind}:${ADMIN_APP_ID}${path}`,
  kind,
  label,
  ...(words !== undefined && { words }),
  run: () => void core.application.navigateToApp(ADMIN_APP_ID, { path }),
});

/** The keys that lead to a page. */
function goKeys(appId: string, path: string): string | undefined {
  const found = GO_KEYS.find((one) => one.appId === appId && one.path === path);
  return found && `g ${found.key}`;
}

const homeTitle = (): string => t('security.palette.home', 'Home');

/** The key sequences that lead somewhere for this user, in their order, with what they open. */
export function goShortcuts(
  deps: OfferDeps
): ReadonlyArray<GoKey & { readonly keys: string; readonly text: string }> {
  const offered = offeredPages(deps);
  return GO_KEYS.flatMap((one) => {
    const keys = `g ${one.key}`;
    if (one.appId !== ADMIN_APP_ID) return [{ ...one, keys, text: homeTitle() }];
    const text = offered.find(({ path }) => pathWithoutParameters(path) === one.path)?.title?.();
    return text === undefined ? [] : [{ ...one, keys, text }];
  });
}

function accountEntries(deps: ScreenDeps, dialogs: AccountDialogs): readonly PaletteEntry[] {
  const { account } = deps.session;
  if (!account) return [];
  const entry = (id: string, label: string, run: () => void): PaletteEntry => ({
    id: `account:${id}`,
    kind: 'account',
    label,
    run,
  });
  const canLogOut = logoutKind(deps.config.auth.type) !== 'none';
  return [
    ...accountActions(deps, account, dialogs)
      .flat()
      .map(({ id, label, run }) => entry(id, label, run)),
    ...(canLogOut ? [entry('log-out', logOutText(), () => void logOut(deps))] : []),
  ];
}

/** The current tenant is not listed. */
function tenants(deps: ScreenDeps): readonly PaletteEntry[] {
  const { account } = deps.session;
  if (!account) return [];
  return availableTenants(account, deps.tenancy.rules)
    .filter((value) => value !== account.user_requested_tenant)
    .map((value): PaletteEntry => ({
      id: `tenant:${value}`,
      kind: 'tenant',
      label: tenantLabel(value),
      run: () => void switchTenant(deps, value),
    }));
}
