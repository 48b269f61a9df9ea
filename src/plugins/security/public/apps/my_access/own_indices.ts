/** Index permissions of all roles as verbs, by index pattern. */
import { type EffectiveRole, INDEX_VERBS, type IndexVerb } from '@sd/contracts';

export interface OwnIndices {
  /** With attributes and dates substituted. */
  readonly pattern: string;
  readonly verbs: readonly IndexVerb[];
  /** Whether a role limits documents or fields. */
  readonly isRestricted: boolean;
  readonly roles: readonly string[];
}

/** Sorted by pattern, without those that the product and plugins use for themselves. */
export function ownIndices(roles: readonly EffectiveRole[]): readonly OwnIndices[] {
  const byPattern = new Map<
    string,
    { verbs: Set<IndexVerb>; roles: Set<string>; limits: number }
  >();
  for (const { role, index } of roles)
    for (const { rendered_patterns: patterns, verbs, dls, fls, masked_fields: masked } of index)
      for (const pattern of patterns) {
        if (isOfSystem(pattern)) continue;
        const found = byPattern.get(pattern) ?? { verbs: new Set(), roles: new Set(), limits: 0 };
        byPattern.set(pattern, found);
        verbs.forEach((verb) => found.verbs.add(verb));
        found.roles.add(role);
        found.limits += (dls === undefined ? 0 : 1) + fls.length + masked.length;
      }
  return [...byPattern]
    .map(([pattern, found]) => ({
      pattern,
      verbs: INDEX_VERBS.filter((verb) => found.verbs.has(verb)),
      isRestricted: found.limits > 0,
      roles: [...found.roles],
    }))
    .sort((one, other) => (one.pattern < other.pattern ? -1 : 1));
}

const isOfSystem = (pattern: string): boolean => /^[.%]/.test(pattern);
