/** Coerces the security configuration as the deserializer of the real engine does. */
import { SECURITY_CONFIG_FIELDS } from '../../../../contracts/entities/security_config';
import { closedObject } from '../../../../contracts/schema';
import { coerceToSchema } from '../../../model/schema_coercion';

const DOCUMENT = closedObject(SECURITY_CONFIG_FIELDS);

/**
 * Returns the document as it is stored.
 * @throws {SchemaMismatchError} for an unknown key or a value of the wrong type, at any depth
 */
export const coerceSecurityConfig = (
  document: Readonly<Record<string, unknown>>
): Record<string, unknown> => coerceToSchema(DOCUMENT, document) as Record<string, unknown>;
