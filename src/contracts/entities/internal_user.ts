/** Internal users. */
import { Type } from '@sinclair/typebox';
import { mapOf, optional, text, texts, type Shape } from '../schema';
import { FLAG_FIELDS, STATIC_FIELD } from './flags';

const READABLE_FIELDS = {
  backend_roles: texts('Roles as the outside knows them; role mappings translate them.'),
  attributes: mapOf(text(), 'Custom attributes, `${attr.internal.<key>}` in patterns and queries.'),
  description: optional(text()),
  opendistro_security_roles: texts('Security roles assigned directly.'),
};

/**
 * The default password rule in `dashboardsinfo`. The embedded engine enforces it in addition to the
 * password strength; a cluster only reports it (docs/reference/engine.md#passwords).
 */
export const DEFAULT_PASSWORD_REGEX = '(?=.*[A-Z])(?=.*[^a-zA-Z\\d])(?=.*[0-9])(?=.*[a-z]).{8,}';
export const DEFAULT_PASSWORD_MESSAGE =
  'Password should be at least 8 characters long and contain at least one uppercase letter, ' +
  'one lowercase letter, one digit, and one special character.';

/** Value of the filter `status` for users who cannot log in. */
export const SUSPENDED = 'suspended';

/** Fields that a change may send. */
export const USER_FIELDS = {
  password: optional(text('Clear text; wins over `hash`.', { writeOnly: true })),
  hash: optional(
    text('A ready-made hash: argon2, bcrypt, or PBKDF2 as a cluster stores it.', {
      writeOnly: true,
    })
  ),
  ...READABLE_FIELDS,
};

export const INTERNAL_USER = Type.Object({
  /** Always the empty string. Hashes are stored separately and never leave the store. */
  hash: Type.Literal('', { readOnly: true }),
  ...FLAG_FIELDS,
  ...READABLE_FIELDS,
  ...STATIC_FIELD,
});
export type InternalUser = Shape<typeof INTERNAL_USER>;
