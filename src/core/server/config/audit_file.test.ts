import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertAuditFile } from './audit_file';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sd-audit-file-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const check = (file: string | undefined) => assertAuditFile({ engine: { audit: { file } } });
function problemOf(file: string): { message: string; exitCode: number } | undefined {
  try {
    check(file);
    return undefined;
  } catch (error) {
    return error as { message: string; exitCode: number };
  }
}

it('accepts a regular file, one that is not there yet, and none', () => {
  const file = join(folder, 'audit.log');
  check(undefined);
  check(file);
  expect(existsSync(file)).toBe(false);
  writeFileSync(file, '');
  symlinkSync(file, join(folder, 'link'));
  check(file);
  check(join(folder, 'link'));
});

it.each<[string, () => string, RegExp]>([
  ['a folder', () => folder, /is a folder/],
  [
    'a pipe',
    () => {
      execFileSync('mkfifo', [join(folder, 'pipe')]);
      return join(folder, 'pipe');
    },
    /is not a regular file/,
  ],
  ['a device', () => '/dev/null', /is not a regular file/],
  ['a setting of the kernel', () => '/proc/self/comm', /belongs to the kernel/],
  ['a new file of the kernel', () => '/proc/self/audit.log', /belongs to the kernel/],
  ['a file in a folder that is not there', () => join(folder, 'no', 'a'), /no folder .+no/],
  [
    'a file below a file',
    () => {
      writeFileSync(join(folder, 'a'), '');
      return join(folder, 'a', 'b');
    },
    /cannot be used: ENOTDIR/,
  ],
])('refuses %s in one line, with exit code 78', (_what, prepare, message) => {
  const problem = problemOf(prepare());
  expect(problem?.message).toMatch(message);
  expect(problem?.message).toMatch(/^\[config validation of \[engine\.audit\.file\]\]: /);
  expect(problem?.message).not.toContain('\n');
  expect(problem?.exitCode).toBe(78);
});
