/** Numbers of the status page. Source: specification section 9 "Status metric formats". */
export type MetricType = 'byte' | 'time' | 'integer' | 'float';

const BYTE_UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];
const BLANK = '–';

/** `172.75 MB` (powers of 1024), `0.13 ms`, `3030`, `0.46`; a dash where the server has measured nothing yet. */
export function formatNumber(value: number | undefined, type: MetricType = 'float'): string {
  if (value === undefined || !Number.isFinite(value)) return BLANK;
  switch (type) {
    case 'byte':
      return formatBytes(value);
    case 'time':
      return `${value.toFixed(2)} ms`;
    case 'integer':
      return value.toFixed(0);
    case 'float':
      return value.toFixed(2);
  }
}

function formatBytes(bytes: number): string {
  const exponent = bytes === 0 ? 0 : Math.floor(Math.log(Math.abs(bytes)) / Math.log(1024));
  const index = Math.min(Math.max(exponent, 0), BYTE_UNITS.length - 1);
  return `${(bytes / 1024 ** index).toFixed(2)} ${BYTE_UNITS[index]}`;
}
