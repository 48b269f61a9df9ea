/** What can be done to several users at once: each act goes on after failures and can be undone. */
import { errorText, i18n } from '@sd/core/public';
import { type UndoableBulkAction, failuresOf } from '../../../../components/bulk/bulk_action';
import type { EntityClient } from '../../../../services/entity_client';
import { RoleMembership } from '../../../../services/role_membership';
import { suspend, type SuspensionDeps } from '../../../../services/suspension';
import { setSuspended } from '../../../../services/user_state';

/** Names of the users in one change of the mapping. */
export function givingRole(
  entities: EntityClient,
  users: readonly string[],
  role: string
): UndoableBulkAction {
  const membership = new RoleMembership(entities);
  let given: readonly string[] = [];
  return {
    run: async (report) => {
      given = await membership.give(users, role);
      for (const id of users) report({ id, isDone: true });
    },
    undo: () => failuresOf(given.length > 0 ? [role] : [], () => membership.unmap(given, role)),
  };
}

/** From the mapping in one change, and from those who have it with themselves one by one. */
export function takingRole(
  entities: EntityClient,
  users: readonly string[],
  role: string
): UndoableBulkAction {
  const membership = new RoleMembership(entities);
  let unmapped: readonly string[] = [];
  const withdrawn: string[] = [];
  return {
    run: async (report) => {
      unmapped = await membership.unmap(users, role);
      for (const id of users) {
        try {
          const hadItself = await membership.withdraw(id, role);
          if (hadItself) withdrawn.push(id);
          const isDone = hadItself || unmapped.includes(id);
          report(isDone ? { id, isDone } : { id, isDone, message: notNamedText() });
        } catch (error) {
          report({ id, isDone: false, message: errorText(error) });
        }
      }
    },
    undo: async () => [
      ...(await failuresOf(unmapped.length > 0 ? [role] : [], () =>
        membership.give(unmapped, role)
      )),
      ...(await failuresOf(withdrawn, (user) => membership.grant(user, role))),
    ],
  };
}

/** Their sessions end, too. */
export const suspending = (deps: SuspensionDeps, users: readonly string[]): UndoableBulkAction =>
  eachOf(
    users,
    (user) => suspend(deps, user),
    (user) => setSuspended(deps.entities, user, false)
  );

export const reactivating = (entities: EntityClient, users: readonly string[]): UndoableBulkAction =>
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
  i18n.translate('security.bulk.notNamed', {
    defaultMessage:
      'The role is not given by this name. Whoever has it by a backend role, a host or a pattern loses it there.',
  });
