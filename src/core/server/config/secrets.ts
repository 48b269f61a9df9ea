/** Shows configuration values without their secrets, which the schema declares (`secret: true`). */
import type { TSchema } from '@sinclair/typebox';
import { findItem, findMember, hasSecret, isSecret } from './schema_walk';

const HIDDEN = '(not shown)';
const MAX_LENGTH = 80;

/** Formats a value for an error message or for `--check-config`: shortened, and without secrets. */
export function showValue(value: unknown, schema: TSchema): string {
  if (isSecret(schema)) return `a ${typeof value} ${HIDDEN}`;
  const safe = withoutUrlCredentials(JSON.stringify(hideSecrets(value, schema)) ?? String(value));
  return safe.length > MAX_LENGTH ? `${safe.slice(0, MAX_LENGTH)}…` : safe;
}

export const withoutUrlCredentials = (text: string): string =>
  text.replace(/(\w+:\/\/)[^/\s"@]*@/g, `$1${HIDDEN}@`);

/**
 * Beside declared secrets, whatever the schema does not expect is hidden too: a secret under a
 * mistyped name, or in a list where a map belongs.
 */
function hideSecrets(value: unknown, schema: TSchema | undefined): unknown {
  if (schema === undefined || isSecret(schema)) return HIDDEN;
  if (!hasSecret(schema)) return value;
  if (Array.isArray(value)) return value.map((item) => hideSecrets(item, findItem(schema)));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, child]) => [
        name,
        hideSecrets(child, findMember(schema, name)),
      ])
    );
  return HIDDEN;
}
