/** From a listed permission over action groups to the pattern that matches. Source: reference 4.3. */
import { isExplicitAction } from '../evaluation/compiled_role';
import { compilePattern } from '../evaluation/pattern';
import type { RuleView } from '../evaluation/rule_view';
import type { ActionMatch } from './types';

/** Answers for one action, remembered per listed string: thousands of roles list the same few. */
export class ActionPaths {
  private readonly remembered = new Map<string, ActionMatch | undefined>();
  private readonly isExplicit: boolean;

  constructor(
    private readonly rules: Pick<RuleView, 'actionGroup'>,
    readonly action: string
  ) {
    this.isExplicit = isExplicitAction(action);
  }

  /** The shortest way, of the first listed string that has one. */
  find(listed: readonly string[]): ActionMatch | undefined {
    for (const name of listed) {
      const match = this.from(name);
      if (match) return match;
    }
    return undefined;
  }

  /** Breadth first, so that cycles end and the way is a shortest one. */
  private from(start: string): ActionMatch | undefined {
    if (this.remembered.has(start)) return this.remembered.get(start);
    const seen = new Set([start]);
    let found: ActionMatch | undefined;
    for (let paths = [[start]]; paths.length > 0 && !found;) {
      const hit = paths.find((path) => this.isMatch(path.at(-1) as string));
      if (hit) found = { path: hit, pattern: hit.at(-1) as string };
      paths = paths.flatMap((path) => {
        const members = this.rules.actionGroup(path.at(-1) as string)?.allowed_actions ?? [];
        const fresh = members.filter((member) => !seen.has(member));
        fresh.forEach((member) => seen.add(member));
        return [...new Set(fresh)].map((member) => [...path, member]);
      });
    }
    this.remembered.set(start, found);
    return found;
  }

  private isMatch(pattern: string): boolean {
    return !(this.isExplicit && pattern === '*') && compilePattern(pattern)(this.action);
  }
}
