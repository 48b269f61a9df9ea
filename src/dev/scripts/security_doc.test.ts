import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  findSecurityDocProblems,
  limitsTable,
  missingSections,
  readLimits,
  writeLimits,
} from '../../../scripts/lib/docs/security_doc';

describe('the limits of a file', () => {
  it('are read with their comments; one without a comment shares the previous one', () => {
    const source = `
      /** Limits of things. */
      export const THING_LIMITS = {
        /** Bytes of
         *  a thing | its text. */
        bytes: 4 * 1_024,
        /** Things, and words of each. */
        things: 10,
        words: 2,
      } as const;
      /** Percent. */
      export const SHARES: Readonly<Record<string, number>> = { ONE: 45, TWO: 5 };
      /** Percent of the others. */
      export const OTHER = 1;`;
    expect(limitsTable(readLimits(source, 'things')).split('\n').slice(2)).toEqual([
      '| things | `bytes` | 4 * 1 024 | Bytes of a thing \\| its text. |',
      '| things | `things` | 10 | Things, and words of each. |',
      '| things | `words` | 2 | Things, and words of each. |',
      '| things | `SHARES.ONE` | 45 | Percent. |',
      '| things | `SHARES.TWO` | 5 | Percent. |',
      '| things | `OTHER` | 1 | Percent of the others. |',
    ]);
  });
});

describe('docs/security.md', () => {
  let root: string;
  const limitsFile = 'src/contracts/limits/things.ts';
  const document = 'docs/security.md';
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'sd-security-doc-'));
    write(limitsFile, 'export const THINGS = {\n  /** Things. */\n  most: 10,\n};');
    write('a.test.ts', `it('holds', () => {});`);
    const real = readFileSync(path.resolve(__dirname, '../../../docs/security.md'), 'utf8');
    // The real checklist names the product's tests; the copy names one placeholder instead.
    const [head = '', checklist = ''] = real.split('### V1 Architecture');
    const sections = [...checklist.matchAll(/^\| (V\d+\.\d+)[. ].*$/gm)].map(([, name]) => name);
    const rows = sections.map((name) => `| ${name} | x | \`a.test.ts\` | \`holds\` |`);
    const table = ['| Line | What | Test file | Test name |', '|---|---|---|---|', ...rows];
    write(document, `${head}\n${table.join('\n')}\n`);
    writeLimits(root);
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('passes with every section of the checklist', () => {
    expect(findSecurityDocProblems(root)).toEqual([]);
    expect(readFileSync(path.join(root, document), 'utf8')).toContain(
      '| things | `most` | 10 | Things. |'
    );
  });

  it.each([
    ['differs', 'export const THINGS = {\n  /** Things. */\n  most: 11,\n};'],
    [
      'is missing',
      'export const THINGS = {\n  /** Things. */\n  most: 10,\n  /** New. */\n  n: 1,\n};',
    ],
  ])('is reported when a limit %s', (_what, source) => {
    write(limitsFile, source);
    expect(findSecurityDocProblems(root)).toEqual([expect.stringMatching(/limits have changed/)]);
  });

  it('is reported when it names a missing test or omits a section', () => {
    write('a.test.ts', `it('held', () => {});`);
    expect(findSecurityDocProblems(root).length).toBeGreaterThan(50);
    expect(missingSections('| V1.1 | x |\n| V1.2.3 | x |')).not.toContain('V1.1');
    expect(missingSections('| V1.10 | x |')).toContain('V1.1');
  });
});
