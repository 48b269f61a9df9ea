/** Replaces secrets in displayed configuration. */
export const HASH_PLACEHOLDER = '__HASH__';
export const SECRET_PLACEHOLDER = '__SENSITIVE__';

/**
 * Keys of `config.dynamic` and of payloads that hold secrets, nested or with dots
 * (docs/reference/engine.md#dynamic-configuration).
 */
const SECRET_KEY =
  /^(?:.*password|.*secret|(?:.*\.)?(?:signing_key|encryption_key|exchange_key|signature_private_key|pemkey_content))$/i;

export const isSecretKey = (key: string): boolean => key === 'hash' || SECRET_KEY.test(key);

/** A copy without secrets. */
export function redact(value: unknown, key = ''): unknown {
  if (key === 'hash') return value === '' ? '' : HASH_PLACEHOLDER;
  if (SECRET_KEY.test(key) && value !== null && value !== undefined) return SECRET_PLACEHOLDER;
  if (Array.isArray(value)) return value.map((element) => redact(element));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, redact(child, name)])
  );
}
