import { isEqual } from 'lodash';
import type { HistoryAction, NewChange } from '../../api/engine';

/** The kind of a change, derived from the states before and after. */
export function getAction({
  before,
  after,
}: {
  readonly before?: unknown;
  readonly after?: unknown;
}): HistoryAction {
  if (before === undefined) return 'create';
  return after === undefined ? 'delete' : 'update';
}

/**
 * Names of the fields that an update changed, for lists, which do not read the bodies. Sections of
 * the security configuration stand for its only field, `dynamic`.
 */
export function changedFields({
  type,
  action,
  before,
  after,
  isCredentialChanged,
}: Pick<
  NewChange,
  'type' | 'action' | 'before' | 'after' | 'isCredentialChanged'
>): readonly string[] {
  if (action !== 'update') return [];
  const listFields = (body: NewChange['before']) =>
    (type === 'config' ? (body?.['dynamic'] as NewChange['before']) : body) ?? {};
  const [old, now] = [listFields(before), listFields(after)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  const changed = names.filter((name) => !isEqual(old[name], now[name]));
  return isCredentialChanged ? [...changed, 'password'] : changed;
}
