/**
 * Action groups as they list each other, at one moment. What a group grants is found out once for
 * all lists that lead to it, in time that follows the size of the groups: not lists times groups,
 * however they nest.
 */
import { PatternSet } from '../patterns/pattern';

/** Group name to the strings it lists. */
export type ActionGroupMembers = (name: string) => readonly string[] | undefined;

export type GroupQuery = 'matches' | 'matchesExplicitly' | 'lists';

interface Group {
  readonly name: string;
  readonly listed: ReadonlySet<string>;
  readonly patterns: PatternSet;
  /** Groups that list this one. */
  readonly parents: Set<string>;
}

/** Questions whose answer is kept; there are some two hundred actions in use. */
const MAX_RESPONSES = 500;

export class GroupGraph {
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
