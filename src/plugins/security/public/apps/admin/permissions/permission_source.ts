/**
 * List source of permissions: action groups, searched and paged by the server, followed by the
 * known single permissions, a few hundred that the browser has.
 */
import type { ActionGroup } from '@sd/contracts';
import type { FacetOption, ListPageData, ListSource, ListState } from '@sd/ui_kit';
import type { PermissionCatalogue, SearchItem } from '../../../../common';
import { resourceSource } from '../../../components/resource_list';
import { resourceKey } from '../../../services/query_keys';
import type { EntityClient } from '../../../services/entity_client';

type PermissionKind = 'group' | 'single';
export type PermissionScope = 'cluster' | 'index';

export interface PermissionItem {
  readonly name: string;
  readonly kind: PermissionKind;
  readonly scopes: readonly PermissionScope[];
  readonly isReserved: boolean;
  readonly isChangedOutside?: boolean;
  /** Present for action groups only. */
  readonly group?: ActionGroup;
}

/** Fields of action groups only: single permissions have no actions and their own scopes. */
const GROUP_SORTS = ['allowed_actions', 'cluster', 'index'];
/** Filter values. */
const FACET_VALUES: Readonly<Record<string, readonly string[]>> = {
  kind: ['group', 'single'],
  scope: ['cluster', 'index'],
  customization: ['reserved', 'custom'],
};

type Entities = Pick<EntityClient, 'search' | 'permissionCatalogue'>;

/**
 * Order: action groups, then single permissions; reversed when the type or customization column
 * sorts descending. Each part by name, custom groups before reserved ones.
 */
export function permissionSource(entities: Entities): ListSource<PermissionItem> {
  const source = combinedSource(entities);
  return {
    ...source,
    readFacet: (facet, state, signal) =>
      Promise.all(
        (FACET_VALUES[facet] ?? []).map(async (value): Promise<FacetOption> => {
          const filters = { ...state.filters, [facet]: [value] };
          const { total } = await source.read({ ...state, filters, page: 1, perPage: 1 }, signal);
          return { value, label: value, count: total };
        })
      ),
  };
}

function combinedSource(entities: Entities): ListSource<PermissionItem> {
  const groups = resourceSource(entities, 'actiongroups', [], GROUP_SORTS);
  return {
    key: resourceKey('actiongroups', 'permissions'),
    address: {
      facets: ['kind', 'scope', 'customization'],
      sortField: 'name',
      sortFields: ['name', 'customization', 'kind', ...GROUP_SORTS],
    },
    idOf: ({ name }) => name,
    nameOf: ({ name }) => name,
    read: async (state, signal, isFresh) => {
      const readGroups = (page: number) =>
        groups.read({ ...groupState(state), page }, signal, isFresh);
      const hasGroups = includes(state, 'kind', 'group');
      const [found, catalogue] = await Promise.all([
        hasGroups ? readGroups(state.page) : NO_GROUPS,
        entities.permissionCatalogue(signal),
      ]);
      const { total: groupCount, unfilteredTotal: all } = found;
      const singles = hasSingles(state) ? listSingles(catalogue, state) : [];
      const from = (state.page - 1) * state.perPage;
      const items = isReversed(state)
        ? await singlesThenGroups(singles, from, state.perPage, groupCount, async (page) =>
            (page === state.page ? found : await readGroups(page)).items.map(toItem)
          )
        : groupsThenSingles(found.items.map(toItem), groupCount, singles, from, state.perPage);
      return {
        ...found,
        items,
        total: groupCount + singles.length,
        ...(all !== undefined && { unfilteredTotal: all + singleCount(catalogue) }),
      };
    },
  };
}

const isReversed = ({ sortField, sortOrder }: ListState): boolean =>
  (sortField === 'kind' || sortField === 'customization') && sortOrder === 'desc';

const singleCount = ({ cluster, index }: PermissionCatalogue): number =>
  new Set([...cluster, ...index]).size;

/** A page of groups, followed by single permissions. */
function groupsThenSingles(
  page: readonly PermissionItem[],
  groupCount: number,
  singles: readonly PermissionItem[],
  from: number,
  count: number
): readonly PermissionItem[] {
  const start = Math.max(0, from - groupCount);
  return [...page, ...singles.slice(start, start + count - page.length)];
}

/** Single permissions followed by groups, which span two server pages. */
async function singlesThenGroups(
  singles: readonly PermissionItem[],
  from: number,
  count: number,
  groupCount: number,
  groupsOn: (page: number) => Promise<readonly PermissionItem[]>
): Promise<readonly PermissionItem[]> {
  const own = singles.slice(from, from + count);
  const start = Math.max(0, from - singles.length);
  const neededGroups = Math.min(count - own.length, Math.max(0, groupCount - start));
  if (neededGroups === 0) return own;
  const page = Math.floor(start / count) + 1;
  const at = start % count;
  const first = await groupsOn(page);
  const second = at + neededGroups > count ? await groupsOn(page + 1) : [];
  return [...own, ...[...first, ...second].slice(at, at + neededGroups)];
}

const NO_GROUPS: ListPageData<SearchItem<'actiongroups'>> = { total: 0, items: [] };

/** Whether the filter includes a value; always true without a filter. */
const includes = ({ filters }: ListState, facet: string, value: string): boolean =>
  filters[facet]?.includes(value) ?? true;

/** Single permissions are built in, so they count as reserved. */
const hasSingles = (state: ListState): boolean =>
  includes(state, 'kind', 'single') && includes(state, 'customization', 'reserved');

/** Server query: a scope corresponds to the group types that belong to it. */
function groupState(state: ListState): ListState {
  const { kind: _kind, scope, ...filters } = state.filters;
  return { ...state, filters: scope ? { ...filters, type: [...scope, 'all'] } : filters };
}

const toItem = ({
  name,
  entity,
  changed_outside: isChangedOutside = false,
}: SearchItem<'actiongroups'>): PermissionItem => ({
  name,
  kind: 'group',
  scopes: toScopes(entity),
  isReserved: entity.reserved === true,
  isChangedOutside,
  group: entity,
});

function toScopes({ type }: { readonly type?: string }): readonly PermissionScope[] {
  if (type === 'all') return ['cluster', 'index'];
  return type === 'cluster' || type === 'index' ? [type] : [];
}

function listSingles(
  { cluster, index }: PermissionCatalogue,
  state: ListState
): readonly PermissionItem[] {
  const words = state.search.toLowerCase().split(/\s+/).filter(Boolean);
  const scopes = new Map<string, PermissionScope[]>();
  const add = (names: readonly string[], scope: PermissionScope): void => {
    if (!includes(state, 'scope', scope)) return;
    for (const name of names)
      if (words.every((word) => name.toLowerCase().includes(word)))
        scopes.set(name, [...(scopes.get(name) ?? []), scope]);
  };
  add(cluster, 'cluster');
  add(index, 'index');
  const has = (name: string) =>
    scopes.get(name)?.some((scope) => scope === state.sortField) === true;
  const names = [...scopes.keys()].sort();
  if (state.sortOrder === 'desc') names.reverse();
  const isSortedByScope = state.sortField === 'cluster' || state.sortField === 'index';
  if (isSortedByScope) {
    const isFirst = (name: string) => has(name) === (state.sortOrder === 'asc');
    names.sort((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
  }
  return names.map((name) => ({
    name,
    kind: 'single',
    scopes: scopes.get(name) ?? [],
    isReserved: true,
  }));
}
