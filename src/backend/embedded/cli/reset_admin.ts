/**
 * Restores access for an administrator who has the data folder: new password, required role, no
 * second factors and API keys. Also disables the allow list and enables a password domain, because
 * either could block the login.
 */
import { generatePassword } from '../authentication/generated_password';
import { withPasswords } from '../../model/authentication_domains';
import { normaliseEntity } from '../../model/payload';
import type { InternalUser, RoleMapping } from '../../../contracts/entities';
import { passwordProblem } from '../authentication/password_rules';
import { strengthInProcess } from '../authentication/password_strength';
import type { EngineSettings } from '../../api/settings';
import { OFFLINE_USER } from '../configuration_store/change_origin';
import type { OfflineStore } from './offline_store';

export interface ResetResult {
  readonly user: string;
  /** Whether the user was created. */
  readonly isNew: boolean;
  /** Number of revoked API keys of the user; their holders may be the reason for the reset. */
  readonly revokedKeys: number;
  /** Only if the password was generated. */
  readonly password?: string;
  /** Authentication domain that was enabled or created, so that passwords are accepted. */
  readonly domain?: string;
}

export class PasswordRefusedError extends Error {}

const ADMIN_BACKEND_ROLE = 'admin';
const ADMIN_ROLE = 'all_access';
/** The same as for the initial password. */
const MIN_LENGTH = 8;
const MAX_LENGTH = 100;

/**
 * @param given - the requested password; generated if `undefined`
 * @throws {PasswordRefusedError} if the password or the user name is invalid
 */
export async function resetAdmin(
  { writer, administrators, hasher, settings }: OfflineStore,
  user: string,
  given: string | undefined
): Promise<ResetResult> {
  if (user === '' || user.includes(':'))
    throw new PasswordRefusedError("A user name is not empty and holds no ':'.");
  if (given !== undefined) await checkPassword(given, user, settings);
  const password = given ?? (await generateValidPassword(user, settings));
  const hash = await hasher.hash(password, ['reset']);
  let domain: string | undefined;
  let revokedKeys = 0;
  let isNew = false;
  writer.by({ userName: OFFLINE_USER, via: 'recovery' }).writeNow((tx) => {
    const present = tx.read('internalusers', user)?.entity;
    isNew = present === undefined;
    const restored = asAdministrator(present);
    tx.put('internalusers', user, restored, { hash });
    const mapping = tx.read('rolesmapping', ADMIN_ROLE)?.entity;
    const repaired = withAdministrators(mapping);
    if (repaired !== mapping) tx.put('rolesmapping', ADMIN_ROLE, repaired);
    tx.resetFactors(user);
    revokedKeys = tx.revokeApiKeys(user);
    const allowList = tx.document('allowlist')?.body;
    if (allowList?.['enabled'] === true)
      tx.putDocument('allowlist', { ...allowList, enabled: false });
    const opened = withPasswords(tx.document('config')?.body);
    if (opened) tx.putDocument('config', opened.document);
    domain = opened?.name;
    // If the usual role does not give API access, assigns one of the roles that do.
    const [apiRole] = settings.apiRoles;
    if (apiRole !== undefined && !administrators.includes(user, restored))
      tx.put('internalusers', user, withRole(restored, apiRole));
  });
  return {
    user,
    isNew,
    revokedKeys,
    ...(given === undefined && { password }),
    ...(domain !== undefined && { domain }),
  };
}

async function checkPassword(
  password: string,
  user: string,
  settings: EngineSettings
): Promise<void> {
  if (password.length < MIN_LENGTH || password.length > MAX_LENGTH) {
    throw new PasswordRefusedError(
      `The password must have ${MIN_LENGTH} to ${MAX_LENGTH} characters, this one has ${password.length}.`
    );
  }
  const problem = await passwordProblem(password, user, settings, strengthInProcess);
  if (problem === undefined) return;
  throw new PasswordRefusedError(
    `The password was refused: ${problem}${problem.endsWith('.') ? '' : '.'} The rules are those of engine.restapi in the configuration.`
  );
}

/** Tries longer and longer passwords until one satisfies the configured rules. */
async function generateValidPassword(user: string, settings: EngineSettings): Promise<string> {
  for (let groups = 4; groups * 5 <= MAX_LENGTH; groups++) {
    const password = generatePassword(groups);
    if ((await passwordProblem(password, user, settings, strengthInProcess)) === undefined)
      return password;
  }
  throw new PasswordRefusedError(
    'No password could be made up that obeys the rules of engine.restapi in the configuration. Give one with --password-stdin.'
  );
}

const withRole = (user: InternalUser, role: string): InternalUser =>
  normaliseEntity(
    'internalusers',
    { ...user, opendistro_security_roles: add(user.opendistro_security_roles, role) },
    { reserved: user.reserved }
  ) as InternalUser;

/** An existing user keeps all other properties, but is no longer hidden or a service account. */
function asAdministrator(user: InternalUser | undefined): InternalUser {
  const { service: _service, enabled: _enabled, ...attributes } = user?.attributes ?? {};
  const source = {
    description: 'Administrator, restored offline',
    ...user,
    attributes,
    backend_roles: add(user?.backend_roles ?? [], ADMIN_BACKEND_ROLE),
  };
  return normaliseEntity('internalusers', source, { reserved: user?.reserved }) as InternalUser;
}

/** Adds the backend role to the mapping; returns the same object if it has it already. */
function withAdministrators(mapping: RoleMapping | undefined): RoleMapping {
  if (mapping?.backend_roles.includes(ADMIN_BACKEND_ROLE)) return mapping;
  const source = {
    ...mapping,
    backend_roles: add(mapping?.backend_roles ?? [], ADMIN_BACKEND_ROLE),
  };
  return normaliseEntity('rolesmapping', source, {
    reserved: mapping?.reserved,
    hidden: mapping?.hidden,
  }) as RoleMapping;
}

const add = (list: readonly string[], entry: string): readonly string[] =>
  list.includes(entry) ? list : [...list, entry];
