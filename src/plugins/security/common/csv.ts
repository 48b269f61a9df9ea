/** Tables as text for spreadsheets. Pure. Source: RFC 4180. */

/**
 * A spreadsheet takes a cell that begins so for a formula, and runs it: whoever may choose a name
 * could run something at whoever opens the export (OWASP, "CSV Injection").
 */
const FORMULA = /^[=+\-@\t\r]/;

const cell = (value: string): string => {
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) || safe !== value ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Lines end with CR LF; the first one has the headings. */
export const toCsv = (rows: ReadonlyArray<readonly string[]>): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
