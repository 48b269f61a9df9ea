/** The difference made by a recorded change, without secrets. */
import { escapeText, jsonDiff, type DiffOperation } from './json_diff';
import type { RecordedChange } from '../../api/engine';
import { HASH_PLACEHOLDER } from '../../../contracts/entities';
import { redactedDiff } from './redaction';

type Diffable = Pick<
  RecordedChange,
  'name' | 'before' | 'after' | 'action' | 'isCredentialChanged'
>;

/**
 * JSON Patch whose paths start with the entity's name, as in a PATCH of the collection. A replaced
 * password appears as an operation on `hash` with a placeholder.
 */
export function getDiff({
  name,
  before,
  after,
  action,
  isCredentialChanged,
}: Diffable): readonly DiffOperation[] {
  const wrap = (body: unknown): Record<string, unknown> =>
    body === undefined ? {} : Object.fromEntries([[name, body]]);
  const operations = redactedDiff(jsonDiff(wrap(before), wrap(after)));
  if (action !== 'update' || !isCredentialChanged) return operations;
  return [
    ...operations,
    { op: 'replace', path: `/${escapeText(name)}/hash`, value: HASH_PLACEHOLDER },
  ];
}
