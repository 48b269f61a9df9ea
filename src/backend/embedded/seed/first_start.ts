/**
 * Initializes a new data folder in one transaction: a crash leaves nothing or everything. The
 * administrator's password exists in plain text only in the result.
 */
import { randomUUID } from 'node:crypto';
import { generatePassword } from '../authentication/generated_password';
import type { PasswordHasher } from '../authentication/password_hash';
import { passwordProblem } from '../authentication/password_rules';
import { strengthInProcess } from '../authentication/password_strength';
import { normaliseEntity } from '../../model/payload';
import type { InternalUser } from '../../../contracts/entities';
import {
  defaultAllowList,
  defaultAuditConfig,
  defaultEntries,
  defaultSecurityConfig,
  staticEntries,
  type BuiltInEntry,
} from '../../model/static_entries';
import type { EngineSettings } from '../../api/settings';
import type { ConfigurationWriter, Transaction } from '../configuration_store/configuration_writer';
import type { EntityStore } from '../configuration_store/entity_store';
import type { ResourceType } from '../../api/engine';

export interface FirstStart {
  readonly userName: 'admin';
  readonly password: string;
  /** Whether the engine generated the password; it is reported nowhere else. */
  readonly generated: boolean;
}

/** The initial password cannot be used; nothing was created. */
export class InitialPasswordError extends Error {
  readonly code = 'engine.initial_password_invalid';
}

export const INITIAL_ADMIN = 'admin';
const MIN_LENGTH = 8;
const MAX_LENGTH = 100;
const DONE = 'first_start';
const STATIC_FINGERPRINT = 'static_entries';

/**
 * @returns the administrator's credentials, or `undefined` if the folder was already initialized
 * @throws {InitialPasswordError} if the given password breaks the configured rules or is shorter
 *   than 8 characters
 */
export async function ensureFirstStart(
  writer: ConfigurationWriter,
  store: EntityStore,
  hasher: PasswordHasher,
  settings: EngineSettings,
  initialAdminPassword: string | undefined
): Promise<FirstStart | undefined> {
  if (store.meta(DONE) !== undefined) {
    refreshStaticEntries(writer, store);
    return undefined;
  }
  if (initialAdminPassword !== undefined) await checkPassword(initialAdminPassword, settings);
  const password = initialAdminPassword ?? generatePassword();
  const hash = await hasher.hash(password, ['start']);
  writer.writeNow((tx) => {
    putStaticEntries(tx);
    for (const { type, name, entity } of defaultEntries())
      tx.put(type, name, entity as never, { isBuiltIn: true });
    tx.put('internalusers', INITIAL_ADMIN, adminUser(), { hash });
    putMissingDocuments(tx);
    markAsStarted(tx);
  });
  return { userName: INITIAL_ADMIN, password, generated: initialAdminPassword === undefined };
}

/**
 * Initializes a folder as the target of a migration: only static entries, and nothing that the
 * source could also have.
 */
export function startForMigration(writer: ConfigurationWriter, store: EntityStore): void {
  if (store.meta(DONE) !== undefined) return refreshStaticEntries(writer, store);
  writer.writeNow((tx) => {
    putStaticEntries(tx);
    markAsStarted(tx);
  });
}

/** Creates the documents that the migration did not bring. */
export function putMissingDocuments(tx: Transaction): void {
  const documents = {
    config: defaultSecurityConfig(),
    audit: defaultAuditConfig(),
    allowlist: defaultAllowList(),
  };
  for (const id of ['config', 'audit', 'allowlist'] as const)
    if (!tx.document(id)) tx.putDocument(id, documents[id]);
}

function markAsStarted(tx: Transaction): void {
  tx.setMeta('cluster_uuid', randomUUID().replaceAll('-', '').slice(0, 22));
  tx.setMeta(DONE, '1');
}

/**
 * The same rules as for every password; measured synchronously, because no requests are served yet.
 */
async function checkPassword(password: string, settings: EngineSettings): Promise<void> {
  if (password.length < MIN_LENGTH || password.length > MAX_LENGTH) {
    throw new InitialPasswordError(
      `The initial administrator password must have ${MIN_LENGTH} to ${MAX_LENGTH} characters, this one has ${password.length}.`
    );
  }
  const problem = await passwordProblem(password, INITIAL_ADMIN, settings, strengthInProcess);
  if (problem === undefined) return;
  throw new InitialPasswordError(
    `The initial administrator password was refused: ${problem.replace(/\.$/, '')}. The rules are those of engine.restapi in the configuration.`
  );
}

/** Not reserved, so that the administrator can change the password. */
const adminUser = (): InternalUser =>
  normaliseEntity('internalusers', {
    backend_roles: ['admin'],
    description: 'First administrator of this installation',
  }) as InternalUser;

/** A newer version may have other static entries. */
function refreshStaticEntries(writer: ConfigurationWriter, store: EntityStore): void {
  if (store.meta(STATIC_FINGERPRINT) === JSON.stringify(staticEntries())) return;
  writer.writeNow(putStaticEntries);
}

function putStaticEntries(tx: Transaction): void {
  const entries = staticEntries();
  const current = new Set(entries.map(({ type, name }) => `${type}\n${name}`));
  // Static entries of an older version that this one no longer has are removed, because they could
  // never be changed.
  for (const { type, name } of formerEntries(tx))
    if (!current.has(`${type}\n${name}`)) removeStatic(tx, type, name);
  for (const { type, name, entity } of entries)
    tx.put(type, name, entity as never, { isBuiltIn: true });
  tx.setMeta(STATIC_FINGERPRINT, JSON.stringify(entries));
}

const formerEntries = (tx: EntityStore): readonly BuiltInEntry[] =>
  JSON.parse(tx.meta(STATIC_FINGERPRINT) ?? '[]') as readonly BuiltInEntry[];

function removeStatic(tx: Transaction, type: ResourceType, name: string): void {
  if (tx.read(type, name)?.entity.static) tx.delete(type, name);
}
