/**
 * Measures how much a role grants beyond what was used: pairs of a known action and an index of the
 * installation, and known cluster actions. Roles count one by one, so what two roles grant counts
 * twice.
 */
import { isClusterAction } from '../access/evaluation/action_kind';
import type { CompiledRole } from '../access/evaluation/compiled_role';
import { requiredActions } from '../access/evaluation/required_actions';
import { RuleSet } from '../access/evaluation/rule_set';
import { PERMISSION_NAMES } from '../api/permission_names';
import { normaliseEntity } from '../model/payload';
import { staticEntries } from '../model/static_entries';

const KNOWN = [...new Set<string>([...PERMISSION_NAMES.cluster, ...PERMISSION_NAMES.index])];
const CLUSTER_ACTIONS = KNOWN.filter(isClusterAction);
const INDEX_ACTIONS = KNOWN.filter((action) => !isClusterAction(action));
const SUBJECT = { userName: '', backendRoles: [], roles: [], attributes: new Map() } as const;

interface Use {
  readonly action: string;
  readonly index?: string;
}

/**
 * @param roles - by name
 * @param uses - of all users, before roles changed
 */
export function unusedGrants(
  roles: Readonly<Record<string, object>>,
  indices: readonly string[],
  uses: readonly Use[]
): number {
  const rules = new RuleSet('MAPPING_ONLY');
  for (const { type, name, entity } of staticEntries()) rules.apply({ type, name, after: entity });
  for (const [name, role] of Object.entries(roles))
    rules.apply({ type: 'roles', name, after: normaliseEntity('roles', { ...role }) });
  const used = new Set(uses.flatMap(pairsOf));
  return rules
    .compiledRoles(Object.keys(roles))
    .reduce((sum, role) => sum + unusedOf(role, indices, used), 0);
}

function unusedOf(
  role: CompiledRole,
  indices: readonly string[],
  used: ReadonlySet<string>
): number {
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
