import { mkdirSync, writeFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { execFileSync } from 'node:child_process';
import { findCommitProblems } from '../../../scripts/lib/docs/commits';
import { findMissingSources } from '../../../scripts/lib/docs/sources';
import {
  findSecurityDocProblems,
  limitsTable,
  missingSections,
  readLimits,
  writeLimits,
} from '../../../scripts/lib/docs/security_doc';
import { temporaryFolder } from '../../../test/helpers/temporary_folder';

let root: string;
beforeEach(() => {
  root = temporaryFolder();
  write('docs/reference/engine.md', '# The engine\n\n## Roles of a user\n\n## Patterns\n');
  write('docs/decisions/0004-deviations.md', '# 4. Deviations\n');
});

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
    root = temporaryFolder();
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

describe('the commits of a branch', () => {
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
      cwd: root,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  const commit = (...message: readonly string[]) => {
    git('commit', '-q', '--allow-empty', ...message.flatMap((part) => ['-m', part]));
    return git('rev-parse', '--short', 'HEAD').trim();
  };
  beforeEach(() => {
    git('init', '-q', '-b', 'main');
    commit('A commit of main has no body, and is not checked');
  });

  it('need a reason in the body and a short subject', () => {
    git('switch', '-q', '-c', 'branch');
    commit('Limit the size', 'Because a large one blocks others.');
    commit('x'.repeat(72), 'Because.');
    const long = commit('x'.repeat(73), 'Because.');
    const silent = commit('Do something');
    expect(findCommitProblems(root)).toEqual([
      `Commit ${silent}: say why in its body.`,
      `Commit ${long}: its subject has more than 72 characters.`,
    ]);
  });

  it('are not checked on main and without a repository', () => {
    expect(findCommitProblems(root)).toEqual([]);
    expect(findCommitProblems(temporaryFolder())).toEqual([]);
  });
});
