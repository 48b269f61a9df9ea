/** The smallest change of a role that fills a gap. */
import type { Role } from '../../../contracts/entities';
import type { Cell } from './context';
import type { PatchOperation } from '../../../contracts/api';

/** What is missing, the same for all kinds of suggestions. */
export interface Gap {
  readonly cluster: readonly string[];
  readonly cells: readonly Cell[];
  readonly tenant?: { readonly name: string; readonly needed: 'read' | 'write' };
}

/** A role with just what is missing, and the patch that makes it so. */
export function addMissingPermissions(
  role: Role,
  { cluster, cells, tenant }: Gap
): { changed: Role; patch: readonly PatchOperation[] } {
  const patch: PatchOperation[] = [];
  const add = (path: string, value: unknown): void => {
    patch.push({ op: 'add', path, value });
  };
  const entries = role.index_permissions.map((entry) => ({ ...entry }));
  cluster.forEach((action) => add('/cluster_permissions/-', action));
  for (const { indices, actions } of grouped(cells)) {
    const at = entries.findIndex(({ index_patterns }) => isSame(index_patterns, indices));
    const same = entries[at];
    if (same) {
      entries[at] = { ...same, allowed_actions: [...same.allowed_actions, ...actions] };
      actions.forEach((action) => add(`/index_permissions/${at}/allowed_actions/-`, action));
    } else {
      const entry = {
        index_patterns: indices,
        fls: [],
        masked_fields: [],
        allowed_actions: actions,
      };
      entries.push(entry);
      add('/index_permissions/-', { index_patterns: indices, allowed_actions: actions });
    }
  }
  const grant = tenant && {
    tenant_patterns: [tenant.name],
    allowed_actions: [tenant.needed === 'write' ? 'kibana_all_write' : 'kibana_all_read'],
  };
  if (grant) add('/tenant_permissions/-', grant);
  const changed: Role = {
    ...role,
    cluster_permissions: [...role.cluster_permissions, ...cluster],
    index_permissions: entries,
    tenant_permissions: grant ? [...role.tenant_permissions, grant] : role.tenant_permissions,
  };
  return { changed, patch };
}

/** Indices that lack the same actions share an entry. */
function grouped(
  cells: readonly Cell[]
): readonly { indices: readonly string[]; actions: readonly string[] }[] {
  const byIndex = new Map<string, string[]>();
  for (const { action, target } of cells) {
    byIndex.set(target.name, [...(byIndex.get(target.name) ?? []), action]);
  }
  const byActions = new Map<string, { indices: string[]; actions: readonly string[] }>();
  for (const [index, actions] of byIndex) {
    const key = JSON.stringify(actions);
    const known = byActions.get(key);
    if (known) known.indices.push(index);
    else byActions.set(key, { indices: [index], actions });
  }
  return [...byActions.values()];
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((value) => b.includes(value));
