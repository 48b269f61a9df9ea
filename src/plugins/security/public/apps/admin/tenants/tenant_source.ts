/** The tenants as people see them: Global and Private beside those of the configuration. */
import type { ListSource, ListState } from '@sd/ui_kit';
import {
  GLOBAL_TENANT_NAME,
  PRIVATE_ROW,
  type SearchItem,
  tenantListItem,
  type TenantListItem,
} from '../../../../common';
import { resourceSource } from '../../../components/resource_list';
import type { EntityClient } from '../../../services/entity_client';
import { translatedTenantLabel } from '../../../services/tenant_labels';

export interface TenantItem extends TenantListItem {
  /** Name in the configuration; that of the private tenant is its wire name. */
  readonly name: string;
  /** Absent for the private tenant, which no configuration names. */
  readonly entity?: SearchItem<'tenants'>['entity'];
}

/**
 * The whole list begins with the tenants that everybody has: Global, and Private as the second one
 * (specification section 3). A search or a filter finds Global among the others.
 * @param isPrivateEnabled - whether there are private tenants
 */
export function tenantSource(
  entities: Pick<EntityClient, 'search'>,
  isPrivateEnabled: boolean
): ListSource<TenantItem> {
  const source = resourceSource(entities, 'tenants', []);
  return {
    ...source,
    key: [...source.key, String(isPrivateEnabled)],
    idOf: ({ name }) => name,
    nameOf: ({ tenant }) => tenant,
    read: async (state, signal, isFresh) => {
      const found = await source.read(state, signal, isFresh);
      const { total, items, unfilteredTotal: all, ...others } = found;
      const added = isPrivateEnabled ? 1 : 0;
      const rest = { ...others, ...(all !== undefined && { unfilteredTotal: all + added }) };
      const rows = items.map(toItem);
      if (!isWholeList(state)) return { ...rest, total, items: rows };
      const tenants = rows.filter(({ name }) => name !== GLOBAL_TENANT_NAME);
      const first =
        state.page > 1 ? [] : isPrivateEnabled ? [globalItem(), privateItem()] : [globalItem()];
      return {
        ...rest,
        total: total + added,
        items: [...first, ...tenants],
      };
    },
  };
}

const globalItem = (): TenantItem => ({
  ...inWords(tenantListItem(GLOBAL_TENANT_NAME, { reserved: true })),
  name: GLOBAL_TENANT_NAME,
  entity: { reserved: true, hidden: false },
});
const privateItem = (): TenantItem => ({
  ...inWords(PRIVATE_ROW),
  name: PRIVATE_ROW.tenantValue,
});

/** Of a tenant that everybody has. */
const inWords = (item: TenantListItem): TenantListItem => ({
  ...item,
  tenant: translatedTenantLabel(item.tenant),
  description: translatedTenantLabel(item.description),
});

const same = (item: TenantListItem): TenantListItem => item;

const toItem = ({ name, entity }: SearchItem<'tenants'>): TenantItem => ({
  ...(name === GLOBAL_TENANT_NAME ? inWords : same)(tenantListItem(name, entity)),
  name,
  entity,
});

const isWholeList = ({ search, filters }: ListState): boolean =>
  search === '' && Object.keys(filters).length === 0;

/**
 * Whether somebody may change or delete it: it stands in the configuration and is nobody's reserve.
 */
export const isChangeable = ({ name, entity, reserved }: TenantItem): boolean =>
  entity !== undefined && !reserved && name !== GLOBAL_TENANT_NAME;
