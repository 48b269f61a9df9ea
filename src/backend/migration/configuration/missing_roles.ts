/** Entries that a cluster refuses through its API, because they name roles that do not exist. */
import type { InternalUser } from '../../../contracts/entities';
import type { ConfigurationSide, Entry } from './side';

/**
 * @param isWritten - whether the same run writes a role
 * @returns why the entry cannot be written
 */
export async function missingRoleBlocker(
  { type, name, entity }: Entry,
  to: ConfigurationSide,
  isWritten: (role: string) => boolean
): Promise<string | undefined> {
  if (!to.refusesMissingRoles) return undefined;
  const named =
    type === 'rolesmapping'
      ? [name]
      : type === 'internalusers'
        ? (entity as InternalUser).opendistro_security_roles
        : [];
  for (const role of named)
    if (!isWritten(role) && (await to.present('roles', role)) === undefined)
      return `the role ${role} does not exist, and a cluster refuses the entry without it`;
  return undefined;
}
