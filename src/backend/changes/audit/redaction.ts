/** Replaces secrets in displayed changes. */
import { isSecretKey, redact } from '../../../contracts/entities';
import type { DiffOperation } from './json_diff';

/** Shows that a secret changed, but neither its old nor its new value. */
export function redactedDiff(operations: readonly DiffOperation[]): readonly DiffOperation[] {
  return operations.map((operation) => {
    if (operation.op === 'remove') return operation;
    const keys = operation.path.split('/');
    // A secret may be a list, so the path may point to one of its elements.
    return {
      ...operation,
      value: redact(operation.value, keys.find(isSecretKey) ?? keys.at(-1)),
    };
  });
}
