/**
 * Page of one action group: its permissions as a tree, and the roles and groups that contain it.
 */
import { EuiButton, EuiSkeletonText, EuiSpacer } from '@elastic/eui';
import { t } from '@sd/core/public';
import {
  Actions,
  LoadError,
  PageHeader,
  Panel,
  TruncatedList,
  useLink,
  usePage,
  useServerQuery,
} from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import type { ActionGroup } from '@sd/contracts';
import { HistoryButton } from '../../../components/history/history_button';
import { type ActionGroups, PermissionTree } from '../../../components/permission_tree';
import { renameLabel, useRenameReason } from '../../../components/rename_action';
import { RenameDialog } from '../../../components/rename_dialog';
import { useAdmin } from '../../../services/admin_context';
import { useMay } from '../../../services/rights';
import { resourceKey } from '../../../services/query_keys';
import { GROUP_PAGES } from '../paths';
import { NoSuchGroup } from '../not_found';

export function GroupViewPage({ name }: { readonly name: string }): ReactElement {
  const { entities, kit } = useAdmin();
  const link = useLink();
  const canRename = useRenameReason()('actiongroups') === undefined;
  const [isRenaming, setIsRenaming] = useState(false);
  const { data, error, isLoading, reload } = useServerQuery(
    resourceKey('actiongroups', 'view'),
    async (signal) => (await entities.list('actiongroups', signal)).data
  );
  const mayChange = useMay()(['PUT ACTIONGROUPS']);
  usePage([
    {
      text: t('security.common.permissions', 'Permissions'),
      path: GROUP_PAGES.list,
    },
    { text: name },
  ]);
  const group = data && Object.hasOwn(data, name) ? data[name] : undefined;
  if (data && !group) return <NoSuchGroup name={name} />;
  return (
    <>
      <PageHeader
        title={name}
        description={group?.description}
        actions={
          group && (
            <Actions>
              <HistoryButton type="actiongroups" name={name} />
              {mayChange && (
                <EuiButton {...link(GROUP_PAGES.duplicate(name))}>
                  {t('security.common.duplicate', 'Duplicate')}
                </EuiButton>
              )}
              {!group.reserved && canRename && (
                <EuiButton onClick={() => setIsRenaming(true)}>{renameLabel()}</EuiButton>
              )}
              {!group.reserved && mayChange && (
                <EuiButton fill {...link(GROUP_PAGES.edit(name))}>
                  {t('security.groupView.edit', 'Edit action group')}
                </EuiButton>
              )}
            </Actions>
          )
        }
      />
      {error !== undefined && <LoadError error={error} onRetry={reload} />}
      {!data && isLoading && <EuiSkeletonText lines={6} />}
      {isRenaming && (
        <RenameDialog
          resource="actiongroups"
          name={name}
          onClose={(to) => {
            setIsRenaming(false);
            if (to !== undefined) kit.services.history.replace(GROUP_PAGES.view(to));
          }}
        />
      )}
      {data && group && <GroupPanels name={name} group={group} groups={data} />}
    </>
  );
}

interface GroupPanelsProps {
  readonly name: string;
  readonly group: ActionGroup;
  readonly groups: ActionGroups;
}

function GroupPanels({ name, group, groups }: GroupPanelsProps): ReactElement {
  const allowed = t('security.groupView.allowed', 'Allowed actions ({count, number})', {
    count: group.allowed_actions.length,
  });
  const parents = Object.entries(groups)
    .filter(([, { allowed_actions: actions }]) => actions.includes(name))
    .map(([parent]) => parent);
  const parentsTitle = t('security.groupView.parents', 'Used in action groups ({count, number})', {
    count: parents.length,
  });
  return (
    <>
      <Panel title={allowed}>
        <PermissionTree permissions={group.allowed_actions} groups={groups} label={allowed} />
      </Panel>
      <EuiSpacer size="m" />
      <Panel title={parentsTitle}>
        <TruncatedList items={parents} label={parentsTitle} />
      </Panel>
    </>
  );
}
