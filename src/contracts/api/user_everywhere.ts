/** `/api/v1/clusters/_person`: one user on home and every connected cluster. */
import { Type } from '@sinclair/typebox';
import { CONNECTION_LIMITS } from '../limits/cluster';
import { closedObject, flag, optional, stringEnum, text, texts, type Shape } from '../schema';
import { ERROR_BODY } from './server';

const user = Type.String({ minLength: 1, maxLength: CONNECTION_LIMITS.credentialLength });
const id = Type.String({ minLength: 1, maxLength: 40 });

export const USER_QUERY = closedObject({
  user,
  cluster: optional(Type.String({ ...id, description: 'Only this one; by default, all.' })),
});

const { message, attributes } = ERROR_BODY.properties;
const PROBLEM = closedObject({ message, attributes }, 'What is wrong, and the next step.');

const USER_ROLE = closedObject({
  role: text(),
  exists: flag('A mapped role that does not exist grants nothing.'),
});

const USER_ON_CLUSTER = closedObject({
  id: text(),
  state: stringEnum([
    'found',
    /** No internal user of that name. The roles are those of an external user of that name. */
    'missing',
    /** The caller has to enter credentials for the cluster. */
    'credentials',
    'refused',
    'unreachable',
  ]),
  problem: optional(PROBLEM),
  is_reserved: optional(flag()),
  suspension: optional(
    stringEnum([
      'none',
      'suspended',
      /** The cluster cannot suspend users: the roles were removed and can be given back. */
      'roles_removed',
    ])
  ),
  roles: optional(Type.Array(USER_ROLE)),
  is_administrator: optional(flag('May use the security REST API.')),
  more: optional(texts('Roles here and not at home.')),
  less: optional(texts('Roles at home and not here.')),
  different: optional(texts('Roles of the same name that grant something else than at home.')),
  removed_roles: optional(texts('Roles that reactivating restores, with `roles_removed`.')),
});
export type UserOnCluster = Shape<typeof USER_ON_CLUSTER>;

export const USER_EVERYWHERE = closedObject({ clusters: Type.Array(USER_ON_CLUSTER) });
export type UserEverywhere = Shape<typeof USER_EVERYWHERE>;

const change = {
  user,
  clusters: optional(
    Type.Array(id, {
      minItems: 1,
      // Home too.
      maxItems: CONNECTION_LIMITS.connections + 1,
      description: 'Their ids; by default, all.',
    })
  ),
};
export const SUSPEND_BODY = closedObject({
  ...change,
  replace_password: optional(
    flag('Where users cannot be suspended, also replaces the password. This cannot be undone.')
  ),
  confirm_lockout: optional(
    flag('Also where no one could administer security afterwards (`security.locks_out`).')
  ),
});
export const REACTIVATE_BODY = closedObject(change);

const USER_CHANGE = closedObject({
  id: text(),
  result: stringEnum(['done', 'already', 'missing', 'failed']),
  problem: optional(PROBLEM),
  kept_roles: optional(
    texts(
      'Roles that patterns, hosts or reserved mappings still give to a user without suspension.'
    )
  ),
  needs_password: optional(flag('The user needs a new password before the next login.')),
});
export type UserChange = Shape<typeof USER_CHANGE>;

export const USER_CHANGES = closedObject({ clusters: Type.Array(USER_CHANGE) });
export type UserChanges = Shape<typeof USER_CHANGES>;
