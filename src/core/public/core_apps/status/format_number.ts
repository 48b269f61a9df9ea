/** Number formats of the status page. */
import { i18n } from '../../i18n';

export type MetricType = 'byte' | 'time' | 'integer' | 'float';

const BYTE_UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];
const BLANK = '–';

/**
 * `172.75 MB` (powers of 1024), `0.13 ms`, `3030`, `0.46`; a dash for values that the server has
 * not measured yet.
 */
export function formatNumber(value: number | undefined, type: MetricType = 'float'): string {
  if (value === undefined || !Number.isFinite(value)) return BLANK;
  switch (type) {
    case 'byte':
      return formatBytes(value);
    case 'time':
      return `${formatFixed(value, 2)} ms`;
    case 'integer':
      return formatFixed(value, 0);
    case 'float':
      return formatFixed(value, 2);
  }
}

const formatFixed = (value: number, digits: number): string =>
  i18n.formatNumber(value, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  });

function formatBytes(bytes: number): string {
  const exponent = bytes === 0 ? 0 : Math.floor(Math.log(Math.abs(bytes)) / Math.log(1024));
  const index = Math.min(Math.max(exponent, 0), BYTE_UNITS.length - 1);
  return `${formatFixed(bytes / 1024 ** index, 2)} ${BYTE_UNITS[index]}`;
}
