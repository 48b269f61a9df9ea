/** Bulk actions on users. */
import type { ReactElement } from 'react';
import { errorText, t } from '@sd/core/public';
import { runEach, type UndoableBulkAction } from '../../../../components/bulk/bulk_action';
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
    undo: () => runEach(added.length > 0 ? [role] : [], () => membership.unmap(added, role)),
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
      ...(await runEach(unmapped.length > 0 ? [role] : [], () => membership.map(unmapped, role))),
      ...(await runEach(removedDirectly, (user) => membership.addDirect(user, role))),
    ],
  };
}

/** Also ends the sessions of the users. */
export const suspending = (deps: SuspensionDeps, users: readonly string[]): UndoableBulkAction =>
  changeEach(
    users,
    (user) => suspend(deps, user),
    (user) => setSuspended(deps.entities, user, false)
  );

export const reactivating = (
  entities: EntityClient,
  users: readonly string[]
): UndoableBulkAction =>
  changeEach(
    users,
    (user) => setSuspended(entities, user, false),
    (user) => setSuspended(entities, user, true)
  );

function changeEach(
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
    undo: () => runEach(changed, undo),
  };
}

const notNamedText = (): string =>
  t(
    'security.bulk.notNamed',
    'The role is not mapped to this name. Change the mapping to remove it from users who have it through a backend role, host or pattern.'
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
      {...bulkTexts(kind, users.length)}
      isHarmless={kind === 'assign' || kind === 'reactivate'}
      {...((kind === 'assign' || kind === 'remove') && {
        entityInput: {
          resource: 'roles',
          label: t('security.common.role', 'Role'),
          isClosed: true,
        },
      })}
      act={(role) => createBulkAction(kind, services, users, role)}
      doneText={(count, role) => doneText(kind, count, role)}
      onClose={onClose}
    />
  );
}

function createBulkAction(
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

function bulkTexts(kind: BulkKind, count: number) {
  const values = { count };
  switch (kind) {
    case 'assign':
      return {
        title: t(
          'security.bulk.giveTitle',
          'Give a role to {count, plural, one {1 user} other {{count, number} users}}',
          values
        ),
        confirm: t('security.bulk.give', 'Give role'),
        question: t(
          'security.bulk.giveQuestion',
          "All users are added to the role's mapping in one change."
        ),
      };
    case 'remove':
      return {
        title: t(
          'security.bulk.takeTitle',
          'Remove a role from {count, plural, one {1 user} other {{count, number} users}}',
          values
        ),
        confirm: t('security.bulk.take', 'Remove role'),
        question: t(
          'security.bulk.takeQuestion',
          "The users are removed from the role's mapping. The role is also removed from users who have it directly."
        ),
      };
    case 'suspend':
      return {
        title: t(
          'security.bulk.suspendTitle',
          'Suspend {count, plural, one {1 user} other {{count, number} users}}',
          values
        ),
        confirm: t('security.common.suspendAndEndSessions', 'Suspend and end sessions'),
        question: t(
          'security.bulk.suspendQuestion',
          "{count, plural, one {The user is logged out and can't log in until reactivated. Their API keys stop working.} other {The users are logged out and can't log in until reactivated. Their API keys stop working.}}",
          values
        ),
      };
    case 'reactivate':
      return {
        title: t(
          'security.bulk.reactivateTitle',
          'Reactivate {count, plural, one {1 user} other {{count, number} users}}',
          values
        ),
        confirm: t('security.common.reactivate', 'Reactivate'),
        question: t(
          'security.bulk.reactivateQuestion',
          'They can log in again with their previous roles and passwords.'
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
        '{count, plural, one {1 user} other {{count, number} users}} now {count, plural, one {has} other {have}} the role {role}.',
        values
      );
    case 'remove':
      return t(
        'security.bulk.taken',
        'The role {role} was removed from {count, plural, one {1 user} other {{count, number} users}}.',
        values
      );
    case 'suspend':
      return t(
        'security.bulk.suspended',
        '{count, plural, one {1 user} other {{count, number} users}} suspended.',
        values
      );
    case 'reactivate':
      return t(
        'security.bulk.reactivated',
        '{count, plural, one {1 user} other {{count, number} users}} reactivated.',
        values
      );
  }
}
