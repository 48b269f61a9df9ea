/**
 * Second factors of internal users, and the challenges after the first login step:
 * `/api/v1/account/factors`, `/api/v1/configuration/factors`, `attributes.round.question` of a
 * login. Options and responses of passkeys are the JSON of WebAuthn Level 3.
 */
import { Type } from '@sinclair/typebox';
import { FACTOR_LIMITS } from '../limits/factors';
import { LOGIN_LIMITS } from '../limits/login';
import {
  anyObject,
  closedObject,
  flag,
  integer,
  nullable,
  optional,
  text,
  texts,
  stringEnum,
} from '../schema';
import type { Shape } from '../schema';

const { nameLength, proofLength, usersOfList } = FACTOR_LIMITS;

export const FACTOR_KINDS = ['totp', 'passkey'] as const;
export type FactorKind = (typeof FACTOR_KINDS)[number];

const TOTP_SECRET = closedObject(
  { secret: text('Base32, for typing.'), uri: text('`otpauth:`, for a QR code.') },
  'RFC 6238: SHA-1, six digits, 30 seconds.'
);

const FACTOR = closedObject({
  id: text(),
  kind: stringEnum(FACTOR_KINDS),
  name: text('Chosen by its owner.'),
  createdAt: text('ISO 8601.'),
  lastUsedAt: nullable(text('ISO 8601.')),
});
export type Factor = Shape<typeof FACTOR>;

/** Second factors of a user, and what the next login requires. */
export const FACTOR_STATE = closedObject({
  factors: Type.Array(FACTOR),
  recoveryCodesLeft: integer(),
  isRequired: flag('Required by the configuration: a login without a factor leads to enrollment.'),
  mustChangePassword: flag('The next login requires a new password.'),
});
export type FactorState = Shape<typeof FACTOR_STATE>;

/** Which users must have a second factor. */
const requiredRoles = Type.Array(Type.String({ minLength: 1, maxLength: 256 }), {
  maxItems: FACTOR_LIMITS.requiredRoles,
  uniqueItems: true,
  description: 'Their users need a second factor; `*` means all users.',
});
export const FACTOR_REQUIREMENT = closedObject({
  roles: requiredRoles,
  configured: texts(
    'The same, from `engine.second_factor.required_roles` of the configuration file; not changed by this call.'
  ),
  missing: optional(texts('Those of both that do not exist; absent if all do.')),
  startsAt: optional(text('ISO 8601. Nothing is required before; from the configuration file.')),
});
export type FactorRequirement = Shape<typeof FACTOR_REQUIREMENT>;

export const FACTOR_REQUIREMENT_BODY = closedObject({
  roles: requiredRoles,
  before: Type.Array(Type.String(), {
    maxItems: FACTOR_LIMITS.requiredRoles,
    description: 'The roles as they were read. 409 if they have changed since.',
  }),
});
export type FactorRequirementBody = Shape<typeof FACTOR_REQUIREMENT_BODY>;

/** The caller's own second factors. */
export const OWN_FACTORS = closedObject({
  ...FACTOR_STATE.properties,
  canUsePasskeys: flag('Whether passkeys can be bound to the address of this server.'),
});
export type OwnFactors = Shape<typeof OWN_FACTORS>;

/** Second factors of several users, for lists. Users without any are omitted. */
export const FACTORS_OF_USERS = closedObject({
  users: Type.Array(
    closedObject({
      name: text(),
      kinds: Type.Array(stringEnum(FACTOR_KINDS)),
      mustChangePassword: flag(),
    })
  ),
});
export type FactorsOfUsers = Shape<typeof FACTORS_OF_USERS>;

export const FACTORS_OF_USERS_BODY = closedObject({
  names: Type.Array(Type.String({ maxLength: 256 }), { maxItems: usersOfList }),
});

const currentPassword = Type.String({ maxLength: LOGIN_LIMITS.passwordLength, writeOnly: true });
const factorName = Type.String({ minLength: 1, maxLength: nameLength });

export const FACTOR_BEGIN_BODY = closedObject({
  kind: stringEnum(FACTOR_KINDS),
  current_password: currentPassword,
});
export const FACTOR_ENROLLMENT = closedObject({
  id: text('To send back with the confirmation; valid for one enrollment.'),
  totp: optional(TOTP_SECRET),
  passkey: optional(anyObject('`PublicKeyCredentialCreationOptionsJSON`.')),
});
export type FactorEnrollment = Shape<typeof FACTOR_ENROLLMENT>;

export const FACTOR_CONFIRM_BODY = closedObject({
  id: Type.String({ maxLength: 64 }),
  name: factorName,
  code: Type.Optional(
    Type.String({ maxLength: 64, description: 'Code of the authenticator app.' })
  ),
  passkey: Type.Optional(
    Type.String({ maxLength: proofLength, description: '`RegistrationResponseJSON` as text.' })
  ),
});
export const FACTOR_ADDED = closedObject({
  state: FACTOR_STATE,
  recoveryCodes: texts('Only in this response, with the first factor.'),
});
export type FactorAdded = Shape<typeof FACTOR_ADDED>;

/** Authenticators create the ids of passkeys: up to 1,023 bytes, in base64url. */
const factorId = Type.String({ minLength: 1, maxLength: 1_364 });
export const FACTOR_RENAME_BODY = closedObject({
  id: factorId,
  name: factorName,
  current_password: currentPassword,
});
export const FACTOR_REMOVE_BODY = closedObject({ id: factorId, current_password: currentPassword });
export const RECOVERY_BODY = closedObject({ current_password: currentPassword });
export const RECOVERY_CODES = closedObject({ recoveryCodes: texts('Only in this response.') });
export type RecoveryCodes = Shape<typeof RECOVERY_CODES>;

/** A challenge after the first login step. */
export const LOGIN_CHALLENGE = closedObject({
  kind: stringEnum(
    ['second_factor', 'enrol', 'recovery_codes', 'new_password', 'passkey'],
    '`second_factor`: `code` (of the app, or a recovery code) or `passkey`; `enrol`: the same, of ' +
      'the factor that is offered; `recovery_codes`: nothing, once they are kept; `new_password`: ' +
      '`password`; `passkey`: `passkey`.'
  ),
  isWrong: optional(flag('The previous response was not accepted.')),
  problem: optional(text('Why it was not accepted.')),
  factors: optional(texts('Accepted factors: `totp`, `passkey`, `recovery_code`.')),
  totp: optional(TOTP_SECRET),
  passkey: optional(anyObject('Options for the browser, to create or to use a passkey.')),
  codes: optional(texts('Recovery codes; only in this response.')),
});
/** A challenge after the first login step, beyond its field names. */
export type LoginChallenge = Shape<typeof LOGIN_CHALLENGE>;
