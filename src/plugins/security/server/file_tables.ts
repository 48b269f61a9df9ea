/** CSV table of entities for reviews: one row per entity, one column per field that occurs. */
import { setImmediate } from 'node:timers/promises';
import { toCsv } from '../common';

type Json = Readonly<Record<string, unknown>>;
/** Name and fields of a row. */
export type TableRow = readonly [name: string, fields: Json];

/** Rows per time slice, some milliseconds of work. */
const SLICE_SIZE = 200;

/** One row per setting, so that reviewers can read down a column. */
export const settingRows = ({ audit, compliance, ...rest }: Json): readonly TableRow[] => [
  ...settings('', rest),
  ...settings('audit.', audit as Json | undefined),
  ...settings('compliance.', compliance as Json | undefined),
];

const settings = (prefix: string, values: Json = {}): readonly TableRow[] =>
  Object.entries(values).map(([key, value]): TableRow => [`${prefix}${key}`, { value }]);

/** @returns CSV with the field names in the first line */
export async function tableText(rows: readonly TableRow[]): Promise<string> {
  const fields = [...new Set(rows.flatMap(([, entity]) => Object.keys(entity)))];
  const parts = [toCsv([['name', ...fields]])];
  for (let at = 0; at < rows.length; at += SLICE_SIZE) {
    if (at > 0) await setImmediate();
    const cells = rows
      .slice(at, at + SLICE_SIZE)
      .map(([name, entity]) => [name, ...fields.map((field) => cellText(entity[field]))]);
    parts.push(toCsv(cells));
  }
  return parts.join('');
}

/** Puts list items on separate lines, which spreadsheets show in one cell. */
function cellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(cellText).join('\n');
  if (typeof value === 'object') return Object.keys(value).length > 0 ? JSON.stringify(value) : '';
  return JSON.stringify(value);
}
