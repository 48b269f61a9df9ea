import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findMissingSources } from '../../../scripts/lib/docs/sources';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'sd-sources-'));
  write('docs/reference/engine.md', '# The engine\n\n## Roles of a user\n\n## Patterns\n');
  write('docs/decisions/0004-deviations.md', '# 4. Deviations\n');
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};
/** Composed, because the check reads this file too. */
const SLASH = '/';
const commented = (...lines: string[]): string =>
  `${SLASH}**\n${lines.map((line) => ` * ${line}`).join('\n')}\n *${SLASH}\nexport const a = 1;\n`;
const problemsOf = (...lines: string[]): string[] => {
  write('src/room/a.ts', commented(...lines));
  return findMissingSources(root);
};

it('accepts existing documents and sections', () => {
  write('src/room/README.md', '# Room\n');
  write('docs/guide/operate.md', '# Operating\n');
  expect(
    problemsOf(
      'Source: docs/reference/engine.md#patterns and',
      '#roles-of-a-user; docs/reference/engine.md (decision 4).',
      'See README.md and operate.md; RFC 9110, section 8.8.3; specification section 5.'
    )
  ).toEqual([]);
});

it.each([
  ['a document', 'Source: docs/reference/house.md.', 'there is no docs/reference/house.md'],
  ['a document without a folder', 'Source: house.md 2.', 'there is no house.md'],
  [
    'a section',
    'Source: docs/reference/engine.md#tenants.',
    'docs/reference/engine.md has no section #tenants',
  ],
  [
    'a further section',
    'Source: docs/reference/engine.md#patterns, #roles-of-a-user and #tenants.',
    'docs/reference/engine.md has no section #tenants',
  ],
  ['a decision', 'As in decision 5.', 'there is no decision 5'],
])('reports %s that does not exist', (_what, text, problem) => {
  expect(problemsOf('A sentence.', text)).toEqual([`src/room/a.ts:3: ${problem}`]);
});

it.each(['reference 4.5', 'Reference sections 1.2, 1.6', 'core-services section 23', 'issue 2'])(
  'rejects a section number of an external document: %s',
  (citation) => {
    expect(problemsOf(`Source: ${citation}.`)).toEqual([
      expect.stringMatching(/^src\/room\/a\.ts:2: ".* \d" is of a document that is not here/),
    ]);
  }
);

it('checks tools, tests and files at the root, but no installed packages', () => {
  const wrong = `${SLASH}/ See docs/gone.md\n`;
  write('scripts/lib/a.js', wrong);
  write('test/helpers/b.tsx', wrong);
  write('x.config.js', wrong);
  write('src/node_modules/c.js', wrong);
  expect(findMissingSources(root).sort()).toEqual([
    'scripts/lib/a.js:1: there is no docs/gone.md',
    'test/helpers/b.tsx:1: there is no docs/gone.md',
    'x.config.js:1: there is no docs/gone.md',
  ]);
});
