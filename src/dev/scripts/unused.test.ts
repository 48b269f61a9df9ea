import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '..', '..', '..');
/** A run takes two seconds of CPU time, and longer on a busy machine. */
jest.setTimeout(60_000);

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'sd-unused-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

it('reports unused exports, files and dependencies, and no others', () => {
  const files = {
    'package.json': JSON.stringify({ dependencies: { lodash: '4.18.1', yaml: '2.9.1' } }),
    'src/dev/webpack/server_entry.ts': `import { used } from '../../core/used';\nused();`,
    'src/core/used.ts': `import lodash from 'lodash';\nexport const used = lodash.noop;\nexport const forgotten = 1;\nexport type Forgotten = 1;`,
    'src/core/left.ts': 'export const left = 1;',
    'src/core/used.test.ts': `import { tested } from './tested';\ntested();`,
    'src/core/tested.ts': 'export const tested = (): void => undefined;',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
    writeFileSync(path.join(dir, name), text);
  }
  const { status, stdout } = spawnSync(
    process.execPath,
    [
      path.join(ROOT, 'node_modules', 'knip', 'bin', 'knip.js'),
      ...['--config', path.join(ROOT, 'knip.config.js'), '--directory', dir],
      ...['--no-progress', '--no-config-hints', '--reporter', 'compact'],
    ],
    { encoding: 'utf8' }
  );
  expect(stdout.trim().split(/\s*\n\s*/)).toEqual([
    'Unused files (1)',
    'src/core/left.ts: src/core/left.ts',
    'Unused dependencies (1)',
    'package.json: yaml',
    'Unused exports (1)',
    'src/core/used.ts: forgotten',
    'Unused exported types (1)',
    'src/core/used.ts: Forgotten',
  ]);
  expect(status).toBe(1);
});
