/** SIGHUP to the process of a built server. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startServer, type TestServer } from '../helpers/server';
import { waitForCondition } from '../helpers/wait_for';

jest.setTimeout(120_000);

const folder = mkdtempSync(path.join(tmpdir(), 'sd-reload-'));
let server: TestServer | undefined;
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('changes the log level, and keeps it while the file is invalid', async () => {
  const file = path.join(folder, 'level.yml');
  const setLevel = (level: string) => writeFileSync(file, `logging.level: ${level}\n`);
  setLevel('info');
  const { url, pid, output } = (server = await startServer({ args: [`--config=${file}`] }));
  const countOf = (text: string): number => output().split(text).length - 1;
  const reload = async (answer: string): Promise<void> => {
    const before = countOf(answer);
    process.kill(pid, 'SIGHUP');
    await waitForCondition(() => countOf(answer) > before);
  };
  const isLogged = async (target: string): Promise<void> => {
    await fetch(`${url}${target}`);
    await waitForCondition(() => countOf(target) > 0);
  };
  const RELOADED = 'Reloaded the log file, the log level and the certificate.';

  await fetch(`${url}/api/at-info`);
  setLevel('debug');
  await reload(RELOADED);
  // The log is in the order of the requests, so the earlier one would be there by now.
  await isLogged('/api/at-debug');
  expect(countOf('/api/at-info')).toBe(0);

  setLevel('loud');
  await reload('[config validation of [logging].level]: expected one of');
  await isLogged('/api/still-at-debug');

  setLevel('info');
  await reload(RELOADED);
  await fetch(`${url}/api/at-info-again`);
  setLevel('debug');
  await reload(RELOADED);
  await isLogged('/api/at-debug-again');
  expect(countOf('/api/at-info-again')).toBe(0);
});
