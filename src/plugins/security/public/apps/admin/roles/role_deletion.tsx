import { FormattedMessage } from '@sd/core/public';
import type { ReactElement } from 'react';
import { mappedBackendRoles, type RoleMapping } from '@sd/contracts';

/** Who is mapped to roles that are about to be deleted. */
export function RoleDeletion({
  mappings,
}: {
  readonly mappings: ReadonlyArray<RoleMapping | undefined>;
}): ReactElement {
  const distinct = (pick: (mapping: RoleMapping) => readonly string[]): number =>
    new Set(mappings.flatMap((mapping) => (mapping ? pick(mapping) : []))).size;
  const users = distinct((mapping) => mapping.users ?? []);
  const backendRoles = distinct(mappedBackendRoles);
  const hosts = distinct((mapping) => mapping.hosts ?? []);
  return (
    <FormattedMessage
      id="security.roles.deletion"
      defaultMessage="What it permits is taken away at once. Mapped are {users, plural, one {# user} other {# users}}, {backendRoles, plural, one {# backend role} other {# backend roles}} and {hosts, plural, one {# host} other {# hosts}}; users may also have it directly."
      values={{ users, backendRoles, hosts }}
    />
  );
}
