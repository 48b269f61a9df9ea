/** Saved objects of tenants: findings about tenants without any, and a rename that moves them. */
import { temporaryFolder } from '../../../test/helpers/temporary_folder';
import { ADMIN_PASSWORD, clientOf, INTERNAL, login } from '../testing/embedded';
import type { RequestCaller } from '../api/engine';
import { openEmbeddedBackend, type EmbeddedEngine, type StartedBackend } from '.';

const DAY_MS = 86_400_000;
const SERVER = { kind: 'server' } as const;
let started: StartedBackend;
let nowMs = Date.UTC(2026, 0, 1);

beforeEach(async () => {
  nowMs = Date.UTC(2026, 0, 1);
  started = await openEmbeddedBackend({
    dataDir: temporaryFolder(),
    initialAdminPassword: ADMIN_PASSWORD,
    now: () => nowMs,
  });
});
afterEach(() => started.backend.stop());

const write = (tenant: string) =>
  started.backend.savedObjects(SERVER, `tenant:${tenant}`).write([
    {
      kind: 'create',
      type: 'note',
      id: 'one',
      titleField: 'title',
      overwrite: true,
      attributes: { title: 'One' },
      references: [],
    },
  ]);
const engineOf = ({ backend }: StartedBackend): EmbeddedEngine => backend.engine as EmbeddedEngine;

it('finds tenants without objects once they are no longer new', async () => {
  const engine = engineOf(started);
  const call = clientOf(engine, INTERNAL);
  for (const name of ['full', 'empty'])
    await call('PUT', `/api/tenants/${name}`, { description: '' });
  await write('full');
  nowMs += 100 * DAY_MS;
  await call('PUT', '/api/tenants/fresh', { description: '' });
  const admin = (await login(engine, 'admin', ADMIN_PASSWORD)) as RequestCaller;
  const found = await engine.findings(admin, { isFresh: true });
  if (!found.ok) throw new Error(JSON.stringify(found.response));
  const empty = found.result.findings.filter(({ rule }) => rule === 'empty-tenant');
  expect(empty.map(({ objects }) => objects[0]?.name)).toEqual(['empty']);
});

it('moves the objects of a tenant that is renamed', async () => {
  const call = clientOf(engineOf(started), INTERNAL);
  await call('PUT', '/api/tenants/north', { description: '' });
  await write('north');
  const { statusCode } = await call('POST', '/api/tenants/north/_rename', { to: 'south' });
  const store = started.backend.savedObjects(SERVER, 'tenant:south');
  const [moved] = await store.locate([{ type: 'note', id: 'one' }]);
  expect([statusCode, (await moved?.read())?.attributes]).toEqual([200, { title: 'One' }]);
});
