/** Effective permissions of a user, by role. */
import { expandActions } from '../evaluation/action_groups';
import { renderPattern, TENANT_WRITE_ACTION } from '../evaluation/compiled_role';
import { VERBS } from '../evaluation/verbs';
import type { Subject } from '../evaluation/attributes';
import type { RuleView } from '../evaluation/rule_view';
import type { CooperativeTask } from '../../scheduling/cooperative_task';
import {
  INDEX_VERBS,
  type EffectiveIndexPermission,
  type EffectiveRole,
  type ExplainedRole,
} from '../../../contracts/api';

export function* effectivePermissionsOfRole(
  rules: RuleView,
  subject: Subject,
  explained: ExplainedRole,
  nowMs: number
): CooperativeTask<EffectiveRole> {
  const role = rules.role(explained.role);
  const expand = (listed: readonly string[]): readonly string[] =>
    expandActions(listed, (name) => rules.actionGroup(name)?.allowed_actions);
  const listed = role?.cluster_permissions ?? [];
  const index: EffectiveIndexPermission[] = [];
  for (const [position, entry] of role?.index_permissions.entries() ?? []) {
    const compiled = rules.compiledRole(explained.role)?.indexPermissions[position];
    index.push({
      entry: position,
      index_patterns: entry.index_patterns,
      rendered_patterns: entry.index_patterns.map(
        (pattern) => renderPattern(pattern, subject, nowMs) ?? pattern
      ),
      allowed_actions: entry.allowed_actions,
      expanded_actions: expand(entry.allowed_actions),
      verbs: INDEX_VERBS.filter((verb) => compiled?.actions.matches(VERBS[verb]?.[0] ?? '')),
      ...(entry.dls !== undefined && { dls: entry.dls }),
      fls: entry.fls,
      masked_fields: entry.masked_fields,
    });
    yield;
  }
  const tenants: EffectiveRole['tenants'][number][] = [];
  for (const [position, entry] of role?.tenant_permissions.entries() ?? []) {
    const patterns = rules.compiledRole(explained.role)?.tenantPermissions[position]?.patterns;
    const isWrite = expand(entry.allowed_actions).includes(TENANT_WRITE_ACTION);
    tenants.push({
      entry: position,
      tenant_patterns: entry.tenant_patterns,
      access: isWrite ? 'write' : 'read',
      tenants: patterns ? [...rules.tenantsMatching(patterns, subject)].sort() : [],
    });
    yield;
  }
  return {
    ...explained,
    reserved: role?.reserved ?? false,
    ...(role?.description !== undefined && { description: role.description }),
    cluster: { listed, expanded: expand(listed) },
    index,
    tenants,
  };
}
