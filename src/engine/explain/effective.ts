/** Everything a user may do, by the role it comes from. */
import { expandActions } from '../evaluation/action_groups';
import { renderPattern, TENANT_WRITE_ACTION } from '../evaluation/compiled_role';
import type { Subject } from '../evaluation/attributes';
import type { RuleView } from '../evaluation/rule_view';
import type { Role } from '../model/entity_types';
import { findIndexMatch } from './index_match';
import type { EffectiveRole, ExplainedRole } from './types';

export function effectiveRole(
  rules: RuleView,
  subject: Subject,
  explained: ExplainedRole,
  nowMs: number
): EffectiveRole {
  const role = rules.role(explained.role);
  const expand = (listed: readonly string[]): readonly string[] =>
    expandActions(listed, (name) => rules.actionGroup(name)?.allowed_actions);
  const listed = role?.cluster_permissions ?? [];
  return {
    ...explained,
    reserved: role?.reserved ?? false,
    ...(role?.description !== undefined && { description: role.description }),
    cluster: { listed, expanded: expand(listed) },
    index: (role?.index_permissions ?? []).map((entry, position) => ({
      entry: position,
      index_patterns: entry.index_patterns,
      rendered_patterns: entry.index_patterns.map(
        (pattern) => renderPattern(pattern, subject, nowMs) ?? pattern
      ),
      allowed_actions: entry.allowed_actions,
      expanded_actions: expand(entry.allowed_actions),
      ...(entry.dls !== undefined && { dls: entry.dls }),
      fls: entry.fls,
      masked_fields: entry.masked_fields,
    })),
    tenants: (role?.tenant_permissions ?? []).map((entry, position) => ({
      entry: position,
      tenant_patterns: entry.tenant_patterns,
      access: expand(entry.allowed_actions).includes(TENANT_WRITE_ACTION) ? 'write' : 'read',
      tenants: matchingTenants(rules, subject, entry, nowMs),
    })),
  };
}

const matchingTenants = (
  rules: RuleView,
  subject: Subject,
  { tenant_patterns: patterns }: Role['tenant_permissions'][number],
  nowMs: number
): readonly string[] =>
  [...rules.tenantNames()]
    .filter((name) => findIndexMatch(patterns, { name }, subject, nowMs) !== undefined)
    .sort();
