/** Known names for permission pickers; free text is always possible. */
import { t } from '@sd/core/public';
import { type Read, useServerQuery } from '@sd/ui_kit';
import type { ActionGroup } from '@sd/contracts';
import type { PermissionCatalogue } from '../../../../common';
import { useAdmin } from '../../../services/admin_context';
import { resourceKey } from '../../../services/query_keys';

export interface PermissionNames extends PermissionCatalogue {
  readonly groups: readonly string[];
  readonly members: Readonly<Record<string, ActionGroup>>;
}

/** Names to choose from. */
export function usePermissionNames(): Read<PermissionNames> {
  const { entities } = useAdmin();
  return useServerQuery(resourceKey('actiongroups', 'names'), async (signal) => {
    const [catalogue, groups] = await Promise.all([
      entities.permissionCatalogue(signal),
      entities.list('actiongroups', signal),
    ]);
    return { ...catalogue, groups: Object.keys(groups.data).sort(), members: groups.data };
  });
}

export const permissionPlaceholder = (): string =>
  t('security.roleForm.permissionPlaceholder', 'Search for action group name or permission name');

export const freeTextHelp = (): string =>
  t(
    'security.roleForm.freeText',
    'Choose from the list, or type a name or pattern and press Enter.'
  );

/**
 * Single permissions have a scope, patterns a wildcard; regular expressions are enclosed in
 * slashes.
 */
const PERMISSION_FORM = /[:*?]|^\/.*\/$/;

/**
 * Validation message for a typed permission. An incomplete action group name would be saved and
 * grant nothing.
 * @returns `undefined` for known names and for texts in the form of a permission
 */
export function unknownPermissionProblem(
  value: string,
  names: PermissionNames
): string | undefined {
  const isKnown = [names.groups, names.cluster, names.index].some((list) => list.includes(value));
  if (isKnown || PERMISSION_FORM.test(value)) return undefined;
  return t(
    'security.permissions.unknown',
    'There is no action group “{value}”. Single permissions look like cluster:monitor/health or indices:data/read/*.',
    { value }
  );
}
