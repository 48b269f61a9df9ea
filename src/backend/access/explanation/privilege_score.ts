/**
 * Breadth of a role as one number, to compare roles: the known permissions that it grants, index
 * permissions weighted by the number of names that their patterns can match. An estimate.
 */
import { PERMISSION_NAMES } from '../../api/permission_names';
import { expandActions } from '../evaluation/action_groups';
import { PatternSet, patternKind } from '../patterns/pattern';
import type { RuleView } from '../evaluation/rule_view';
import type { Role } from '../../../contracts/entities';

/** Weight of a pattern that matches every name. */
const EVERYTHING = 1_000;
const TENANT_WRITE = 10;

export class PrivilegeScorer {
  private readonly counts = new Map<string, number>();

  constructor(private readonly rules: Pick<RuleView, 'actionGroup'>) {}

  of(role: Role): number {
    const cluster = this.count(role.cluster_permissions, PERMISSION_NAMES.cluster);
    const index = role.index_permissions.map(
      ({ index_patterns, allowed_actions }) =>
        total(index_patterns.map(width)) * this.count(allowed_actions, PERMISSION_NAMES.index)
    );
    const tenants = role.tenant_permissions.map(
      ({ tenant_patterns }) => total(tenant_patterns.map(width)) * TENANT_WRITE
    );
    return cluster + total(index) + total(tenants);
  }

  /**
   * The number of known permissions that the listed ones grant. An unknown permission counts as
   * one.
   */
  private count(listed: readonly string[], catalogue: readonly string[]): number {
    const key = `${catalogue.length}\n${listed.join('\n')}`;
    const known = this.counts.get(key);
    if (known !== undefined) return known;
    const expanded = expandActions(listed, (name) => this.rules.actionGroup(name)?.allowed_actions);
    const granted = new PatternSet(expanded);
    const own = expanded.filter(
      (action) =>
        patternKind(action) === 'exact' &&
        !catalogue.includes(action) &&
        this.rules.actionGroup(action) === undefined
    );
    const count = catalogue.filter((action) => granted.matches(action)).length + own.length;
    this.counts.set(key, count);
    return count;
  }
}

/**
 * A literal is one name. Each literal character of a wildcard halves the names that it can match.
 */
function width(pattern: string): number {
  switch (patternKind(pattern)) {
    case 'nothing':
      return 0;
    case 'exact':
      return 1;
    case 'everything':
      return EVERYTHING;
    default:
      return Math.max(2, EVERYTHING / 2 ** pattern.replace(/[*?]/g, '').length);
  }
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
