/** Patterns that stand for everything, or nearly everything, however they are written. */
import { compilePattern, isRegex, patternKind } from './pattern';

/** Unlike names. A regular expression that matches all of them was meant to match every name. */
const SAMPLES = [
  '-',
  'a',
  'Zz_9',
  'logs-2024.01.01',
  'jane.doe@example.org',
  '10.1.2.3',
  'fe80::1',
];

export function isEverything(pattern: string): boolean {
  if (isRegex(pattern)) return SAMPLES.every(compilePattern(pattern));
  return pattern.includes('*') && /^[*?]+$/.test(pattern);
}

/** Whether a wildcard stands for nearly all names. */
export const isBroad = (pattern: string, minCharacters: number): boolean =>
  isEverything(pattern) ||
  (patternKind(pattern) === 'wildcard' && pattern.replace(/[*?]/g, '').length < minCharacters);

const ADDRESSES = [
  ['1.2.3.4', '10.20.30.40', '192.168.100.200', '255.255.255.254'],
  ['::1', 'fe80::1', '2001:db8::a:b'],
];

/** Whether a pattern of hosts stands for every address, or every one of IPv4 or IPv6. */
export const isEveryHost = (pattern: string): boolean =>
  isEverything(pattern) || ADDRESSES.some((all) => all.every(compilePattern(pattern)));
