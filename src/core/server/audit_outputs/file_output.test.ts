import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type AddressInfo } from 'node:net';
import { AUDIT_LIMITS } from '../../../contracts/limits';
import { waitForCondition } from '../../../../test/helpers/wait_for';
import { coreMock } from '../mocks';
import { FileOutput } from './file_output';
import { loadConfig } from '../config';
import { AuditOutputs } from './audit_outputs';
import { temporaryFolder } from '../../../../test/helpers/temporary_folder';

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'audit.log');
});

const outputTo = (path: string) => {
  const log = coreMock.createLogger();
  return { log, output: new FileOutput({ path, log, retryMs: 5 }) };
};
const event = (number: number, more: object = {}) => ({ audit_category: 'TEST', number, ...more });
const numbersIn = (path: string) =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { number: number }).number);
const isIdle = (output: FileOutput) => () => output.figures.waiting === 0;

it('writes each event as a line of JSON, in order, after the call that hands it over', async () => {
  const { output } = outputTo(file);
  output.write([event(1), event(2)]);
  output.write([event(3)]);
  expect(existsSync(file)).toBe(false);
  expect(output.figures).toEqual({ waiting: 3, written: 0, lost: 0 });
  await waitForCondition(isIdle(output));
  expect(numbersIn(file)).toEqual([1, 2, 3]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(output.figures).toEqual({ waiting: 0, written: 3, lost: 0 });
  await output.stop();
});

// @feature audit-file/1
it('goes on in a new file after the old one was moved', async () => {
  const { output } = outputTo(file);
  output.write([event(1)]);
  await waitForCondition(isIdle(output));
  renameSync(file, `${file}.1`);
  output.write([event(2)]);
  await output.stop();
  expect([numbersIn(`${file}.1`), numbersIn(file)]).toEqual([[1], [2]]);
});

// @feature audit-file/2
it('keeps events while the file cannot be written, and says so once', async () => {
  const { output, log } = outputTo(file);
  mkdirSync(file);
  output.write([event(1)]);
  await waitForCondition(() => log.error.mock.calls.length > 0);
  output.write([event(2)]);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(log.error.mock.calls).toEqual([
    [
      'Audit events cannot be written to the file (engine.audit.file).',
      { error: expect.stringContaining('EISDIR') },
    ],
  ]);
  rmdirSync(file);
  await waitForCondition(isIdle(output));
  expect(numbersIn(file)).toEqual([1, 2]);
  expect(log.warn.mock.calls).toEqual([
    ['Audit events can be written to the file again (engine.audit.file).', { lost: 0 }],
  ]);
  await output.stop();
});

it('neither waits for a reader of a pipe nor writes to it', async () => {
  const { output, log } = outputTo(file);
  execFileSync('mkfifo', [file]);
  output.write([event(1)]);
  await waitForCondition(() => log.error.mock.calls.length > 0);
  expect(log.error.mock.calls[0]?.[1]).toEqual({ error: expect.stringMatching(/ENXIO|regular/) });
  rmSync(file);
  await output.stop();
  expect(numbersIn(file)).toEqual([1]);
});

it('keeps a limited number of events, and counts the others', async () => {
  const { output, log } = outputTo(file);
  mkdirSync(file);
  const most = AUDIT_LIMITS.outputEvents;
  output.write(Array.from({ length: most + 7 }, (_, number) => event(number)));
  expect(output.figures).toEqual({ waiting: most, written: 0, lost: 7 });
  rmdirSync(file);
  await output.stop();
  expect(numbersIn(file)).toHaveLength(most);
  expect(output.figures).toEqual({ waiting: 0, written: most, lost: 7 });
  expect(log.error).toHaveBeenCalledWith(
    'Audit events are lost: too many wait for the file (engine.audit.file).'
  );
});

it('limits the length of a line, the largest parts first', async () => {
  const { output } = outputTo(file);
  const body = 'x'.repeat(2 * AUDIT_LIMITS.outputLineBytes);
  output.write([event(1, { audit_request_body: body, audit_request_effective_user: 'jane' })]);
  await output.stop();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    ...event(1),
    audit_request_effective_user: 'jane',
    audit_truncated: true,
  });
});

it('gives up at the end when the file cannot be written, and says what is lost', async () => {
  const log = coreMock.createLogger();
  const output = new FileOutput({ path: file, log, retryMs: 5, stopMs: 20 });
  mkdirSync(file);
  output.write([event(1), event(2)]);
  await output.stop();
  expect(log.error).toHaveBeenCalledWith(
    'Audit events are lost: they could not be written to the file (engine.audit.file).',
    { lost: 2 }
  );
});

const outputsOf = async (...settings: Array<[string, string]>) => {
  const args = { configFiles: [], settings };
  const { core } = await loadConfig({ args, env: {}, root: tmpdir() });
  return new AuditOutputs(core.engine.audit, coreMock.createLogger());
};

it('has no sink when nothing is configured', async () => {
  const outputs = await outputsOf();
  expect(outputs.sink).toBeUndefined();
  expect(outputs.figures().size).toBe(0);
  await outputs.stop();
});

it('gives each event to the file and to the syslog server', async () => {
  const folder = temporaryFolder();
  let received = '';
  const server = createServer((socket) =>
    socket.on('data', (chunk) => (received += String(chunk)))
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const file = join(folder, 'audit.log');
    const outputs = await outputsOf(
      ['engine.audit.file', file],
      ['engine.audit.syslog.host', '127.0.0.1'],
      ['engine.audit.syslog.port', String((server.address() as AddressInfo).port)],
      ['engine.audit.syslog.facility', '4']
    );
    outputs.sink?.([{ audit_category: 'AUTHENTICATED' }]);
    await outputs.stop();
    const json = '{"audit_category":"AUTHENTICATED"}';
    expect(readFileSync(file, 'utf8')).toBe(`${json}\n`);
    await waitForCondition(() => received.includes(json));
    expect(received).toMatch(/^\d+ <38>1 \S+ \S+ security-dashboards \d+ AUTHENTICATED - \{/);
    const figures = { waiting: 0, written: 1, lost: 0 };
    expect([...outputs.figures()]).toEqual([
      ['file', figures],
      ['syslog', figures],
    ]);
  } finally {
    server.close();
  }
});
