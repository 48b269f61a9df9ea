import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '..', '..', '..');
const guide = readFileSync(path.join(ROOT, 'docs', 'guide', 'plugins.md'), 'utf8');

/** Code fences with a file name after the language. */
const SNIPPETS = [...guide.matchAll(/^```tsx? (\S+)\n([\s\S]*?)^```$/gm)].map(
  ([, file = '', code = '']) => [file, code] as const
);
const squeeze = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

it('quotes more than ten snippets of the example', () => {
  expect(SNIPPETS.length).toBeGreaterThan(10);
});

it.each(SNIPPETS)('quotes %s without changes', (file, code) => {
  expect(squeeze(readFileSync(path.join(ROOT, file), 'utf8'))).toContain(squeeze(code));
});

it('names only existing scripts', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const names = [...guide.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name);
  expect(names.filter((name) => !(name! in scripts))).toEqual([]);
});
