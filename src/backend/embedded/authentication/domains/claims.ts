/** Maps the claims of a token to a user name, backend roles and attributes, as a cluster does. */
import { DOMAIN_LIMITS } from '../../../../contracts/limits';
import { isJsonObject } from '../../../model/entity_shape';
import type { VerifiedIdentity } from './domain';

type Claims = Readonly<Record<string, unknown>>;

export interface ClaimKeys {
  /** Path to the user name; `sub` if empty. */
  readonly subject: readonly string[];
  /** Path to the backend roles; none if empty. */
  readonly roles: readonly string[];
}

/**
 * @param toleranceMs - how long a token is accepted after its expiry
 * @returns `undefined` if the claims contain no user name, or exceed a limit
 */
export function identityFromClaims(
  claims: Claims,
  { subject, roles }: ClaimKeys,
  toleranceMs: number
): VerifiedIdentity | undefined {
  const name = at(claims, subject.length > 0 ? subject : ['sub']);
  const userName = typeof name === 'string' || typeof name === 'number' ? String(name) : '';
  const rolesClaim = roles.length > 0 ? at(claims, roles) : undefined;
  const attributes: Record<string, string> = {};
  if (!flatten(claims, 'attr.jwt', attributes, 1)) return undefined;
  const { exp } = claims;
  return within({
    userName,
    backendRoles: rolesIn(rolesClaim),
    attributes,
    ...(roles.length > 0 && rolesClaim === undefined && { missingRolesClaim: roles.join('.') }),
    ...(typeof exp === 'number' && { expiresAtMs: exp * 1_000 + toleranceMs }),
  });
}

/** @returns the identity if it has a valid name and keeps the limits */
export const within = (proof: VerifiedIdentity): VerifiedIdentity | undefined =>
  isName(proof.userName) &&
  proof.backendRoles.length <= DOMAIN_LIMITS.backendRoles &&
  Object.keys(proof.attributes).length <= DOMAIN_LIMITS.attributes
    ? proof
    : undefined;

/** Names have no control characters; some cache keys use these as separators. */
const isName = (name: string): boolean =>
  name.length <= DOMAIN_LIMITS.userNameLength && /^[^\u0000-\u001f\u007f]+$/.test(name);

function at(claims: Claims, path: readonly string[]): unknown {
  let found: unknown = claims;
  for (const part of path) {
    if (!isJsonObject(found) || !Object.hasOwn(found, part)) return undefined;
    found = found[part];
  }
  return found;
}

/** Accepts a list, or a comma-separated text. */
function rolesIn(value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  const names: readonly unknown[] = Array.isArray(value) ? value : toText(value).split(',');
  return names
    .filter((name) => name !== null)
    .map((name) => toText(name).trim())
    .filter((name) => name !== '');
}

/** Nested objects become dotted names, lists their JSON text. */
function flatten(
  claims: Claims,
  prefix: string,
  into: Record<string, string>,
  depth: number
): boolean {
  if (depth > DOMAIN_LIMITS.claimDepth) return false;
  return Object.entries(claims).every(([key, value]) => {
    const name = `${prefix}.${key}`;
    if (isJsonObject(value)) return flatten(value, name, into, depth + 1);
    into[name] = toText(value);
    return true;
  });
}

const toText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);
