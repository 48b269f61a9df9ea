/** Addresses of forms that a recorded state is put into, unsaved. */
import { stringifyQueryParams } from '@sd/core/public';
import type { HistoryDetails, HistoryTypeName } from '../../../../common';
import type { RestoredState } from '../../../components/form/restored';
import {
  type EntityPages,
  GROUP_PAGES,
  ROLE_PAGES,
  TENANT_PAGES,
  USER_PAGES,
} from '../paths';

const PAGES: Partial<Record<HistoryTypeName, EntityPages>> = {
  roles: ROLE_PAGES,
  internalusers: USER_PAGES,
  actiongroups: GROUP_PAGES,
  tenants: TENANT_PAGES,
};

/**
 * @returns `undefined` where there is no form, or nothing to put into it; what was deleted is put
 *   into the form that creates
 */
export function restorePath(change: HistoryDetails, state: RestoredState): string | undefined {
  const { id, type, name } = change;
  const pages = PAGES[type];
  if (change[state] === undefined) return undefined;
  const query = `?${stringifyQueryParams({ restore: String(id), state })}`;
  if (type === 'rolesmapping') return `${ROLE_PAGES.mapUser(name)}${query}`;
  if (!pages) return undefined;
  return `${change.current_version === null ? pages.create : pages.edit(name)}${query}`;
}
