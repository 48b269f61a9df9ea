/** CSV export for spreadsheets. Source: RFC 4180. */

/**
 * Spreadsheets run cells with these first characters as formulas. A user-chosen name could run code
 * for everyone who opens the export (OWASP, "CSV Injection").
 */
const FORMULA = /^[=+\-@\t\r]/;

const cell = (value: string): string => {
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) || safe !== value ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Lines end with CR LF. The first row contains the headings. */
export const toCsv = (rows: ReadonlyArray<readonly string[]>): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
