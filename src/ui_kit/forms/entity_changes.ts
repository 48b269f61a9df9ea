/** Describes the changes of another user, field by field. */
import { t } from '@sd/core/public';
import { DASH } from '../controls/dash';
import { stableStringify } from './stable_stringify';

type Fields = Readonly<Record<string, unknown>>;

export interface FieldChange {
  readonly field: string;
  readonly text: string;
}

/** @returns one entry for each field that differs, in field order */
export function describeChanges(before: object, after: object): readonly FieldChange[] {
  const [old, now] = [before as Fields, after as Fields];
  const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return fields
    .filter((field) => stableStringify(old[field]) !== stableStringify(now[field]))
    .map((field) => ({ field, text: changeText(old[field], now[field]) }));
}

function changeText(before: unknown, after: unknown): string {
  if (!isList(before) || !isList(after)) {
    const values = { before: displayedValue(before), after: displayedValue(after) };
    return t('uiKit.changes.value', '{before} → {after}', values);
  }
  const [old, now] = [before.map(displayedValue), after.map(displayedValue)];
  const added = now.filter((item) => !old.includes(item));
  const removed = old.filter((item) => !now.includes(item));
  const parts = [
    added.length > 0 && t('uiKit.changes.added', 'added {items}', { items: added.join(', ') }),
    removed.length > 0 &&
      t('uiKit.changes.removed', 'removed {items}', { items: removed.join(', ') }),
  ].filter((part): part is string => part !== false);
  if (parts.length > 0) return parts.join('; ');
  return t('uiKit.changes.order', 'order changed');
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Formats a value as one line of text. */
export function displayedValue(value: unknown): string {
  if (value === undefined || value === null || value === '') return DASH;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
