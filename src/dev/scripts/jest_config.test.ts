/** What jest finds in a fresh clone, before it resolves the first import. */
import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../../test/helpers/temporary_folder';

jest.setTimeout(180_000);

const run = promisify(execFile);
const ROOT = path.resolve(__dirname, '..', '..', '..');

/** A folder like a clone after `npm ci`: with its packages, and nothing that was built. */
function cloneAfterInstall(...files: readonly string[]): string {
  const clone = realpathSync(temporaryFolder());
  for (const file of files) {
    mkdirSync(path.dirname(path.join(clone, file)), { recursive: true });
    copyFileSync(path.join(ROOT, file), path.join(clone, file));
  }
  const packages = path.join(clone, 'node_modules');
  mkdirSync(packages);
  for (const name of readdirSync(path.join(ROOT, 'node_modules')))
    if (name !== '.cache')
      symlinkSync(path.join(ROOT, 'node_modules', name), path.join(packages, name));
  return clone;
}

/** Reads the configuration as jest does, and prints the module of the design system. */
const READ = `(async () => {
  const given = require('./jest.config.js');
  const { projects } = typeof given === 'function' ? await given() : given;
  const { moduleNameMapper } = projects.find(({ displayName }) => displayName === 'public');
  process.stdout.write(moduleNameMapper['^@elastic/eui$']);
})()`;

it('has the bundle of the design system once jest has read its configuration', async () => {
  const helpers = ['eui_bundle.js', 'eui_flyout.js'].map((name) => `test/helpers/${name}`);
  const clone = cloneAfterInstall('jest.config.js', ...helpers);
  const { stdout } = await run(process.execPath, ['-e', READ], { cwd: clone });
  expect(path.relative(clone, stdout)).toMatch(/^node_modules\/\.cache\/eui\/test-env-.*\.js$/);
  expect(existsSync(stdout)).toBe(true);
});
