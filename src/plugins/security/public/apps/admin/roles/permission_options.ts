/** Options of the permission pickers, in groups. Source: reference security-plugin 1.6.2; free text is always possible. */
import { i18n } from '@sd/core/public';
import type { PermissionCatalogue } from '../../../../common';
import type { ComboOptions } from '../../../components/form/text_combo';

export interface PermissionNames extends PermissionCatalogue {
  readonly groups: readonly string[];
}

const toOptions = (names: readonly string[]): ComboOptions => names.map((label) => ({ label }));

/** @param first - which kind of single permission comes first */
export function permissionOptions(
  names: PermissionNames,
  first: 'cluster' | 'index'
): ComboOptions {
  const groups = {
    label: i18n.translate('security.permissions.groups', { defaultMessage: 'Permission groups' }),
    options: toOptions(names.groups),
  };
  const cluster = {
    label: i18n.translate('security.permissions.cluster', {
      defaultMessage: 'Cluster permissions',
    }),
    options: toOptions(names.cluster),
  };
  const index = {
    label: i18n.translate('security.permissions.index', { defaultMessage: 'Index permissions' }),
    options: toOptions(names.index),
  };
  return first === 'cluster' ? [groups, cluster, index] : [groups, index, cluster];
}

export const permissionPlaceholder = (): string =>
  i18n.translate('security.roleForm.permissionPlaceholder', {
    defaultMessage: 'Search for action group name or permission name',
  });

export const freeTextHelp = (): string =>
  i18n.translate('security.roleForm.freeText', {
    defaultMessage: 'Pick from the list, or type any other name or pattern and press Enter.',
  });
