/** Consistency of docs/reference/backends.md with the selection of journeys. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CONTRACT_DIFFERENCES } from '../cluster/contract_differences';
import { CHANGES, ELSEWHERE, MANAGEMENT, SHELL, SPECIFIED } from '../cluster/e2e_selection';

const HEADING = '## Management API responses that differ';
const FILE = path.resolve(__dirname, '..', '..', 'docs', 'reference', 'backends.md');

// @backend cluster/40
it('the table of different responses lists the differences of the contract suites', () => {
  const [, section = ''] = readFileSync(FILE, 'utf8').split(HEADING);
  const [, ...rows] = (section.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.startsWith('|---'));
  expect(rows).toEqual(CONTRACT_DIFFERENCES.map(({ what, why }) => `| ${what} | ${why} |`));
});

it('every journey of the embedded engine runs on a cluster or gives a reason against it', () => {
  const journeys = readdirSync(path.resolve(__dirname, '..', 'e2e'))
    .filter((file) => file.endsWith('.spec.ts'))
    .map((file) => file.replace('.spec.ts', ''));
  const known = [CHANGES, SHELL, SPECIFIED, MANAGEMENT, ELSEWHERE].flatMap(Object.keys);
  expect(known.sort()).toEqual(journeys.sort());
});
