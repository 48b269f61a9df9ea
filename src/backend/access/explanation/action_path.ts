/** The path from a listed permission through action groups to the matching pattern. */
import { isExplicitAction } from '../evaluation/compiled_role';
import { compilePattern } from '../patterns/pattern';
import type { RuleView } from '../evaluation/rule_view';
import type { ActionMatch } from '../../../contracts/api';

/** Paths to one action, cached per listed string, because thousands of roles list the same few. */
export class ActionPaths {
  private readonly remembered = new Map<string, ActionMatch | undefined>();
  private readonly isExplicit: boolean;

  constructor(
    private readonly rules: Pick<RuleView, 'actionGroup'>,
    readonly action: string
  ) {
    this.isExplicit = isExplicitAction(action);
  }

  /** The shortest path from the first listed string that has one. */
  find(listed: readonly string[]): ActionMatch | undefined {
    for (const name of listed) {
      const match = this.from(name);
      if (match) return match;
    }
    return undefined;
  }

  /** Breadth-first search: it terminates on cycles and finds a shortest path. */
  private from(start: string): ActionMatch | undefined {
    if (this.remembered.has(start)) return this.remembered.get(start);
    /** The predecessor of each visited string. */
    const predecessors = new Map<string, string | undefined>([[start, undefined]]);
    for (const [name] of predecessors) {
      if (this.isMatch(name)) {
        const found = { path: pathTo(name, predecessors), pattern: name };
        this.remembered.set(start, found);
        return found;
      }
      // Iteration over a map includes keys added meanwhile.
      for (const member of this.rules.actionGroup(name)?.allowed_actions ?? []) {
        const isDeadEnd = this.remembered.has(member) && !this.remembered.get(member);
        if (!isDeadEnd && !predecessors.has(member)) predecessors.set(member, name);
      }
    }
    // No visited string leads to the action.
    for (const name of predecessors.keys()) this.remembered.set(name, undefined);
    return undefined;
  }

  private isMatch(pattern: string): boolean {
    return !(this.isExplicit && pattern === '*') && compilePattern(pattern)(this.action);
  }
}

function pathTo(
  name: string,
  predecessors: ReadonlyMap<string, string | undefined>
): readonly string[] {
  const path: string[] = [];
  for (let at: string | undefined = name; at !== undefined; at = predecessors.get(at))
    path.push(at);
  return path.reverse();
}
