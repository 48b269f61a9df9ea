import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findMissingProofs, writeProofs } from '../../../scripts/lib/docs/spec_coverage';
import { temporaryFolder } from '../../../test/helpers/temporary_folder';

let root: string;
beforeEach(() => void (root = temporaryFolder()));

const TABLE = 'docs/spec-coverage.md';
const write = (file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};
/** Writes a table with these rows; the first one is on line 3. */
const writeRows = (...rows: string[]): void =>
  write(
    TABLE,
    ['| Requirement | Test file | Test name |', '|---|---|---|', ...rows, '', 'An end.'].join('\n')
  );
const check = (): string[] => findMissingProofs(root);
/** Whether this source satisfies a row with this test name. */
const isProof = (source: string, name: string): boolean => {
  write('a.test.ts', source);
  writeRows(`| R | \`a.test.ts\` | \`\` ${name.replaceAll('|', '\\|')} \`\` |`);
  return check().length === 0;
};

it('accepts existing tests, inside and outside of blocks', () => {
  write('a.test.ts', `describe('a', () => { describe("b", () => { it(\`c\`, () => {}); }); });`);
  write('b.spec.ts', `test('d', async () => {});`);
  writeRows('| One | `a.test.ts` | `a › b › c` |', '| Two | b.spec.ts | d |');
  expect(check()).toEqual([]);
});

it('reports line, requirement and file of a missing test, and of a missing file', () => {
  write('a.test.ts', `describe('a', () => { it('b', () => {}); });`);
  writeRows(
    '| Kept | `a.test.ts` | `a › b` |',
    '| Lost | `a.test.ts` | `b` |',
    '| Gone | x.test.ts | b |'
  );
  expect(check()).toEqual([
    `${TABLE}:4: "Lost": "a.test.ts" has no test "b"`,
    `${TABLE}:5: "Gone": there is no file "x.test.ts"`,
  ]);
});

it('rejects rows without a requirement or a test, and files that no runner executes', () => {
  write('a.ts', `it('b', () => {});`);
  writeRows('| | `a.test.ts` | `b` |', '| R | | |', '| R | `a.ts` | `b` |');
  expect(check()).toEqual([
    `${TABLE}:3: "": the row names no requirement`,
    `${TABLE}:4: "R": the row names no test`,
    `${TABLE}:5: "R": "a.ts" is not a test file`,
  ]);
});

it('rejects a missing document or one without a table', () => {
  expect(check()).toEqual([`${TABLE}: the file is not there`]);
  write(TABLE, '| Other | Table |\n|---|---|\n| x | y |\n');
  expect(check()).toEqual([`${TABLE}: no table with the columns Test file and Test name`]);
});

it('reads every table with the two columns, whatever columns precede them, and no other', () => {
  write('a.test.ts', `it('b', () => {});`);
  write(
    TABLE,
    [
      '| Count | Of |',
      '|---|---|',
      '| 1 | x.test.ts |',
      '',
      '| Section | Bullet | Test file | Test name |',
      '|:--|:--|---|--:|',
      '| 3 | B | a.test.ts | gone |',
    ].join('\n')
  );
  expect(check()).toEqual([`${TABLE}:7: "B": "a.test.ts" has no test "gone"`]);
});

describe('parametrized tests', () => {
  const each = `describe('s', () => { it.each([[1, 2]])('%s and %j: $a.b of 100%', () => {}); });`;

  it.each([
    ['as written', 's › %s and %j: $a.b of 100%'],
    ['as reported', 's › 1 and {"x": 2}: y of 100%'],
    ['with empty placeholders', 's ›  and :  of 100%'],
  ])('are found by their title %s', (_how, name) => {
    expect(isProof(each, name)).toBe(true);
  });

  it('are not found by another title', () => {
    expect(isProof(each, 's › 1 or 2: 3 of 100%')).toBe(false);
    expect(isProof(each, 's › 1 and 2: 3 of 100% more')).toBe(false);
  });

  it.each([
    ['typed and cast tables', `it.each<[number]>([[1]] as const)('n %i', () => {});`, 'n 1'],
    ['tagged templates', 'test.each`a\n${1}`("n $a", () => {});', 'n 1'],
    ['blocks', `describe.each(['x', 'y'])('of %s', () => { it('b', () => {}); });`, 'of y › b'],
    ['template literals', 'for (const n of [1]) it(`n ${n} (twice)`, () => {});', 'n 1 (twice)'],
    ['pipes and quotes', `it('a | b "c" \`d\`', () => {});`, 'a | b "c" `d`'],
  ])('are found in %s', (_kind, source, name) => {
    expect(isProof(source, name)).toBe(true);
  });

  it('match no name when the whole title is computed', () => {
    expect(isProof(`const name = 'b'; it(name, () => {});`, 'b')).toBe(false);
  });

  it('do not affect percent signs of other titles', () => {
    expect(isProof(`it('100%s', () => {});`, '100 x')).toBe(false);
    expect(isProof(`it('100%s', () => {});`, '100%s')).toBe(true);
  });
});

describe('tests that do not run', () => {
  it.each([
    `it.skip('b', () => {});`,
    `xit('b', () => {});`,
    `it.todo('b');`,
    `it.skip.each([1])('b', () => {});`,
    `describe.skip('s', () => { it('b', () => {}); });`,
    `xdescribe('s', () => { it('b', () => {}); });`,
    `it.only('other', () => {}); it('b', () => {});`,
  ])('prove nothing: %s', (source) => {
    write('a.test.ts', source);
    const name = source.includes('describe') ? 's › b' : 'b';
    writeRows(`| R | a.test.ts | ${name} |`);
    expect(check()).toEqual([`${TABLE}:3: "R": "${name}" is skipped`]);
  });

  it.each([`// it('b', () => {});`, `const text = "it('b')";`, `other('b', () => {});`])(
    'are not found: %s',
    (source) => expect(isProof(source, 'b')).toBe(false)
  );

  it('do not hide another test of the same name', () => {
    expect(isProof(`it.skip('b', () => {}); it('b', () => {});`, 'b')).toBe(true);
  });
});

describe('tags in tests', () => {
  /** One row for each tag; the first one is on line 3. */
  const writeTagged = (...rows: string[]): void =>
    write(
      TABLE,
      ['| Requirement | Tag | Test file | Test name |', '|---|---|---|---|', ...rows].join('\n')
    );
  const readTable = (): string[] => readFileSync(path.join(root, TABLE), 'utf8').split('\n');
  const source = (title: string): string =>
    `describe('a', () => {\n  // @spec 1/1, 1/2\n  it('${title}', () => {});\n});`;
  const OUTDATED = `${TABLE}: tagged tests have changed; npm test -- --only=lint --update writes them`;

  it('fill the table, also after the test was renamed', () => {
    for (const table of ['features.md', 'security.md', 'reference/backends.md'])
      write(`docs/${table}`, '');
    write('src/a.test.ts', source('b | c'));
    writeTagged('| One | `1/1` | | |', '| Two | `1/2` | `old.test.ts` | `x` |');
    expect(check()).toEqual([OUTDATED]);
    writeProofs(root);
    expect(readTable().slice(2)).toEqual([
      '| One | `1/1` | `src/a.test.ts` | `a › b \\| c` |',
      '| Two | `1/2` | `src/a.test.ts` | `a › b \\| c` |',
    ]);
    expect(check()).toEqual([]);
    write('src/a.test.ts', source('renamed'));
    expect(check()).toEqual([OUTDATED]);
    writeProofs(root);
    expect(readTable()[2]).toBe('| One | `1/1` | `src/a.test.ts` | `a › renamed` |');
    expect(check()).toEqual([]);
  });

  it('name one case of a parametrized test', () => {
    write('src/a.test.ts', "// @spec 1/1: of two\nit.each(['one', 'two'])('of %s', () => {});");
    writeTagged('| One | `1/1` | `src/a.test.ts` | `of two` |');
    expect(check()).toEqual([]);
    write('src/a.test.ts', "// @spec 1/1: by two\nit.each(['one', 'two'])('of %s', () => {});");
    expect(check()).toEqual([
      'src/a.test.ts:1: @spec 1/1 stands before no test, or names no case of it',
    ]);
  });

  it('are reported without a row, without a test, twice, and when a row has none', () => {
    write(
      'src/a.test.ts',
      "// @spec 1/1\nit('b', () => {});\n// @spec 1/1, 9/9\nit('c', () => {});\n// @spec 1/2"
    );
    writeTagged('| One | `1/1` | | |', '| Two | `1/2` | | |', '| Three | `1/3` | | |');
    expect(check()).toEqual([
      'src/a.test.ts:1: @spec 1/1 is in src/a.test.ts:3, too',
      'src/a.test.ts:3: @spec 1/1 is in src/a.test.ts:1, too',
      `src/a.test.ts:3: @spec 9/9 is no row of ${TABLE}`,
      'src/a.test.ts:5: @spec 1/2 stands before no test, or names no case of it',
      `${TABLE}: no test has the tag @spec 1/3`,
    ]);
  });

  it('prove nothing before a test that is skipped', () => {
    write('src/a.test.ts', "// @spec 1/1\nit.skip('b', () => {});");
    writeTagged('| One | `1/1` | `src/a.test.ts` | `b` |');
    expect(check()).toEqual([`${TABLE}:3: "One": "b" is skipped`]);
  });
});
