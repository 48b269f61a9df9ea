/**
 * How a page of matches is read. Three ways give the same page; which is cheapest depends on how
 * many objects match and how far into the order the page lies. The costs are microseconds per row,
 * measured on 100 000 objects; they only need to be right in proportion.
 */

export type FindPlan =
  /** Take the matches from the full-text index, look each up, sort them. */
  | 'matches_first'
  /**
   * Walk the objects in order, ask the full-text index about each. For pages near the start of
   * broad searches.
   */
  | 'order_first'
  /** Collect the matches in a temporary set, walk the objects in order. */
  | 'order_with_set';

const COST_US = { lookUp: 0.45, cheap: 40, dear: 300, collect: 0.2, walk: 0.4 } as const;

export interface FindPlanInput {
  /** Objects that match. */
  readonly matches: number;
  /** Objects in the partition. */
  readonly objects: number;
  /** Rows up to the end of the page: offset and limit. */
  readonly wanted: number;
  /** Whether an index gives the order. */
  readonly isOrdered: boolean;
  /** How costly it is to ask the full-text index about a single row; absent: it cannot be asked. */
  readonly probing?: 'cheap' | 'dear';
}

export function chooseFindPlan({
  matches,
  objects,
  wanted,
  isOrdered,
  probing,
}: FindPlanInput): FindPlan {
  if (!isOrdered) return 'matches_first';
  const hitRate = Math.max(matches, 1) / Math.max(objects, 1);
  const walked = Math.min(Math.min(wanted, matches) / hitRate, objects);
  const costs: Record<FindPlan, number> = {
    matches_first: matches * COST_US.lookUp,
    order_first: probing ? walked * COST_US[probing] : Number.POSITIVE_INFINITY,
    order_with_set: matches * COST_US.collect + walked * COST_US.walk,
  };
  return (Object.keys(costs) as FindPlan[]).reduce((best, plan) =>
    costs[plan] < costs[best] ? plan : best
  );
}
