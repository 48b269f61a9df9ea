/** By which ways an internal user has a role, as user and mapping say it themselves. Pure. */
import type { InternalUser, RoleMapping } from '@sd/contracts';
import { i18n } from '@sd/core/public';

/** @returns in words, at least one: what is not named as such comes by a pattern */
export function roleSources(
  user: string,
  { backend_roles: held = [], opendistro_security_roles: direct = [] }: InternalUser,
  role: string,
  mapping: RoleMapping | undefined
): readonly string[] {
  const ways: string[] = [];
  if (direct.includes(role))
    ways.push(
      i18n.translate('security.origin.direct', { defaultMessage: 'Given to the user directly' })
    );
  if (mapping?.users?.includes(user))
    ways.push(i18n.translate('security.origin.user', { defaultMessage: 'Mapped by name' }));
  for (const value of held.filter((name) => mapping?.backend_roles?.includes(name)))
    ways.push(
      i18n.translate('security.origin.backendRole', {
        defaultMessage: 'Backend role {value}',
        values: { value },
      })
    );
  const together = mapping?.and_backend_roles ?? [];
  if (together.length > 0 && together.every((name) => held.includes(name)))
    ways.push(
      i18n.translate('security.origin.allBackendRoles', {
        defaultMessage: 'Backend roles {names} together',
        values: { names: together.join(', ') },
      })
    );
  if (ways.length > 0) return ways;
  return [
    i18n.translate('security.holders.pattern', {
      defaultMessage: 'A pattern of the mapping, or a backend role of the same name',
    }),
  ];
}
