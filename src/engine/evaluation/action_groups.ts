/** Action-group expansion. Source: reference 4.3. */
import { PatternSet } from './pattern';

/** Group name to the strings it lists. */
export type ActionGroupMembers = (name: string) => readonly string[] | undefined;

/**
 * The listed strings and, transitively, the members of every listed group. Names are literal, cycles are
 * harmless, unknown names stay as they are.
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

const MAX_SETS = 2_000;

/** Expanded lists as patterns. Roles mostly list the same few groups, so each list is expanded and compiled once. */
export class ActionSets {
  private readonly sets = new Map<string, PatternSet>();

  constructor(private readonly membersOf: ActionGroupMembers) {}

  of(listed: readonly string[]): PatternSet {
    const key = JSON.stringify(listed);
    const known = this.sets.get(key);
    if (known) return known;
    const made = new PatternSet(expandActions(listed, this.membersOf));
    if (this.sets.size >= MAX_SETS) this.sets.clear();
    this.sets.set(key, made);
    return made;
  }

  /** To be called when a group changed. */
  clear(): void {
    this.sets.clear();
  }
}
