/** How far an index permission grants an action group: none, all or part of it. */
import type { ActionGroups } from '../../../components/permission_tree';

/** `listed`: the row names the group; `all`: other names grant all of it. */
export type MatrixCell = 'none' | 'listed' | 'all' | 'custom';

/** Columns that are always shown if the groups exist, from read to full access. */
const STANDARD_GROUPS: readonly string[] = [
  'read',
  'write',
  'delete',
  'create_index',
  'manage',
  'indices_monitor',
  'indices_all',
];

/** @param rows - actions of each index permission */
export const matrixColumns = (
  rows: ReadonlyArray<readonly string[]>,
  groups: ActionGroups
): readonly string[] => {
  const named = rows.flat().filter((action) => groups[action] !== undefined);
  return [...new Set([...STANDARD_GROUPS.filter((name) => groups[name] !== undefined), ...named])];
};

export function matrixCell(
  actions: readonly string[],
  group: string,
  groups: ActionGroups
): MatrixCell {
  if (actions.includes(group)) return 'listed';
  const granted = expandGroups(actions, groups);
  const groupActions = expandGroups([group], groups);
  const covered = groupActions.filter((action) =>
    granted.some((pattern) => covers(pattern, action))
  );
  if (groupActions.length > 0 && covered.length === groupActions.length) return 'all';
  // A partial grant can also be a narrower pattern than the group's.
  const isTouched =
    covered.length > 0 || granted.some((one) => groupActions.some((all) => covers(all, one)));
  return isTouched ? 'custom' : 'none';
}

/** Actions of a row besides the column groups. */
export const otherActions = (
  actions: readonly string[],
  columns: readonly string[]
): readonly string[] => actions.filter((action) => !columns.includes(action));

/** Single actions and patterns, with groups expanded. */
function expandGroups(listed: readonly string[], groups: ActionGroups): readonly string[] {
  const found = new Set(listed);
  for (const name of found)
    for (const member of groups[name]?.allowed_actions ?? []) found.add(member);
  return [...found].filter((name) => groups[name] === undefined);
}

/**
 * Supports patterns with a trailing asterisk, the usual form for actions; other patterns only match
 * themselves.
 */
const covers = (pattern: string, action: string): boolean =>
  pattern === action || (pattern.endsWith('*') && action.startsWith(pattern.slice(0, -1)));
