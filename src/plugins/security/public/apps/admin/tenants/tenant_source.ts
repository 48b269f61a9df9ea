/** Tenants for display: Global and Private in addition to those of the configuration. */
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
  /** Name in the configuration; the private tenant uses its wire name. */
  readonly name: string;
  /** Absent for the private tenant, which has no entity. */
  readonly entity?: SearchItem<'tenants'>['entity'];
  readonly isChangedOutside?: boolean;
}

/**
 * The unfiltered list starts with Global and Private (specification section 3). With a search or
 * filter, Global is sorted among the others.
 * @param isPrivateEnabled - whether private tenants are enabled
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
  ...withTranslatedTexts(tenantListItem(GLOBAL_TENANT_NAME, { reserved: true })),
  name: GLOBAL_TENANT_NAME,
  entity: { reserved: true, hidden: false },
});
const privateItem = (): TenantItem => ({
  ...withTranslatedTexts(PRIVATE_ROW),
  name: PRIVATE_ROW.tenantValue,
});

/** Translates the texts of a built-in tenant. */
const withTranslatedTexts = (item: TenantListItem): TenantListItem => ({
  ...item,
  tenant: translatedTenantLabel(item.tenant),
  description: translatedTenantLabel(item.description),
});

const same = (item: TenantListItem): TenantListItem => item;

const toItem = ({
  name,
  entity,
  changed_outside: isChangedOutside = false,
}: SearchItem<'tenants'>): TenantItem => ({
  ...(name === GLOBAL_TENANT_NAME ? withTranslatedTexts : same)(tenantListItem(name, entity)),
  name,
  entity,
  isChangedOutside,
});

const isWholeList = ({ search, filters }: ListState): boolean =>
  search === '' && Object.keys(filters).length === 0;

/** Whether the tenant can be changed or deleted: it is in the configuration and not reserved. */
export const isChangeable = ({ name, entity, reserved }: TenantItem): boolean =>
  entity !== undefined && !reserved && name !== GLOBAL_TENANT_NAME;
