/** Permissions as a tree: action groups open to what they allow. Source: reference security-plugin 1.6.3. */
import { EuiTreeView, useGeneratedHtmlId } from '@elastic/eui';
import type { ReactElement } from 'react';
import type { ActionGroup } from '@sd/contracts';

/** Groups hold groups; a cycle or a deep nest ends here. */
const MAX_DEPTH = 5;

export type ActionGroups = Readonly<Record<string, Pick<ActionGroup, 'allowed_actions'>>>;

export interface PermissionNode {
  readonly name: string;
  /** Absent for single permissions. */
  readonly children?: readonly PermissionNode[];
}

export function permissionNodes(
  permissions: readonly string[],
  groups: ActionGroups,
  depth = 1
): readonly PermissionNode[] {
  return permissions.map((name) => {
    const group = Object.hasOwn(groups, name) ? groups[name] : undefined;
    return group && depth < MAX_DEPTH
      ? { name, children: permissionNodes(group.allowed_actions, groups, depth + 1) }
      : { name };
  });
}

export interface PermissionTreeProps {
  readonly permissions: readonly string[];
  readonly groups: ActionGroups;
  readonly label: string;
}

type TreeItems = Parameters<typeof EuiTreeView>[0]['items'];

export function PermissionTree({ permissions, groups, label }: PermissionTreeProps): ReactElement {
  const treeId = useGeneratedHtmlId({ prefix: 'permissions' });
  const toItems = (nodes: readonly PermissionNode[], path: string): TreeItems =>
    nodes.map(({ name, children }, index) => {
      const id = `${path}.${index}`;
      return {
        id,
        label: name,
        ...(children && children.length > 0 && { children: toItems(children, id) }),
      };
    });
  return (
    <EuiTreeView
      aria-label={label}
      display="compressed"
      showExpansionArrows
      items={toItems(permissionNodes(permissions, groups), treeId)}
    />
  );
}
