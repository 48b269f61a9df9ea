/** What `npm test -- --until` does with steps and test files that the time is short for. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from '../../../scripts/lib/child';
import { jest as runJest } from '../../../scripts/lib/tests/jest';
import { runSteps, toldCounts } from '../../../scripts/lib/tests/schedule';
import { timeLimit } from '../../../scripts/lib/tests/time_limit';
import { until } from '../../../test/helpers/until';

let dir: string;
let output: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'sd-limit-'));
  output = '';
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    output += String(text);
    return true;
  });
});
afterEach(() => rmSync(dir, { recursive: true }));

const withMinutes = (minutes: number) => ({
  over: new AbortController().signal,
  leftMs: () => minutes * 60_000,
});
const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}/stat`) && !isZombie(pid);
const isZombie = (pid: number): boolean =>
  / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/\(.*\)/, ''));

describe('steps', () => {
  const passes = { passed: 2, failed: 0 };

  it('skips one that cannot end before, says why, and runs the shorter one', async () => {
    const long = jest.fn(() => passes);
    const total = await runSteps(
      { long: { run: long, minutes: 15 }, short: { run: () => passes, minutes: 3 } },
      { update: false, workers: 1, limit: withMinutes(5) }
    );
    expect(long).not.toHaveBeenCalled();
    expect(total).toEqual({ passed: 2, failed: 0, skipped: 1 });
    expect(output).toContain(
      '== long: skipped: it takes about 15 minutes, and 5.0 are left of --until\n'
    );
  });

  it('counts what was cut off as skipped, keeping what had failed in it', async () => {
    const total = await runSteps(
      { extra: { run: () => ({ passed: 2, failed: 1, isCut: true }), minutes: 3 } },
      { update: false, workers: 1, limit: withMinutes(5) }
    );
    expect(total).toEqual({ passed: 2, failed: 1, skipped: 1 });
    expect(output).toContain('extra was ended: the time of --until is over.');
  });

  it('lets a step fail that everybody relies on', async () => {
    const cut = { run: () => ({ passed: 2, failed: 0, isCut: true }) };
    const total = await runSteps({ cut }, { update: false, workers: 1, limit: withMinutes(5) });
    expect(total).toEqual({ passed: 2, failed: 1, skipped: 0 });
    const late = await runSteps({ cut }, { update: false, workers: 1, limit: withMinutes(-1) });
    expect(late).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(output).toContain('== cut: failed: the time of --until is over\n');
  });

  it('runs a narrow step itself where it has one worker: it is the process made for it', async () => {
    const narrow = jest.fn(() => passes);
    const total = await runSteps(
      { narrow: { run: narrow, isNarrow: true } },
      { update: false, workers: 1, limit: withMinutes(5) }
    );
    expect(narrow).toHaveBeenCalledTimes(1);
    expect(total).toEqual({ passed: 2, failed: 0, skipped: 0 });
  });

  it('tells of what was skipped only where something was', () => {
    expect(toldCounts({ passed: 3, failed: 1, skipped: 0 })).toBe('3 passed, 1 failed');
    expect(toldCounts({ passed: 3, failed: 1, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped');
  });
});

it('is over for good where no minutes are left', async () => {
  const { over, leftMs } = timeLimit(0);
  expect(leftMs()).toBeLessThan(0);
  await until(() => over.aborted);
});

it('ends a command with what it has started', async () => {
  const over = new AbortController();
  const file = path.join(dir, 'pid');
  const command = run('sh', ['-c', 'sleep 600 & echo $! > "$0"; wait', file], {
    over: over.signal,
  });
  await until(() => existsSync(file) && readFileSync(file, 'utf8') !== '');
  const pid = Number(readFileSync(file, 'utf8'));
  expect(isAlive(pid)).toBe(true);
  over.abort();
  expect((await command).signal).toBe('SIGTERM');
  await until(() => !isAlive(pid));
});

describe('test files', () => {
  const write = (name: string, text: string) => writeFileSync(path.join(dir, name), text);
  const fileOf = (name: string) => path.join(dir, name);
  const start = (limit: { over: AbortSignal; leftMs(): number }) => {
    const config = { rootDir: dir, testEnvironment: 'node', transform: {}, testTimeout: 600_000 };
    const args = [`--config=${JSON.stringify(config)}`, '--cacheDirectory', fileOf('cache')];
    return runJest('time_limit', args, { update: false, workers: 1, limit, stderr: 'ignore' });
  };
  /** jest begins with the longer file. */
  const FAILING = `
    require('node:fs').appendFileSync(__dirname + '/runs', 'x');
    it('passes', () => {});
    it('fails', () => { throw new Error('on purpose'); });
    // ${'-'.repeat(2_000)}`;

  beforeEach(() => jest.spyOn(process.stderr, 'write').mockReturnValue(true));

  it('keep what they have found when the run is cut off, and are not tried again', async () => {
    write('a.test.js', FAILING);
    write(
      'b.test.js',
      `it('hangs', () => new Promise(() => require('node:fs').writeFileSync(__dirname + '/hangs', '')));`
    );
    const over = new AbortController();
    const counts = start({ over: over.signal, leftMs: () => (over.signal.aborted ? -1 : 60_000) });
    await until(() => existsSync(fileOf('hangs')));
    over.abort();
    expect(await counts).toEqual({ passed: 1, failed: 1, isCut: true });
    expect(readFileSync(fileOf('runs'), 'utf8')).toBe('x');
  });

  it('are not tried once more when they would take longer than there is', async () => {
    write('a.test.js', FAILING);
    expect(await start(withMinutes(0))).toEqual({ passed: 1, failed: 1 });
    expect(readFileSync(fileOf('runs'), 'utf8')).toBe('x');
  });

  it('are tried once more otherwise', async () => {
    write('a.test.js', FAILING);
    expect(await start(withMinutes(5))).toEqual({ passed: 1, failed: 1 });
    expect(readFileSync(fileOf('runs'), 'utf8')).toBe('xx');
  });
});
