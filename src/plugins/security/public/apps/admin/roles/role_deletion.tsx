/** Delete confirmation of roles, with the users who would lose access. */
import { FormattedMessage, t } from '@sd/core/public';
import { useServerQuery } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { mappedBackendRoles, type RoleMapping } from '@sd/contracts';
import {
  type AccessLoss,
  ResourceDeleteDialog,
  type ResourceDeleteDialogProps,
} from '../../../components/resource_delete_dialog';
import { useAdmin } from '../../../services/admin_context';
import { useFeature } from '../../../services/features';
import { resourceKey } from '../../../services/query_keys';

const MAX_NAMES = 3;

export interface RoleDeletionProps extends Pick<
  ResourceDeleteDialogProps,
  'deletedText' | 'onClose'
> {
  readonly roles: ReadonlyArray<{ readonly name: string; readonly mapping?: RoleMapping }>;
}

export function RoleDeletion({ roles, ...rest }: RoleDeletionProps): ReactElement {
  const accessLoss = useHolders(roles.map(({ name }) => name));
  return (
    <ResourceDeleteDialog
      resource="roles"
      items={roles.map(({ name }) => ({ id: name, name }))}
      entities={t('security.roles.entities', 'role(s)')}
      consequences={<Mapped mappings={roles.map(({ mapping }) => mapping)} />}
      {...(accessLoss && { accessLoss })}
      {...rest}
    />
  );
}

/** Internal users with one of the roles, by any origin. */
function useHolders(names: readonly string[]): AccessLoss | undefined {
  const { entities } = useAdmin();
  const { data } = useServerQuery(
    resourceKey('internalusers', 'holdersOf', ...names),
    async (signal) => {
      const filters = JSON.stringify({ roles: names });
      const query = { page: 1, per_page: MAX_NAMES, filters };
      const { total, items } = await entities.search('internalusers', query, signal);
      return { total, names: items.map(({ name }) => name) };
    },
    { isOff: !useFeature('find') }
  );
  return data;
}

/** Mappings of the roles to delete. */
function Mapped({
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
      defaultMessage={
        'Its permissions are removed immediately. Mapped: {users, plural, one {1 user} other {{users, number} users}}, {backendRoles, plural, one {1 backend role} other {{backendRoles, number} backend roles}}, {hosts, plural, one {1 host} other {{hosts, number} hosts}}. Users can also have the role directly.'
      }
      values={{ users, backendRoles, hosts }}
    />
  );
}
