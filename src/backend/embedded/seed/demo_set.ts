/**
 * The demo data: 40 users, 12 roles, their mappings, 5 tenants. Loaded once per data folder, in one
 * transaction; existing entries are left unchanged.
 *
 * All demo users have the same password, each with a salt of its own.
 */
import { generatePassword } from '../authentication/generated_password';
import type { PasswordHasher } from '../authentication/password_hash';
import { normaliseEntity } from '../../model/payload';
import type { RoleMapping } from '../../../contracts/entities';
import type { ConfigurationWriter, Transaction } from '../configuration_store/configuration_writer';
import type { EntityStore } from '../configuration_store/entity_store';
import type { ResourceType } from '../../api/engine';
import { DEMO_USERS, type DemoUser } from './demo_users';
import { DEMO_BACKEND_ROLES_OF_KIBANA_USER, DEMO_ROLES } from './demo_roles';
import { demoTenants } from './demo_tenants';

export interface DemoStart {
  /** Password of every demo user. */
  readonly password: string;
  readonly userNames: readonly string[];
}

const DONE = 'demo_set';

/** @returns the credentials, or `undefined` if the data was loaded before */
export async function ensureDemoSet(
  writer: ConfigurationWriter,
  store: EntityStore,
  hasher: PasswordHasher,
  demoPassword: string | undefined
): Promise<DemoStart | undefined> {
  if (store.meta(DONE) !== undefined) return undefined;
  const password = demoPassword ?? generatePassword();
  const hashes = await Promise.all(DEMO_USERS.map(() => hasher.hash(password, ['start'])));
  writer.writeNow((tx) => {
    for (const { name, description } of demoTenants) add(tx, 'tenants', name, { description });
    for (const { name, role, mapping } of DEMO_ROLES) {
      add(tx, 'roles', name, role);
      add(tx, 'rolesmapping', name, mapping);
    }
    extendDashboardsUsers(tx);
    DEMO_USERS.forEach((user, index) =>
      add(tx, 'internalusers', user.userName, toUser(user), hashes[index])
    );
    tx.setMeta(DONE, '1');
  });
  return { password, userNames: DEMO_USERS.map(({ userName }) => userName) };
}

function add(
  tx: Transaction,
  type: ResourceType,
  name: string,
  source: Record<string, unknown> | object,
  hash?: string
): void {
  if (tx.has(type, name)) return;
  tx.put(type, name, normaliseEntity(type, source as Record<string, unknown>) as never, { hash });
}

const toUser = ({ fullName, department, site, backendRoles, securityRoles }: DemoUser) => ({
  backend_roles: backendRoles,
  attributes: { department, site },
  description: fullName,
  opendistro_security_roles: securityRoles ?? [],
});

function extendDashboardsUsers(tx: Transaction): void {
  const mapping = tx.read('rolesmapping', 'kibana_user')?.entity;
  const backendRoles = [
    ...new Set([...(mapping?.backend_roles ?? []), ...DEMO_BACKEND_ROLES_OF_KIBANA_USER]),
  ];
  const extended = { ...(mapping ?? {}), backend_roles: backendRoles };
  tx.put('rolesmapping', 'kibana_user', normaliseEntity('rolesmapping', extended) as RoleMapping);
}
