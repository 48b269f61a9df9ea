/** Bulk actions on roles: each is changed separately, and undo keeps what was so before. */
import type { Role, RoleMapping } from '@sd/contracts';
import { errorText, t } from '@sd/core/public';
import { type UndoableBulkAction, runEach } from '../../../components/bulk/bulk_action';
import type { EntityClient } from '../../../services/entity_client';
import { RoleMembership, writableMapping } from '../../../services/role_membership';

/** @param isToMap - true to add the name to the mappings, false to remove it */
export function mappingUser(
  entities: EntityClient,
  roles: readonly string[],
  user: string,
  isToMap: boolean
): UndoableBulkAction {
  const membership = new RoleMembership(entities);
  const map = (role: string) => membership.map([user], role);
  const unmap = (role: string) => membership.unmap([user], role);
  const changed: string[] = [];
  return {
    run: async (report) => {
      for (const id of roles)
        try {
          const names = await (isToMap ? map(id) : unmap(id));
          if (names.length > 0) changed.push(id);
          const isDone = isToMap || names.length > 0;
          report(isDone ? { id, isDone } : { id, isDone, message: notMappedText(user) });
        } catch (error) {
          report({ id, isDone: false, message: errorText(error) });
        }
    },
    undo: () => runEach(changed, isToMap ? unmap : map),
  };
}

export interface DeletedRole {
  readonly name: string;
  readonly entity: Role;
  readonly mapping?: RoleMapping;
}

/** Restores deleted roles with their mappings; roles created meanwhile are kept. */
export const restoringRoles =
  (entities: EntityClient, roles: readonly DeletedRole[]): UndoableBulkAction['undo'] =>
  () => {
    const byName = new Map(roles.map((role) => [role.name, role]));
    return runEach([...byName.keys()], async (name) => {
      const { entity, mapping } = byName.get(name) as DeletedRole;
      const { reserved: _reserved, hidden: _hidden, static: _static, ...body } = entity;
      await entities.save('roles', name, body, { create: true });
      if (mapping)
        await entities.save('rolesmapping', name, writableMapping(mapping), { create: true });
    });
  };

const notMappedText = (user: string): string =>
  t(
    'security.bulk.notMapped',
    "The mapping doesn't list {user}. Users who have the role through a backend role, host or pattern keep it.",
    { user }
  );
