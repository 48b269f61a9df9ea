/** Replaces secrets in displayed configuration. */
import { isJsonObject } from '../../model/entity_shape';
import type { DiffOperation } from './json_diff';

export const HASH_PLACEHOLDER = '__HASH__';
export const SECRET_PLACEHOLDER = '__SENSITIVE__';

/**
 * Keys of `config.dynamic` and of payloads that hold secrets, nested or with dots
 * (docs/reference/engine.md#dynamic-configuration).
 */
const SECRET_KEY =
  /^(?:.*password|.*secret|(?:.*\.)?(?:signing_key|encryption_key|exchange_key|signature_private_key|pemkey_content))$/i;

/** A copy without secrets. */
export function redacted(value: unknown, key = ''): unknown {
  if (key === 'hash') return value === '' ? '' : HASH_PLACEHOLDER;
  if (SECRET_KEY.test(key) && value !== null && value !== undefined) return SECRET_PLACEHOLDER;
  if (Array.isArray(value)) return value.map((element) => redacted(element));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, redacted(child, name)])
  );
}

/** Shows that a secret changed, but neither its old nor its new value. */
export function redactedDiff(operations: readonly DiffOperation[]): readonly DiffOperation[] {
  return operations.map((operation) => {
    if (operation.op === 'remove') return operation;
    const keys = operation.path.split('/');
    // A secret may be a list, so the path may point to one of its elements.
    const secret = keys.find((key) => key === 'hash' || SECRET_KEY.test(key));
    return { ...operation, value: redacted(operation.value, secret ?? keys.at(-1)) };
  });
}
