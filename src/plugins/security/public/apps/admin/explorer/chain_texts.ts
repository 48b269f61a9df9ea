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
        '{role} grants {action} on the cluster ({path}).',
        values
      );
    case 'index':
      return t(
        'security.explorer.indexGrant',
        '{role} grants {action} on {index}: index permission {number}, pattern {pattern} ({path}).',
        values
      );
    case 'tenant':
      return t(
        'security.explorer.tenantGrant',
        '{role} grants access to the tenant {tenant}: tenant permission {number}, pattern {pattern}.',
        values
      );
  }
}

/** Patterns that are named of an entry. */
const MAX_PATTERNS = 3;

const patternsText = (patterns: readonly string[]): string =>
  patterns.length > MAX_PATTERNS
    ? t('security.explorer.patterns', '{patterns} and {count, number} more', {
        patterns: patterns.slice(0, MAX_PATTERNS).join(', '),
        count: patterns.length - MAX_PATTERNS,
      })
    : patterns.join(', ');

const isInternal = (pattern: string): boolean => /^(\*:)?\./.test(pattern);

/** Without entries for internal indices only, unless the question is about one. */
export const listMisses = (misses: readonly NearMiss[]): readonly NearMiss[] =>
  misses.filter(
    ({ code, index = '', patterns = [] }) =>
      code !== 'index_pattern_missing' || isInternal(index) || !patterns.every(isInternal)
  );

export function nearMissText(miss: NearMiss): string {
  const values = {
    role: miss.role,
    number: (miss.entry ?? 0) + 1,
    action: miss.requested_action ?? '',
    index: miss.index ?? '',
    patterns: patternsText(miss.patterns ?? []),
    missing: (miss.missing ?? []).join(', '),
  };
  switch (miss.code) {
    case 'action_missing':
      return t(
        'security.explorer.actionMissing',
        "{role}, index permission {number}: matches {index}, but doesn't list {action}.",
        values
      );
    case 'index_pattern_missing':
      return t(
        'security.explorer.patternMissing',
        "{role}, index permission {number}: grants {action}, but its patterns ({patterns}) don't match {index}.",
        values
      );
    case 'attribute_missing':
      return t(
        'security.explorer.attributeMissing',
        '{role}, index permission {number}: would match if the user had the attribute {missing}.',
        values
      );
    case 'explicit_only':
      return t(
        'security.explorer.explicitOnly',
        "{role} only has “*”, which doesn't include {action}. It must be listed explicitly.",
        values
      );
    case 'permission_missing':
      return t('security.explorer.permissionMissing', "{role} doesn't grant {action}.", values);
    case 'role_missing':
      return t(
        'security.explorer.roleMissing',
        "{role} is mapped, but this role doesn't exist.",
        values
      );
    case 'mapping_incomplete':
      return t(
        'security.explorer.mappingIncomplete',
        '{role} would allow it, but its mapping also requires the backend roles {missing}.',
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
        '{role} grants read-only access to the tenant.',
        values
      );
    case 'tenant_not_granted':
      return t('security.explorer.missTenant', "{role} doesn't list the tenant.", values);
    case 'restriction_unresolved':
      return t(
        'security.explorer.missUnresolved',
        "{role}, index permission {number}: its document query uses an attribute that the user doesn't have.",
        values
      );
    case 'restriction_invalid':
      return t(
        'security.explorer.missInvalid',
        '{role}, index permission {number}: its document query is invalid.',
        values
      );
    case 'restriction_in_force':
      return t(
        'security.explorer.missRestricted',
        '{role}, index permission {number}: restricts documents or fields of {index}.',
        values
      );
  }
}
