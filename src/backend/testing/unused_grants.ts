/**
 * Measures how much a role grants beyond what was used: pairs of a known action and an index of the
 * installation, and known cluster actions. Roles count one by one, so what two roles grant counts
 * twice.
 */
import { isClusterAction } from '../access/evaluation/action_kind';
import type { CompiledRole } from '../access/evaluation/compiled_role';
import { requiredActions } from '../access/evaluation/required_actions';
import clusterPermissions from '../model/data/cluster-permissions.json';
import indexPermissions from '../model/data/index-permissions.json';

const KNOWN = [...new Set<string>([...clusterPermissions, ...indexPermissions])];
const CLUSTER_ACTIONS = KNOWN.filter(isClusterAction);
const INDEX_ACTIONS = KNOWN.filter((action) => !isClusterAction(action));
const SUBJECT = { userName: '', backendRoles: [], roles: [], attributes: new Map() } as const;

export interface Use {
  readonly action: string;
  readonly index?: string;
}

/** @param uses - of the holders of the role, before it changed */
export function unusedGrants(
  role: CompiledRole | undefined,
  indices: readonly string[],
  uses: readonly Use[]
): number {
  if (!role) return 0;
  const used = new Set(uses.flatMap(pairsOf));
  let count = 0;
  for (const action of CLUSTER_ACTIONS)
    if (role.clusterActions.matches(action) && !used.has(action)) count++;
  for (const action of INDEX_ACTIONS) {
    const entries = role.entriesGranting(action);
    for (const index of entries.length > 0 ? indices : [])
      if (
        entries.some(({ patterns }) => patterns.matches(index, SUBJECT)) &&
        !used.has(`${action} ${index}`)
      )
        count++;
  }
  return count;
}

function pairsOf({ action, index }: Use): readonly string[] {
  const needed = requiredActions(action);
  return [
    ...needed.cluster,
    ...(index === undefined ? [] : needed.index.map((one) => `${one} ${index}`)),
  ];
}
