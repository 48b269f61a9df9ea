/** docs/reference/backends.md says what the suites of the REST contract meet on a cluster. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CONTRACT_DIFFERENCES } from '../cluster/contract_differences';

const HEADING = '## Answers of the management API that differ';
const FILE = path.resolve(__dirname, '..', '..', 'docs', 'reference', 'backends.md');

it('the table of answers that differ is what the suites know', () => {
  const [, section = ''] = readFileSync(FILE, 'utf8').split(HEADING);
  const [, ...rows] = (section.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.startsWith('|---'));
  expect(rows).toEqual(CONTRACT_DIFFERENCES.map(({ what, why }) => `| ${what} | ${why} |`));
});
