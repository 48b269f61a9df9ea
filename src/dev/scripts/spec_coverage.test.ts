import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findMissingProofs } from '../../../scripts/lib/docs/spec_coverage';
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
