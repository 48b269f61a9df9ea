/** Action-group expansion. Source: docs/reference/engine.md#expansion-of-action-groups. */
import { type ActionGroupMembers, GroupGraph } from './group_graph';
import { PatternSet } from '../patterns/pattern';

/**
 * The listed strings and, transitively, the members of every listed group. Names are literal,
 * cycles are harmless, unknown names stay as they are.
 * @returns distinct strings in order of discovery
 */
export function expandActions(
  listed: readonly string[],
  membersOf: ActionGroupMembers
): readonly string[] {
  const found = new Set(listed);
  for (const name of found) {
    // A set that grows while it is walked also yields the new values: this is the fixpoint.
    for (const member of membersOf(name) ?? []) found.add(member);
  }
  return [...found];
}

/** What a list grants, with its groups and theirs. */
export interface ActionSet {
  matches(action: string): boolean;
  /** As `matches`, but a bare `*` does not count (docs/reference/engine.md#cluster-permissions). */
  matchesExplicitly(action: string): boolean;
  /** Whether this very text stands in the list or in one of the groups. */
  lists(text: string): boolean;
}

const MAX_SETS = 2_000;

/**
 * Lists as questions. Roles mostly list the same few groups: they hold their names, and share what
 * is in them.
 */
export class ActionSets {
  private readonly sets = new Map<string, ActionSet>();
  private graph: GroupGraph;

  constructor(private readonly membersOf: ActionGroupMembers) {
    this.graph = new GroupGraph(membersOf);
  }

  of(listed: readonly string[]): ActionSet {
    const key = JSON.stringify(listed);
    const known = this.sets.get(key);
    if (known) return known;
    const made = actionSet(listed, this.graph);
    if (this.sets.size >= MAX_SETS) this.sets.clear();
    this.sets.set(key, made);
    return made;
  }

  /** To be called when a group changed. */
  clear(): void {
    this.sets.clear();
    this.graph = new GroupGraph(this.membersOf);
  }

  /** Some were given when there was no time to find out. */
  forgetAnswers(): void {
    this.graph.forgetAnswers();
  }
}

function actionSet(listed: readonly string[], graph: GroupGraph): ActionSet {
  const own = new PatternSet(listed);
  const groups = graph.follow(listed);
  return {
    matches: (action) => own.matches(action) || graph.isYes(groups, 'matches', action),
    matchesExplicitly: (action) =>
      own.matchesExplicitly(action) || graph.isYes(groups, 'matchesExplicitly', action),
    lists: (text) => listed.includes(text) || graph.isYes(groups, 'lists', text),
  };
}
