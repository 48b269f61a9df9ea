/** Texts of grants and near misses; the codes are those of `contracts/api/explanation.ts`. */
import type { Grant, NearMiss } from '@sd/contracts';
import { t } from '@sd/core/public';

/** How an entry of a role leads to an action. */
const pathText = (path: readonly string[]): string => path.join(' › ');

export function grantText(grant: Grant): string {
  const values = {
    role: grant.role,
    number: (grant.entry ?? 0) + 1,
    action: grant.requested_action,
    path: pathText(grant.action?.path ?? []),
    index: grant.index ?? '',
    pattern: grant.index_match?.pattern ?? grant.tenant_pattern ?? '',
    tenant: grant.tenant ?? '',
  };
  switch (grant.kind) {
    case 'cluster':
      return t(
        'security.explorer.clusterGrant',
        '{role} gives {action} on the cluster, by {path}.',
        values
      );
    case 'index':
      return t(
        'security.explorer.indexGrant',
        '{role} gives {action} on {index}: index permission {number} with the pattern {pattern}, by {path}.',
        values
      );
    case 'tenant':
      return t(
        'security.explorer.tenantGrant',
        '{role} gives access to the tenant {tenant}: tenant permission {number} with the pattern {pattern}.',
        values
      );
  }
}

export function nearMissText(miss: NearMiss): string {
  const values = {
    role: miss.role,
    number: (miss.entry ?? 0) + 1,
    action: miss.requested_action ?? '',
    index: miss.index ?? '',
    patterns: (miss.patterns ?? []).join(', '),
    missing: (miss.missing ?? []).join(', '),
  };
  switch (miss.code) {
    case 'action_missing':
      return t(
        'security.explorer.actionMissing',
        '{role}, index permission {number}, fits {index}, but does not list {action}.',
        values
      );
    case 'index_pattern_missing':
      return t(
        'security.explorer.patternMissing',
        '{role}, index permission {number}, gives {action}, but its patterns ({patterns}) do not fit {index}.',
        values
      );
    case 'attribute_missing':
      return t(
        'security.explorer.attributeMissing',
        '{role}, index permission {number}, would fit if the user had the attribute {missing}.',
        values
      );
    case 'explicit_only':
      return t(
        'security.explorer.explicitOnly',
        '{role} only has “*”, which does not give {action}: it must be named.',
        values
      );
    case 'permission_missing':
      return t(
        'security.explorer.permissionMissing',
        '{role} gives nothing like {action}.',
        values
      );
    case 'role_missing':
      return t(
        'security.explorer.roleMissing',
        '{role} is mapped, but there is no such role.',
        values
      );
    case 'mapping_incomplete':
      return t(
        'security.explorer.mappingIncomplete',
        '{role} would do, but its mapping also asks for the backend roles {missing}.',
        values
      );
    default:
      return otherMissText(miss.code, values);
  }
}

type DescribedCode =
  | 'action_missing'
  | 'index_pattern_missing'
  | 'attribute_missing'
  | 'explicit_only'
  | 'permission_missing'
  | 'role_missing'
  | 'mapping_incomplete';

function otherMissText(
  code: Exclude<NearMiss['code'], DescribedCode>,
  values: { readonly role: string; readonly index: string; readonly number: number }
): string {
  switch (code) {
    case 'tenant_read_only':
      return t(
        'security.explorer.missTenantReadOnly',
        '{role} gives the tenant for reading only.',
        values
      );
    case 'tenant_not_granted':
      return t('security.explorer.missTenant', '{role} does not name the tenant.', values);
    case 'restriction_unresolved':
      return t(
        'security.explorer.missUnresolved',
        '{role}, index permission {number}: its document query names an attribute that the user lacks.',
        values
      );
    case 'restriction_invalid':
      return t(
        'security.explorer.missInvalid',
        '{role}, index permission {number}: its document query is not valid.',
        values
      );
    case 'restriction_in_force':
      return t(
        'security.explorer.missRestricted',
        '{role}, index permission {number}, holds back documents or fields of {index}.',
        values
      );
  }
}
