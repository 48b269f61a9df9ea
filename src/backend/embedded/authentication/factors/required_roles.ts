/** Roles that administrators have named on screen: their users need a second factor. */
import type { EntityStore } from '../../configuration_store/entity_store';
import type { Transaction } from '../../configuration_store/configuration_writer';

const KEY = 'second_factor_roles';

export const readRequiredRoles = (store: Pick<EntityStore, 'meta'>): readonly string[] =>
  JSON.parse(store.meta(KEY) || '[]') as readonly string[];

export const writeRequiredRoles = (store: Transaction, roles: readonly string[]): void =>
  store.setMeta(KEY, JSON.stringify(roles));
