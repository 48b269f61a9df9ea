/** Role mappings: the users who have the role of the same name. */
import { Type } from '@sinclair/typebox';
import { optional, text, texts, type Shape } from '../schema';
import { FLAG_FIELDS, PATTERNS } from './flags';

const USERS = {
  hosts: texts(`Addresses, and host names when \`hosts_resolver_mode\` says so. ${PATTERNS}`),
  users: texts(`Any of them is enough. ${PATTERNS}`),
};
const ROLES = {
  backend_roles: texts(`Any of them is enough. ${PATTERNS}`),
  and_backend_roles: texts(`All of them are needed. ${PATTERNS}`),
  description: optional(text()),
};

export const MAPPING_FIELDS = { ...USERS, ...ROLES };

export const ROLE_MAPPING = Type.Object({ ...USERS, ...FLAG_FIELDS, ...ROLES });
/**
 * Always `false`, because no role mapping is built in. Present so that all entities have the flag.
 */
export type RoleMapping = Shape<typeof ROLE_MAPPING> & { readonly static?: undefined };
