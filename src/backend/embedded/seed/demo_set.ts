/**
 * Loads the demo data once per data folder, in one transaction. Existing entries are left
 * unchanged. All demo users have the same password, each with a salt of its own.
 */
import { generatePassword } from '../authentication/generated_password';
import type { PasswordHasher } from '../authentication/password_hash';
import { normaliseEntity } from '../../model/payload';
import type { RoleMapping } from '../../../contracts/entities';
import type { ConfigurationWriter, Transaction } from '../configuration_store/configuration_writer';
import type { EntityStore } from '../configuration_store/entity_store';
import type { ResourceType } from '../../api/engine';
import demoSet from '../../model/data/demo-set.json';

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
  const userNames = Object.keys(demoSet.internalusers);
  const hashes = await Promise.all(userNames.map(() => hasher.hash(password, ['start'])));
  writer.writeNow((tx) => {
    for (const type of ['tenants', 'roles', 'rolesmapping'] as const)
      for (const [name, source] of Object.entries(demoSet[type])) add(tx, type, name, source);
    extendDashboardsUsers(tx);
    Object.entries(demoSet.internalusers).forEach(([name, source], index) =>
      add(tx, 'internalusers', name, source, hashes[index])
    );
    tx.setMeta(DONE, '1');
  });
  return { password, userNames };
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

/** Every demo user has access to dashboards. */
function extendDashboardsUsers(tx: Transaction): void {
  const mapping = tx.read('rolesmapping', 'kibana_user')?.entity;
  const backendRoles = [...new Set([...(mapping?.backend_roles ?? []), 'employees'])];
  const extended = { ...(mapping ?? {}), backend_roles: backendRoles };
  tx.put('rolesmapping', 'kibana_user', normaliseEntity('rolesmapping', extended) as RoleMapping);
}
