import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitForCondition } from '../../../../test/helpers/wait_for';
import { loadConfig } from '../config';
import { coreMock } from '../mocks';
import { AuditOutputs } from './audit_outputs';

const outputsOf = async (...settings: Array<[string, string]>) => {
  const args = { configFile: undefined, settings };
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
  const folder = mkdtempSync(join(tmpdir(), 'sd-outputs-'));
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
    rmSync(folder, { recursive: true, force: true });
  }
});
