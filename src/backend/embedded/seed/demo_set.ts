/**
 * Loads the demo data once per data folder, in one transaction. Existing entries are left
 * unchanged. All demo users have the same password, each with a salt of its own. Some roles and
 * mappings have the faults that findings are about.
 */
import { update, without } from 'lodash';
import { generatePassword } from '../authentication/generated_password';
import type { PasswordHasher } from '../authentication/password_hash';
import { normaliseEntity } from '../../model/payload';
import type { RoleMapping } from '../../../contracts/entities';
import type { ConfigurationWriter, Transaction } from '../configuration_store/configuration_writer';
import type { EntityStore } from '../configuration_store/entity_store';
import type { ResourceType } from '../../api/engine';
import type { AuditLog } from '../audit/audit_log';
import { withAuditDefaults } from '../../model/audit_config';
import { GRANTED } from '../../../contracts/api';
import demoSet from '../../model/data/demo-set.json';
import { demoEvents } from './demo_events';

export interface DemoStart {
  /** Password of every demo user. */
  readonly password: string;
  readonly userNames: readonly string[];
}

export interface DemoTarget {
  readonly writer: ConfigurationWriter;
  readonly store: EntityStore;
  readonly hasher: PasswordHasher;
  readonly audit: Pick<AuditLog, 'addEarlier'>;
}

const DONE = 'demo_set';

/** @returns the credentials, or `undefined` if the data was loaded before */
export async function ensureDemoSet(
  { writer, store, hasher, audit }: DemoTarget,
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
    if (!tx.document('guardrails')) tx.putDocument('guardrails', demoSet.guardrails);
    recordActions(tx);
    tx.setMeta(DONE, '1');
  });
  audit.addEarlier((nowMs, nodeId) => demoEvents(demoSet.internalusers, nowMs, nodeId));
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

/** The events of the demonstration have the category, so the settings record it. */
function recordActions(tx: Transaction): void {
  const settings = withAuditDefaults(tx.document('audit')?.body ?? {});
  update(settings, 'audit.disabled_transport_categories', (all: string[]) => without(all, GRANTED));
  tx.putDocument('audit', settings);
}
