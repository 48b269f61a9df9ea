/** Permissions as a tree: action groups expand to the permissions they contain. */
import { EuiText, EuiTreeView, useGeneratedHtmlId } from '@elastic/eui';
import { t } from '@sd/core/public';
import { type ReactElement, useMemo } from 'react';
import type { ActionGroup } from '@sd/contracts';

/** Depth limit for nested and cyclic groups. */
const MAX_DEPTH = 5;
/**
 * Node limit: a few groups that reference one another produce millions of nodes. Further nodes stay
 * collapsed.
 */
const MAX_NODES = 2_000;

export type ActionGroups = Readonly<Record<string, Pick<ActionGroup, 'allowed_actions'>>>;

interface PermissionNode {
  readonly name: string;
  /** Empty for single permissions and for groups that stay collapsed. */
  readonly children: PermissionNode[];
}

/** Built breadth-first, so that the upper levels of a truncated tree are complete. */
function permissionNodes(
  permissions: readonly string[],
  groups: ActionGroups
): { readonly nodes: readonly PermissionNode[]; readonly isWhole: boolean } {
  const toNode = (name: string): PermissionNode => ({ name, children: [] });
  const nodes = permissions.map(toNode);
  let level = nodes;
  let count = nodes.length;
  for (let depth = 1; depth < MAX_DEPTH && level.length > 0; depth++) {
    const next: PermissionNode[] = [];
    for (const { name, children } of level) {
      const actions = Object.hasOwn(groups, name) ? groups[name]?.allowed_actions : undefined;
      if (!actions) continue;
      count += actions.length;
      if (count > MAX_NODES) return { nodes, isWhole: false };
      for (const action of actions) children.push(toNode(action));
      next.push(...children);
    }
    level = next;
  }
  return { nodes, isWhole: true };
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
        ...(children.length > 0 && { children: toItems(children, id) }),
      };
    });
  const { nodes, isWhole } = useMemo(
    () => permissionNodes(permissions, groups),
    [permissions, groups]
  );
  return (
    <>
      <EuiTreeView
        aria-label={label}
        display="compressed"
        showExpansionArrows
        items={toItems(nodes, treeId)}
      />
      {!isWhole && (
        <EuiText size="s" color="subdued">
          <p>
            {t(
              'security.permissionTree.cut',
              'These groups contain more than can be shown here. Open the collapsed groups under Permissions.'
            )}
          </p>
        </EuiText>
      )}
    </>
  );
}
