/** Action-group expansion. Source: docs/reference/engine.md#expansion-of-action-groups. */
import { PatternSet } from '../patterns/pattern';

/** Group name to the strings it lists. */
type ActionGroupMembers = (name: string) => readonly string[] | undefined;

type GroupQuery = 'matches' | 'matchesExplicitly' | 'lists';

interface Group {
  readonly name: string;
  readonly listed: ReadonlySet<string>;
  readonly patterns: PatternSet;
  /** Groups that list this one. */
  readonly parents: Set<string>;
}

/** Questions whose answer is kept; there are some two hundred actions in use. */
const MAX_RESPONSES = 500;

class GroupGraph {
  /** All groups that a list has led to. */
  private readonly groups = new Map<string, Group>();
  /** Question to the groups that say yes to it, by themselves or by a group that they list. */
  private readonly responses = new Map<string, ReadonlySet<string>>();

  constructor(private readonly membersOf: ActionGroupMembers) {}

  /**
   * Reads the groups of a list, and theirs.
   * @returns the names in the list that are groups
   */
  follow(listed: readonly string[]): readonly string[] {
    const unread: Group[] = [];
    const named = [...new Set(listed)].filter((name) => this.find(name, unread));
    for (let group = unread.pop(); group; group = unread.pop()) {
      for (const member of group.listed) this.find(member, unread)?.parents.add(group.name);
    }
    return named;
  }

  /** @param names - groups that `follow` has given */
  isYes(names: readonly string[], request: GroupQuery, text: string): boolean {
    if (names.length === 0) return false;
    const groups = this.response(request, text);
    return groups.size > 0 && names.some((name) => groups.has(name));
  }

  forgetAnswers(): void {
    this.responses.clear();
  }

  private find(name: string, unread: Group[]): Group | undefined {
    const known = this.groups.get(name);
    const members = known ? undefined : this.membersOf(name);
    if (!members) return known;
    const patterns = new PatternSet(members);
    const group = { name, listed: new Set(members), patterns, parents: new Set<string>() };
    this.groups.set(name, group);
    unread.push(group);
    this.responses.clear();
    return group;
  }

  private response(request: GroupQuery, text: string): ReadonlySet<string> {
    const key = `${request} ${text}`;
    const known = this.responses.get(key);
    if (known) return known;
    const found = new Set<string>();
    for (const group of this.groups.values())
      if (saysYes(group, request, text)) found.add(group.name);
    // A set that grows while it is walked also yields the new values.
    for (const name of found)
      for (const parent of this.groups.get(name)?.parents ?? []) found.add(parent);
    if (this.responses.size >= MAX_RESPONSES) this.responses.clear();
    this.responses.set(key, found);
    return found;
  }
}

const saysYes = ({ listed, patterns }: Group, request: GroupQuery, text: string): boolean =>
  request === 'lists' ? listed.has(text) : patterns[request](text);

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
