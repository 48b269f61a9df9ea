/**
 * Limits the number of distinct regular expressions in the configuration, because a single login
 * may evaluate all of them.
 */
import { PATTERN_LIMITS } from '../../../contracts/limits';
import { getExpressions } from './entity_patterns';
import type { Entity, ResourceType } from '../../../contracts/entities';
import { expressions } from './expression';

interface Changed {
  readonly type: ResourceType;
  readonly before?: Entity;
  readonly after?: Entity;
}

export class RegexQuota {
  /** Number of entities by expression. */
  private readonly counts = new Map<string, number>();

  follow(changes: readonly Changed[]): void {
    for (const [pattern, by] of sums(changes)) {
      const count = (this.counts.get(pattern) ?? 0) + by;
      if (count > 0) this.counts.set(pattern, count);
      else this.counts.delete(pattern);
    }
  }

  /**
   * @param changes - changes not yet passed to `follow`
   * @returns an error text if a limit would be exceeded; reducing a number that is already beyond
   *   its limit is allowed
   */
  findProblem(changes: readonly Changed[]): string | undefined {
    const added: string[] = [];
    const removed = new Set<string>();
    for (const [pattern, by] of sums(changes)) {
      const count = this.counts.get(pattern) ?? 0;
      if (count === 0 && by > 0) added.push(pattern);
      if (count > 0 && count + by <= 0) removed.add(pattern);
    }
    if (added.length === 0) return undefined;
    const { expressions: limit, backtracking } = PATTERN_LIMITS;
    const isMore = added.length > removed.size;
    if (isMore && this.counts.size + added.length - removed.size > limit)
      return `The configuration would hold more than ${limit} different regular expressions.`;
    const addedCostly = added.filter(isBacktracking).length;
    if (addedCostly <= [...removed].filter(isBacktracking).length) return undefined;
    const unchanged = [...this.counts.keys()].filter((pattern) => !removed.has(pattern));
    return unchanged.filter(isBacktracking).length + addedCostly > backtracking
      ? `The configuration would hold more than ${backtracking} different regular expressions with look-around inside, back-references or atomic groups.`
      : undefined;
  }
}

function sums(changes: readonly Changed[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const add = (type: ResourceType, entity: Entity | undefined, by: number) => {
    for (const pattern of entity ? getExpressions(type, entity) : [])
      found.set(pattern, (found.get(pattern) ?? 0) + by);
  };
  for (const { type, before, after } of changes) {
    add(type, before, -1);
    add(type, after, 1);
  }
  return found;
}

const isBacktracking = (pattern: string): boolean =>
  expressions.of(pattern.slice(1, -1)).isBacktracking;
