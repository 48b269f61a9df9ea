/** What an index permission grants of an action group: nothing, all of it, or a part. Pure. */
import type { ActionGroups } from '../../../components/permission_tree';

/** `listed`: the row names the group; `all`: it grants all of it by other names. */
export type MatrixCell = 'none' | 'listed' | 'all' | 'custom';

/** Columns that are always there, as far as the groups exist: from reading to everything. */
const USUAL: readonly string[] = [
  'read',
  'write',
  'delete',
  'create_index',
  'manage',
  'indices_monitor',
  'indices_all',
];

/** @param rows - the actions of each index permission */
export const matrixColumns = (
  rows: ReadonlyArray<readonly string[]>,
  groups: ActionGroups
): readonly string[] => {
  const named = rows.flat().filter((action) => groups[action] !== undefined);
  return [...new Set([...USUAL.filter((name) => groups[name] !== undefined), ...named])];
};

export function matrixCell(
  actions: readonly string[],
  group: string,
  groups: ActionGroups
): MatrixCell {
  if (actions.includes(group)) return 'listed';
  const held = expanded(actions, groups);
  const wanted = expanded([group], groups);
  const covered = wanted.filter((action) => held.some((pattern) => covers(pattern, action)));
  if (wanted.length > 0 && covered.length === wanted.length) return 'all';
  // A part may also be narrower than what the group lists.
  const isTouched =
    covered.length > 0 || held.some((one) => wanted.some((all) => covers(all, one)));
  return isTouched ? 'custom' : 'none';
}

/** What a row lists beside the groups that are columns. */
export const otherActions = (
  actions: readonly string[],
  columns: readonly string[]
): readonly string[] => actions.filter((action) => !columns.includes(action));

/** Single actions and patterns, without the names of groups. */
function expanded(listed: readonly string[], groups: ActionGroups): readonly string[] {
  const found = new Set(listed);
  for (const name of found)
    for (const member of groups[name]?.allowed_actions ?? []) found.add(member);
  return [...found].filter((name) => groups[name] === undefined);
}

/** Of patterns with a star at the end, which is where actions have it; others mean themselves. */
const covers = (pattern: string, action: string): boolean =>
  pattern === action || (pattern.endsWith('*') && action.startsWith(pattern.slice(0, -1)));
