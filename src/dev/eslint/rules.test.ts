import { Linter } from 'eslint';
import path from 'node:path';
import config from '../../../eslint.config';

const ROOT = path.resolve(__dirname, '..', '..', '..');
const linter = new Linter({ cwd: ROOT });

/** Lints a text under a file name with the complete configuration that `npm test` uses. */
function rulesBroken(filename: string, code: string): string[] {
  const messages = linter.verify(code, config as Linter.Config[], path.join(ROOT, filename));
  return messages.map(({ ruleId, message }) => ruleId ?? message);
}

const SCREEN = 'src/plugins/security/public/apps/screen.tsx';
const SERVICE = 'src/plugins/security/server/service.ts';

describe('the lint configuration', () => {
  it.each([
    ['a default export', SERVICE, 'export default 1;', 'no-restricted-syntax'],
    [
      'an export named default',
      SERVICE,
      'const a = 1;\nexport { a as default };',
      'no-restricted-syntax',
    ],
    [
      'a spread of a literal',
      SERVICE,
      'export const a = (b: number) => ({ ...{ b, c: 1 } });',
      'house/literal-spread',
    ],
    [
      'a spread of a list in another list',
      SERVICE,
      'export const a = (b: number) => [...[b, 1], 2];',
      'house/literal-spread',
    ],
    [
      'code that the formatter leaves alone',
      SERVICE,
      '// prettier-ignore\nexport const a = 1;',
      'no-warning-comments',
    ],
    [
      'a function named after a part of its argument',
      SERVICE,
      'export const nameOf = (a: { b: string }) => a.b;',
      'house/function-name',
    ],
    [
      'a function named by a participle',
      SERVICE,
      'export function sorted(a: number[]) {\n  return a.sort();\n}',
      'house/function-name',
    ],
    ['console output', SERVICE, "console.log('x');", 'no-console'],
    ['console.error in the browser', SCREEN, "console.error('x');", 'no-console'],
    [
      'a value import of a type',
      SERVICE,
      "import { A } from './types';\nexport const b = (a: A) => a;",
      '@typescript-eslint/consistent-type-imports',
    ],
    ['words between tags', SCREEN, 'export const A = () => <p>Roles</p>;', 'house/literal-text'],
    ['words in braces', SCREEN, "export const A = () => <p>{'Roles'}</p>;", 'house/literal-text'],
    [
      'words in a conditional',
      SCREEN,
      "export const A = (p: { b: boolean }) => <p>{p.b ? 'Yes' : 'No'}</p>;",
      'house/literal-text',
    ],
    [
      'a literal label',
      SCREEN,
      'export const A = () => <input aria-label="Search" />;',
      'house/literal-text',
    ],
    [
      'a literal text of a dialog',
      SCREEN,
      'export const A = () => <Dialog confirmButtonText="Delete" />;',
      'house/literal-text',
    ],
    [
      'a literal placeholder',
      SCREEN,
      'export const A = () => <input placeholder={`Find ${1}`} />;',
      'house/literal-text',
    ],
    [
      'a file name in camel case',
      'src/core/common/roleList.ts',
      'export const a = 1;',
      'house/file-name',
    ],
    [
      'a suppression without a reason',
      SERVICE,
      "// eslint-disable-next-line no-console\nconsole.log('x');",
      'house/suppression-reason',
    ],
    [
      'a focused test',
      'src/core/common/a.test.ts',
      "it.only('x', () => {});",
      'no-restricted-syntax',
    ],
    [
      'a conditional hook',
      SCREEN,
      "import { useState } from 'react';\nexport const useA = (b: boolean) => (b ? useState(1) : null);",
      'react-hooks/rules-of-hooks',
    ],
    [
      'a route that is declared where it is registered',
      SERVICE,
      "export const a = (router: Router) => router.get({ path: '/a', validate: false }, b);",
      'house/declared-call',
    ],
    [
      'a request with a path of its own',
      SCREEN,
      "export const a = (core: CoreStart) => core.http.post('/api/v1/a');",
      'house/declared-call',
    ],
    ['a comment of 101 characters', SERVICE, `// ${'a'.repeat(98)}`, 'max-len'],
  ])('rejects %s', (_what, file, code, rule) => {
    expect(rulesBroken(file, code)).toContain(rule);
  });

  it.each([
    [
      'translated text',
      SCREEN,
      'export const A = (p: { text: string }) => <p title={p.text}>{p.text} · 1</p>;',
    ],
    [
      'words in tests',
      'src/plugins/security/public/apps/screen.test.tsx',
      'export const A = () => <p>Roles</p>;',
    ],
    [
      'a suppression with its reason',
      SERVICE,
      "// eslint-disable-next-line no-console -- the terminal is the screen here\nconsole.log('x');",
    ],
    [
      'a comment of 100 characters, a longer URL, and longer code',
      SERVICE,
      `// ${'a'.repeat(97)}\n// https://example.org/${'a'.repeat(98)}\nexport const a = '${'a'.repeat(98)}';`,
    ],
    [
      'calls that are declared',
      SERVICE,
      'export const a = ({ handle }: RouteDeps) => handle(READ_NOTES, () => notes.get(1));',
    ],
    ['a type import', SERVICE, "import type { A } from './types';\nexport const b = (a: A) => a;"],
  ])('accepts %s', (_what, file, code) => {
    expect(rulesBroken(file, code)).toEqual([]);
  });
});
