/** A folder of drift whose file has many keys, within its limit of bytes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startServer, type TestServer } from '../helpers/server';

jest.setTimeout(120_000);

const KEYS = 130_000;
const folder = mkdtempSync(path.join(tmpdir(), 'sd-large-drift-'));
let server: TestServer | undefined;
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it(`is read with ${KEYS} tenants, and each is compared`, async () => {
  const lines = Array.from({ length: KEYS }, (_, at) => `tenant_number_${at}: {}\n`);
  writeFileSync(path.join(folder, 'tenants.yml'), lines.join(''));
  server = await startServer({ args: [`--opensearch_security.drift.folder=${folder}`] });
  const admin = await server.adminClient();
  const { status, body } = await admin.get('/api/v1/drift');
  expect([status, body.state, body.total]).toEqual([200, 'drifted', KEYS]);
  expect(body.differences[0]).toEqual({
    kind: 'tenants',
    name: 'tenant_number_0',
    state: 'missing',
    fields: [],
  });
});
