/** Action group expansion. */
import { PatternSet } from '../patterns/pattern';

/** Members of a group by its name. */
type ActionGroupMembers = (name: string) => readonly string[] | undefined;

type GroupQuery = 'matches' | 'matchesExplicitly' | 'lists';

interface Group {
  readonly name: string;
  readonly listed: ReadonlySet<string>;
  readonly patterns: PatternSet;
  /** Groups that list this one. */
  readonly parents: Set<string>;
}

/** Cached queries; about 200 actions are in use. */
const MAX_RESULTS = 500;

class GroupGraph {
  /** All groups reached from a list so far. */
  private readonly groups = new Map<string, Group>();
  /** Groups that satisfy a query, themselves or through a nested group. */
  private readonly results = new Map<string, ReadonlySet<string>>();

  constructor(private readonly membersOf: ActionGroupMembers) {}

  /**
   * Loads the groups of a list, including nested groups.
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

  /** @param names - groups returned by `follow` */
  isYes(names: readonly string[], request: GroupQuery, text: string): boolean {
    if (names.length === 0) return false;
    const groups = this.matchingGroups(request, text);
    return groups.size > 0 && names.some((name) => groups.has(name));
  }

  clearResults(): void {
    this.results.clear();
  }

  private find(name: string, unread: Group[]): Group | undefined {
    const known = this.groups.get(name);
    const members = known ? undefined : this.membersOf(name);
    if (!members) return known;
    const patterns = new PatternSet(members);
    const group = { name, listed: new Set(members), patterns, parents: new Set<string>() };
    this.groups.set(name, group);
    unread.push(group);
    this.results.clear();
    return group;
  }

  private matchingGroups(request: GroupQuery, text: string): ReadonlySet<string> {
    const key = `${request} ${text}`;
    const known = this.results.get(key);
    if (known) return known;
    const found = new Set<string>();
    for (const group of this.groups.values())
      if (isMatch(group, request, text)) found.add(group.name);
    // Iteration over a set includes values added meanwhile, so all ancestors are found.
    for (const name of found)
      for (const parent of this.groups.get(name)?.parents ?? []) found.add(parent);
    if (this.results.size >= MAX_RESULTS) this.results.clear();
    this.results.set(key, found);
    return found;
  }
}

const isMatch = ({ listed, patterns }: Group, request: GroupQuery, text: string): boolean =>
  request === 'lists' ? listed.has(text) : patterns[request](text);

/**
 * The listed strings and, transitively, the members of every listed group. Names are literal.
 * Cycles are allowed, and unknown names are kept.
 * @returns distinct strings in order of discovery
 */
export function expandActions(
  listed: readonly string[],
  membersOf: ActionGroupMembers
): readonly string[] {
  const found = new Set(listed);
  for (const name of found) {
    // Iteration over a set includes values added meanwhile: this computes the fixpoint.
    for (const member of membersOf(name) ?? []) found.add(member);
  }
  return [...found];
}

/** The grants of an action list, with nested action groups. */
export interface ActionSet {
  matches(action: string): boolean;
  /** As `matches`, but a bare `*` does not count (docs/reference/engine.md#cluster-permissions). */
  matchesExplicitly(action: string): boolean;
  /** Whether the list or one of its groups contains exactly this text. */
  lists(text: string): boolean;
}

const MAX_SETS = 2_000;

/**
 * Cache of action sets. Most roles list the same few groups, so sets share one compiled group
 * graph.
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

  /** Must be called when an action group changes. */
  clear(): void {
    this.sets.clear();
    this.graph = new GroupGraph(this.membersOf);
  }

  /** Drops cached results, some of which may come from regular expressions that ran out of time. */
  clearResults(): void {
    this.graph.clearResults();
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
