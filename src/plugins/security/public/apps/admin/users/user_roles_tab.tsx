/** Which roles a user has, by which way, and giving and taking them. */
import { EuiButton, EuiFlexGroup, EuiFlexItem, EuiLink } from '@elastic/eui';
import type { EffectivePermissions, EffectiveRole } from '@sd/contracts';
import { FormattedMessage, i18n } from '@sd/core/public';
import { Breakable, deleteEach, DeleteDialog, Panel, useChanged, useLink } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import { OriginList } from '../../../components/access/origin_list';
import { PagedTable } from '../../../components/paged_table';
import { useAdmin } from '../../../services/admin_context';
import { SECURITY_KEY } from '../../../services/query_keys';
import { isRemovable, RoleMembership } from '../../../services/role_membership';
import { ROLE_PAGES } from '../routing/paths';
import { GiveRolesDialog } from './give_roles_dialog';

export interface UserRolesTabProps {
  readonly name: string;
  readonly effective: EffectivePermissions;
}

export function UserRolesTab({ name, effective }: UserRolesTabProps): ReactElement {
  const [selected, setSelected] = useState<readonly EffectiveRole[]>([]);
  const [asked, setAsked] = useState<'give' | 'take'>();
  const close = () => {
    setAsked(undefined);
    setSelected([]);
  };
  return (
    <Panel
      title={
        <FormattedMessage
          id="security.userView.roles"
          defaultMessage="Roles ({count})"
          values={{ count: effective.roles.length }}
        />
      }
      description={
        <FormattedMessage
          id="security.userRoles.intro"
          defaultMessage="Roles given by name or directly can be taken away here. What comes by a backend role or a host is shared with others: change it in the mapping of the role."
        />
      }
      actions={
        <EuiFlexGroup gutterSize="s" responsive={false} wrap>
          <EuiFlexItem grow={false}>
            <EuiButton
              color="danger"
              isDisabled={selected.length === 0}
              onClick={() => setAsked('take')}
            >
              <FormattedMessage id="security.userRoles.take" defaultMessage="Take roles away" />
            </EuiButton>
          </EuiFlexItem>
          <EuiFlexItem grow={false}>
            <EuiButton fill onClick={() => setAsked('give')}>
              <FormattedMessage id="security.userRoles.give" defaultMessage="Give roles" />
            </EuiButton>
          </EuiFlexItem>
        </EuiFlexGroup>
      }
    >
      <RoleTable name={name} roles={effective.roles} onSelect={setSelected} />
      {asked === 'give' && (
        <GiveRolesDialog
          name={name}
          held={effective.roles.map(({ role }) => role)}
          onClose={close}
        />
      )}
      {asked === 'take' && <TakeRolesDialog name={name} roles={selected} onClose={close} />}
    </Panel>
  );
}

interface RoleTableProps {
  readonly name: string;
  readonly roles: readonly EffectiveRole[];
  /** Without it, rows cannot be selected. */
  readonly onSelect?: (roles: readonly EffectiveRole[]) => void;
}

/** Roles with the ways they come by. */
export function RoleTable({ name, roles, onSelect }: RoleTableProps): ReactElement {
  const link = useLink();
  const label = (isSelectable: boolean, { role }: EffectiveRole): string =>
    isSelectable
      ? i18n.translate('security.userRoles.select', {
          defaultMessage: 'Select {role}',
          values: { role },
        })
      : i18n.translate('security.userRoles.shared', {
          defaultMessage: '{role} comes by a mapping that others share',
          values: { role },
        });
  return (
    <PagedTable<EffectiveRole>
      caption={i18n.translate('security.userRoles.caption', {
        defaultMessage: 'Roles of {name}',
        values: { name },
      })}
      items={roles}
      itemId="role"
      {...(onSelect && {
        selection: {
          onChange: onSelect,
          isSelectable: ({ origins }) => isRemovable(origins, name),
          label,
        },
      })}
      columns={[
        {
          name: i18n.translate('security.userRoles.role', { defaultMessage: 'Role' }),
          render: ({ role, exists }: EffectiveRole) =>
            exists ? (
              <EuiLink {...link(ROLE_PAGES.view(role))}>
                <Breakable text={role} />
              </EuiLink>
            ) : (
              <FormattedMessage
                id="security.userRoles.missing"
                defaultMessage="{role} (there is no such role)"
                values={{ role }}
              />
            ),
        },
        {
          name: i18n.translate('security.userRoles.origin', { defaultMessage: 'Comes by' }),
          render: ({ origins }: EffectiveRole) => <OriginList origins={origins} />,
        },
      ]}
    />
  );
}

interface TakeRolesDialogProps {
  readonly name: string;
  readonly roles: readonly EffectiveRole[];
  readonly onClose: () => void;
}

function TakeRolesDialog({ name, roles, onClose }: TakeRolesDialogProps): ReactElement {
  const { core, entities } = useAdmin();
  const changed = useChanged();
  const membership = new RoleMembership(entities);
  const items = roles.map((role) => ({ ...role, id: role.role, name: role.role }));
  return (
    <DeleteDialog
      items={items}
      title={i18n.translate('security.userRoles.takeTitle', { defaultMessage: 'Take roles away' })}
      itemsLabel={i18n.translate('security.roles.entities', { defaultMessage: 'role(s)' })}
      run={deleteEach(items, ({ role, origins }) => membership.take(name, role, origins))}
      onClose={(taken) => {
        onClose();
        if (taken.length === 0) return;
        changed(SECURITY_KEY);
        core.notifications.toasts.addSuccess({
          title: i18n.translate('security.userRoles.taken', {
            defaultMessage:
              '{count, plural, one {{name} has lost one role.} other {{name} has lost # roles.}}',
            values: { name, count: taken.length },
          }),
        });
      }}
    >
      <p>
        <FormattedMessage
          id="security.userRoles.takeQuestion"
          defaultMessage="{name} loses what only these roles permit, at once."
          values={{ name }}
        />
      </p>
    </DeleteDialog>
  );
}
