/** Action-group expansion. Source: reference 4.3. */

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
