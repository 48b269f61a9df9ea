import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findCycles, importGraph } from '../../../scripts/lib/cycles';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'sd-cycles-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const write = (files: Record<string, string>): void => {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(dir, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
};
const cycles = (): string[][] =>
  findCycles(importGraph(dir)).map((cycle: string[]) =>
    cycle.map((file) => path.relative(dir, file))
  );

it('accepts files that import downwards only', () => {
  write({
    'core/public/index.ts': `export * from './a';`,
    'core/public/a.ts': `export const a = 1;`,
    'plugins/x/public/index.ts': `import { a } from '@sd/core/public';\nexport const b = a;`,
  });
  expect(cycles()).toEqual([]);
});

it.each([
  ['value', `import { b } from './b';\nexport const a = b;`],
  ['type-only', `import type { B } from './b';\nexport type A = B;`],
  ['export-from', `export { b } from './b';`],
  ['dynamic', `export const a = () => import('./b');`],
  ['import() type', `export type A = import('./b').B;`],
])('finds a cycle closed by a %s import', (_kind, code) => {
  write({ 'a.ts': code, 'b.tsx': `import type { A } from './a';\nexport type B = A;` });
  expect(cycles()).toEqual([['a.ts', 'b.tsx']]);
});

it('finds a cycle through an index and the alias of core', () => {
  write({
    'core/server/index.ts': `export * from './a';`,
    'core/server/a.ts': `import type { X } from '../../plugins/x';\nexport type A = X;`,
    'plugins/x/index.ts': `import type { A } from '@sd/core/server';\nexport type X = A;`,
  });
  expect(cycles()).toEqual([['core/server/a.ts', 'plugins/x/index.ts', 'core/server/index.ts']]);
});
