/** Bulk actions on users. */
import type { ReactElement } from 'react';
import { errorText, t } from '@sd/core/public';
import { failuresOf, type UndoableBulkAction } from '../../../../components/bulk/bulk_action';
import type { EntityClient } from '../../../../services/entity_client';
import { RoleMembership } from '../../../../services/role_membership';
import { setSuspended, suspend, type SuspensionDeps } from '../../../../services/user_suspension';
import { BulkDialog, type BulkDialogProps } from '../../../../components/bulk/bulk_dialog';
import { useAdmin } from '../../../../services/admin_context';

/** Adds the users in one change of the mapping. */
export function roleAssignment(
  entities: EntityClient,
  users: readonly string[],
  role: string
): UndoableBulkAction {
  const membership = new RoleMembership(entities);
  let added: readonly string[] = [];
  return {
    run: async (report) => {
      added = await membership.map(users, role);
      for (const id of users) report({ id, isDone: true });
    },
    undo: () => failuresOf(added.length > 0 ? [role] : [], () => membership.unmap(added, role)),
  };
}

/** Removes users from the mapping in one change, and the role from user entries one by one. */
export function roleRemoval(
  entities: EntityClient,
  users: readonly string[],
  role: string
): UndoableBulkAction {
  const membership = new RoleMembership(entities);
  let unmapped: readonly string[] = [];
  const removedDirectly: string[] = [];
  return {
    run: async (report) => {
      unmapped = await membership.unmap(users, role);
      for (const id of users) {
        try {
          const hadDirectly = await membership.removeDirect(id, role);
          if (hadDirectly) removedDirectly.push(id);
          const isDone = hadDirectly || unmapped.includes(id);
          report(isDone ? { id, isDone } : { id, isDone, message: notNamedText() });
        } catch (error) {
          report({ id, isDone: false, message: errorText(error) });
        }
      }
    },
    undo: async () => [
      ...(await failuresOf(unmapped.length > 0 ? [role] : [], () =>
        membership.map(unmapped, role)
      )),
      ...(await failuresOf(removedDirectly, (user) => membership.addDirect(user, role))),
    ],
  };
}

/** Also ends the sessions of the users. */
export const suspending = (deps: SuspensionDeps, users: readonly string[]): UndoableBulkAction =>
  eachOf(
    users,
    (user) => suspend(deps, user),
    (user) => setSuspended(deps.entities, user, false)
  );

export const reactivating = (
  entities: EntityClient,
  users: readonly string[]
): UndoableBulkAction =>
  eachOf(
    users,
    (user) => setSuspended(entities, user, false),
    (user) => setSuspended(entities, user, true)
  );

function eachOf(
  users: readonly string[],
  change: (user: string) => Promise<void>,
  undo: (user: string) => Promise<void>
): UndoableBulkAction {
  const changed: string[] = [];
  return {
    run: async (report) => {
      for (const id of users)
        try {
          await change(id);
          changed.push(id);
          report({ id, isDone: true });
        } catch (error) {
          report({ id, isDone: false, message: errorText(error) });
        }
    },
    undo: () => failuresOf(changed, undo),
  };
}

const notNamedText = (): string =>
  t(
    'security.bulk.notNamed',
    'The role is not given by this name. Whoever has it by a backend role, a host or a pattern loses it there.'
  );

export type BulkKind = 'assign' | 'remove' | 'suspend' | 'reactivate';

export interface UserBulkDialogProps extends Pick<BulkDialogProps, 'onClose'> {
  readonly kind: BulkKind;
  readonly users: readonly string[];
}

export function UserBulkDialog({ kind, users, onClose }: UserBulkDialogProps): ReactElement {
  const services = useAdmin();
  return (
    <BulkDialog
      names={users}
      itemsLabel={t('security.users.entities', 'user(s)')}
      {...textsOf(kind, users.length)}
      isHarmless={kind === 'assign' || kind === 'reactivate'}
      {...((kind === 'assign' || kind === 'remove') && {
        entityInput: {
          resource: 'roles',
          label: t('security.bulk.role', 'Role'),
          isClosed: true,
        },
      })}
      act={(role) => actOf(kind, services, users, role)}
      doneText={(count, role) => doneText(kind, count, role)}
      onClose={onClose}
    />
  );
}

function actOf(
  kind: BulkKind,
  services: SuspensionDeps,
  users: readonly string[],
  role: string
): UndoableBulkAction {
  const { entities } = services;
  switch (kind) {
    case 'assign':
      return roleAssignment(entities, users, role);
    case 'remove':
      return roleRemoval(entities, users, role);
    case 'suspend':
      return suspending(services, users);
    case 'reactivate':
      return reactivating(entities, users);
  }
}

function textsOf(kind: BulkKind, count: number) {
  const values = { count };
  switch (kind) {
    case 'assign':
      return {
        title: t(
          'security.bulk.giveTitle',
          'Give a role to {count, plural, one {one user} other {# users}}',
          values
        ),
        confirm: t('security.bulk.give', 'Give role'),
        question: t(
          'security.bulk.giveQuestion',
          'Their names are added to the mapping of the role, in one change.'
        ),
      };
    case 'remove':
      return {
        title: t(
          'security.bulk.takeTitle',
          'Take a role from {count, plural, one {one user} other {# users}}',
          values
        ),
        confirm: t('security.bulk.take', 'Take role'),
        question: t(
          'security.bulk.takeQuestion',
          'Their names go from the mapping of the role, and the role from those that stand with themselves.'
        ),
      };
    case 'suspend':
      return {
        title: t(
          'security.bulk.suspendTitle',
          'Suspend {count, plural, one {one user} other {# users}}',
          values
        ),
        confirm: t('security.suspend.confirm', 'Suspend and end sessions'),
        question: t(
          'security.bulk.suspendQuestion',
          'Nobody can sign in as {count, plural, one {this user until it is reactivated, and its sessions end} other {these users until they are reactivated, and their sessions end}}.',
          values
        ),
      };
    case 'reactivate':
      return {
        title: t(
          'security.bulk.reactivateTitle',
          'Reactivate {count, plural, one {one user} other {# users}}',
          values
        ),
        confirm: t('security.bulk.reactivate', 'Reactivate'),
        question: t(
          'security.bulk.reactivateQuestion',
          'They can sign in again, with the roles and the passwords that they had.'
        ),
      };
  }
}

function doneText(kind: BulkKind, count: number, role: string): string {
  const values = { count, role };
  switch (kind) {
    case 'assign':
      return t(
        'security.bulk.given',
        '{count, plural, one {One user has} other {# users have}} the role {role}.',
        values
      );
    case 'remove':
      return t(
        'security.bulk.taken',
        'The role {role} was taken from {count, plural, one {one user} other {# users}}.',
        values
      );
    case 'suspend':
      return t(
        'security.bulk.suspended',
        '{count, plural, one {One user is} other {# users are}} suspended and cannot sign in.',
        values
      );
    case 'reactivate':
      return t(
        'security.bulk.reactivated',
        '{count, plural, one {One user} other {# users}} can sign in again.',
        values
      );
  }
}
