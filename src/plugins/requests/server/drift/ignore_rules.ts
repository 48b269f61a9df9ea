/**
 * Rules of `drift.ignore`: `kind/name` leaves out entries, `kind/name.field` a field of them. `*`
 * stands for any characters.
 */
import { IMPORT_KINDS, type ImportKind } from '@sd/contracts';
import { matchesWildcard } from '@sd/core/server';

/** One sentence per rule that can never match. */
export const ignoreRuleProblems = (key: string, rules: readonly string[]): readonly string[] =>
  rules
    .filter((rule) => !IMPORT_KINDS.some((kind) => rule.startsWith(`${kind}/`)))
    .map(
      (rule) =>
        `${key}: "${rule}" doesn't begin with a kind and a slash; kinds are ${IMPORT_KINDS.join(', ')}.`
    );

export class IgnoreRules {
  private readonly byKind: ReadonlyMap<ImportKind, readonly string[]>;

  constructor(rules: readonly string[]) {
    this.byKind = new Map(
      IMPORT_KINDS.map((kind) => [kind, rules.filter((rule) => rule.startsWith(`${kind}/`))])
    );
  }

  /** @param field - default: the entry as a whole */
  matches(kind: ImportKind, name: string, field?: string): boolean {
    const rules = this.byKind.get(kind) ?? [];
    const target = `${kind}/${name}${field === undefined ? '' : `.${field}`}`;
    return rules.some((rule) => matchesWildcard(rule, target));
  }
}
