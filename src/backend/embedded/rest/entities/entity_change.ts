/** Steps shared by PUT, PATCH and DELETE of entities. */
import { generatePassword } from '../../authentication/generated_password';
import { hashProblem } from '../../authentication/hash_form';
import { loggedInKey } from '../../authentication/hash_queue_keys';
import { passwordProblem } from '../../authentication/password_rules';
import { isServiceAccount } from '../../../model/service_account';
import type { EngineResponse } from '../../../api/engine';
import type { RequestContext, RestDeps } from '../request/request_context';
import type { Payload } from '../../../model/payload';
import { withFlagKeys, type PayloadRules } from '../../../model/payload_rules';
import { getAttributes, type ChangeRights, type Resource } from './resource';
import { badRequest, invalid, notFound, RestError } from '../../../model/responses';

const MAX_NAME_LENGTH = 256;

export const getRights = (call: RequestContext): ChangeRights => ({
  isSuperAdmin: call.isSuperAdmin,
  isInternal: call.caller.kind === 'internal',
  isImport: call.slot !== undefined,
});

export const rulesFor = (
  { rules }: Resource,
  call: Pick<RequestContext, 'isSuperAdmin' | 'slot'>
): PayloadRules => (call.isSuperAdmin || call.slot ? withFlagKeys(rules) : rules);

export const toNotFound = ({ typeName }: Resource, name: string): EngineResponse =>
  notFound(`${typeName} '${name}' not found.`);

export function getName(resource: Resource, call: RequestContext): string {
  const name = call.params['name'] ?? '';
  checkName(resource, name);
  return name;
}

/** A patch of a collection can create such a user. */
export const withoutPassword = (name: string): string =>
  `Existing user ${name} has no password, and no new password or hash was specified.`;

/** @throws {RestError} 400 for an empty or too long name */
export function checkName({ typeName }: Resource, name: string): void {
  if (name === '') throw new RestError(badRequest(`No ${typeName} specified.`));
  if (name.length > MAX_NAME_LENGTH) {
    throw new RestError(
      badRequest(`${typeName} name exceeds maximum length of ${MAX_NAME_LENGTH}.`)
    );
  }
}

/** @throws {RestError} in envelope B if the payload has a password that breaks the rules */
export async function checkPassword(
  { settings, measureStrength }: RestDeps,
  call: Pick<RequestContext, 'identity'>,
  userName: string,
  payload: Payload
): Promise<void> {
  if (typeof payload['password'] !== 'string') return;
  const problem = await passwordProblem(
    payload['password'],
    userName,
    settings,
    measureStrength,
    call.identity.userName
  );
  if (problem !== undefined) throw new RestError(invalid(problem));
}

/**
 * The hash of the new password, or the hash that was sent; the password takes precedence. A service
 * account gets a random password, so that an earlier one no longer works.
 * @throws {RestError} in envelope A for a hash that cannot be verified or costs too much
 */
export async function getHash(
  { hasher, settings }: RestDeps,
  call: Pick<RequestContext, 'identity'>,
  payload: Payload
): Promise<string | undefined> {
  const { password, hash } = payload;
  const queueKey = loggedInKey('change', call.identity.userName);
  if (isServiceAccount(getAttributes(payload))) return hasher.hash(generatePassword(), queueKey);
  if (typeof password === 'string') return hasher.hash(password, queueKey);
  if (typeof hash !== 'string' || hash === '') return undefined;
  const problem = hashProblem(hash, settings.hashLimits);
  if (problem !== undefined) throw new RestError(badRequest(problem));
  return hash;
}
