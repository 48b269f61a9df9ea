/**
 * The security configuration as the engine's deserialiser takes it. Source:
 * docs/reference/engine.md#dynamic-configuration.
 */
import { SECURITY_CONFIG_FIELDS } from '../../../../contracts/entities/security_config';
import { closed } from '../../../../contracts/schema';
import { coerceToSchema } from '../../../model/schema_coercion';

const DOCUMENT = closed(SECURITY_CONFIG_FIELDS);

/**
 * The document as it is stored.
 * @throws {MisfitError} an unknown key, or a value of another kind, at any depth
 */
export const coerceSecurityConfig = (
  document: Readonly<Record<string, unknown>>
): Record<string, unknown> => coerceToSchema(DOCUMENT, document) as Record<string, unknown>;
