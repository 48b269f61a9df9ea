/**
 * Permissions by name: action groups, which the server searches and pages, and after them the
 * single permissions that are known, a few hundred that every browser has.
 */
import type { ActionGroup } from '@sd/contracts';
import type { ListPageData, ListSource, ListState } from '@sd/ui_kit';
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
  /** Of action groups only. */
  readonly group?: ActionGroup;
}

type Entities = Pick<EntityClient, 'search' | 'permissionCatalogue'>;

const NOTHING: ListPageData<SearchItem<'actiongroups'>> = { total: 0, items: [] };

/** Order: action groups, then single permissions, each by name. */
export function permissionSource(entities: Entities): ListSource<PermissionItem> {
  const groups = resourceSource(entities, 'actiongroups', []);
  return {
    key: resourceKey('actiongroups', 'permissions'),
    address: {
      facets: ['kind', 'scope', 'customization'],
      sortField: 'name',
      sortFields: ['name'],
    },
    idOf: ({ name }) => name,
    nameOf: ({ name }) => name,
    read: async (state, signal, isFresh) => {
      const [found, catalogue] = await Promise.all([
        includes(state, 'kind', 'group')
          ? groups.read(groupState(state), signal, isFresh)
          : NOTHING,
        hasSingles(state) ? entities.permissionCatalogue(signal) : undefined,
      ]);
      const singles = catalogue ? singlesOf(catalogue, state) : [];
      const items = found.items.map(toItem);
      const from = Math.max(0, (state.page - 1) * state.perPage - found.total);
      return {
        ...found,
        total: found.total + singles.length,
        items: [...items, ...singles.slice(from, from + state.perPage - items.length)],
        facets: {},
      };
    },
  };
}

/** Whether the filter lets a value pass; without one, all do. */
const includes = ({ filters }: ListState, facet: string, value: string): boolean =>
  filters[facet]?.includes(value) ?? true;

/** Single permissions are part of the product, hence reserved. */
const hasSingles = (state: ListState): boolean =>
  includes(state, 'kind', 'single') && includes(state, 'customization', 'reserved');

/** The question to the server: a scope is the types of groups that belong to it. */
function groupState(state: ListState): ListState {
  const { kind: _kind, scope, ...filters } = state.filters;
  return { ...state, filters: scope ? { ...filters, type: [...scope, 'all'] } : filters };
}

const toItem = ({ name, entity }: SearchItem<'actiongroups'>): PermissionItem => ({
  name,
  kind: 'group',
  scopes: scopesOf(entity),
  isReserved: entity.reserved === true,
  group: entity,
});

function scopesOf({ type }: { readonly type?: string }): readonly PermissionScope[] {
  if (type === 'all') return ['cluster', 'index'];
  return type === 'cluster' || type === 'index' ? [type] : [];
}

function singlesOf(
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
  const names = [...scopes.keys()].sort();
  if (state.sortOrder === 'desc') names.reverse();
  return names.map((name) => ({
    name,
    kind: 'single',
    scopes: scopes.get(name) ?? [],
    isReserved: true,
  }));
}
