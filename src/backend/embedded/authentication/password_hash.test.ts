/** Cost and order of password hashing, measured by counting hashes rather than by time. */
import { hashSync } from '@node-rs/bcrypt';
import { openDatabase } from '../sqlite';
import { join } from 'node:path';
import { MIGRATIONS } from '../configuration_store/schema';
import {
  ADMIN_PASSWORD,
  basic,
  cleanUp,
  clientOf,
  INTERNAL,
  login,
  startEngine,
  temporaryFolder,
} from '../../testing/embedded';
import type { EmbeddedEngine } from '../embedded_engine';
import { parseHash } from './hash_form';
import { HASH_WORK } from './hash_functions';

jest.setTimeout(30_000);
afterEach(cleanUp);

const PASSWORD = 'Vintage-Tractor-42';
const BCRYPT = hashSync(PASSWORD, 4);
const TOO_COSTLY = `$2y$31$${'.'.repeat(53)}`;
const users = '/api/internalusers';
const log = () => ({ info: jest.fn(), warn: jest.fn(), error: jest.fn(), debug: jest.fn() });

const attempt = (
  engine: EmbeddedEngine,
  name: string,
  password: string,
  remoteAddress = '192.0.2.1'
) => engine.authenticate({ headers: basic(name, password), remoteAddress });

/** Cost classes of the hashes that a request computes. */
async function workOf(call: () => Promise<unknown>): Promise<readonly string[]> {
  const verify = jest.spyOn(HASH_WORK, 'verify');
  await call();
  const classes = verify.mock.calls.map(([hash]) => parseHash(hash)?.costClass ?? 'malformed');
  verify.mockRestore();
  return classes;
}

/**
 * Records passwords in the order of their verification. Guesses take no time, to keep the test
 * fast.
 */
function orderOf(): readonly string[] {
  const order: string[] = [];
  const real = HASH_WORK.verify;
  jest.spyOn(HASH_WORK, 'verify').mockImplementation((hash, password) => {
    order.push(password);
    return password.startsWith('guess') ? Promise.resolve(false) : real(hash, password);
  });
  return order;
}

/** Stores a hash that the API would reject. */
function plant(dataDir: string, userName: string, hash: string): void {
  const db = openDatabase({ file: join(dataDir, 'engine.sqlite'), migrations: MIGRATIONS });
  db.run('INSERT OR REPLACE INTO credential (user_name, hash, version) VALUES (?, ?, 1)', userName, hash);
  db.close();
} // prettier-ignore

describe('password login', () => {
  it('costs the same for users with every kind of hash and for unknown users', async () => {
    const dataDir = temporaryFolder();
    const first = await startEngine({ dataDir });
    const setUp = clientOf(first.engine, INTERNAL);
    await setUp('PUT', `${users}/argon`, { password: PASSWORD });
    await setUp('PUT', `${users}/bcrypt`, { hash: BCRYPT });
    await setUp('PUT', `${users}/costly`, { password: PASSWORD });
    await setUp('PUT', `${users}/broken`, { password: PASSWORD });
    await setUp('PUT', `${users}/service`, { attributes: { service: 'true' } });
    await setUp('PUT', `${users}/off`, { password: PASSWORD, attributes: { enabled: 'false' } });
    await first.engine.stop();
    plant(dataDir, 'costly', TOO_COSTLY);
    plant(dataDir, 'broken', '$argon2id$v=19$m=1');

    const { engine } = await startEngine({ dataDir });
    while ((await workOf(() => attempt(engine, 'nobody', 'x', '192.0.2.9'))).length < 2);
    const expectedWork = ['$argon2id$v=19$m=19456,t=2,p=1$', '$2b$04$'];
    for (const name of ['nobody', 'argon', 'bcrypt', 'costly', 'broken', 'service', 'off'])
      expect({ name, work: await workOf(() => attempt(engine, name, 'wrong')) }).toEqual({
        name,
        work: expectedWork,
      });
    expect(await attempt(engine, 'off', PASSWORD)).toMatchObject({ ok: false, reason: 'invalid' });
    expect(await attempt(engine, 'bcrypt', PASSWORD)).toMatchObject({ ok: true });
    expect(await attempt(engine, 'argon', PASSWORD)).toMatchObject({ ok: true });
  });

  it('never computes a stored hash beyond the limits, and logs its users in one message', async () => {
    const dataDir = temporaryFolder();
    const first = await startEngine({ dataDir });
    await clientOf(first.engine, INTERNAL)('PUT', `${users}/costly`, { password: PASSWORD });
    await first.engine.stop();
    plant(dataDir, 'costly', TOO_COSTLY);
    const lines = log();
    const { engine } = await startEngine({ dataDir, log: lines });
    expect(await workOf(() => attempt(engine, 'costly', PASSWORD))).not.toContain('$2b$31$');
    expect(lines.warn.mock.calls).toEqual([
      [
        expect.stringMatching(/malformed or cost more than engine\.hash\.max_\*/),
        { count: 1, users: ['costly'] },
      ],
    ]);
  });

  it('is rejected for suspended users, and their sessions end', async () => {
    const { engine } = await startEngine();
    const internal = clientOf(engine, INTERNAL);
    await internal('PUT', `${users}/u`, { password: PASSWORD });
    const caller = await login(engine, 'u', PASSWORD);
    expect(await engine.identify(caller)).toBeDefined();
    await internal('PATCH', `${users}/u`, [
      { op: 'add', path: '/attributes', value: { enabled: 'false' } },
    ]);
    expect(await engine.identify(caller)).toBeUndefined();
    expect(await attempt(engine, 'u', PASSWORD)).toMatchObject({ ok: false });
    await internal('PATCH', `${users}/u`, [{ op: 'remove', path: '/attributes/enabled' }]);
    expect(await attempt(engine, 'u', PASSWORD)).toMatchObject({ ok: true });
  });
});

describe('unusable or disallowed hash', () => {
  it.each([
    ['malformed', 'no hash at all', /no known form/],
    ['too costly', TOO_COSTLY, /cost of bcrypt is 31, at most 14 .*engine\.hash\.max_bcrypt_cost/],
  ])('is rejected by every request that sets a hash: %s', async (_what, hash, words) => {
    const { engine } = await startEngine({ settings: { allowsOwnHash: true } });
    const internal = clientOf(engine, INTERNAL);
    await internal('PUT', `${users}/u`, { password: PASSWORD });
    const own = clientOf(engine, await login(engine, 'u', PASSWORD));
    const patch = [{ op: 'replace', path: '/hash', value: hash }];
    const responses = [
      await internal('PUT', `${users}/u`, { hash }),
      await internal('PUT', `${users}/new`, { hash }),
      await internal('PATCH', `${users}/u`, patch),
      await internal('PATCH', users, [{ op: 'add', path: '/new', value: { hash } }]),
      await own('PUT', '/api/account', { current_password: PASSWORD, hash }),
    ];
    for (const response of responses)
      expect(response).toMatchObject({
        statusCode: 400,
        body: { message: expect.stringMatching(words) },
      });
    expect(await attempt(engine, 'u', PASSWORD)).toMatchObject({ ok: true });
  });

  it('cannot be restored by a revert', async () => {
    const dataDir = temporaryFolder();
    const first = await startEngine({ dataDir });
    await clientOf(first.engine, INTERNAL)('PUT', `${users}/u`, { password: PASSWORD });
    await first.engine.stop();
    plant(dataDir, 'u', TOO_COSTLY);
    const { engine } = await startEngine({ dataDir });
    await clientOf(engine, INTERNAL)('PUT', `${users}/u`, { password: PASSWORD });
    const list = await engine.history!.list(INTERNAL, { page: 1, perPage: 1 });
    const id = list.ok ? list.result.items[0]!.id : NaN;
    expect(await engine.history!.revert(INTERNAL, id)).toMatchObject({ statusCode: 400 });
    expect(await attempt(engine, 'u', PASSWORD)).toMatchObject({ ok: true });
  });

  it("is rejected for the caller's own account by default", async () => {
    const { engine } = await startEngine();
    await clientOf(engine, INTERNAL)('PUT', `${users}/u`, { password: PASSWORD });
    const own = clientOf(engine, await login(engine, 'u', PASSWORD));
    expect(
      await own('PUT', '/api/account', { current_password: PASSWORD, hash: BCRYPT })
    ).toMatchObject({
      statusCode: 400,
      body: { message: expect.stringMatching(/engine\.hash\.allow_for_own_account/) },
    });
  });
});

describe('concurrent logins', () => {
  it('are queued by address and user name, so that a flood delays only itself', async () => {
    const { engine } = await startEngine();
    await clientOf(engine, INTERNAL)('PUT', `${users}/jane`, { password: PASSWORD });
    const order = orderOf();
    const flood = Array.from({ length: 1_500 }, (_, index) =>
      attempt(engine, `name-${index}`, `guess-${index}`, '203.0.113.66')
    );
    const [jane, admin] = await Promise.all([
      attempt(engine, 'jane', PASSWORD, '192.0.2.7'),
      attempt(engine, 'admin', ADMIN_PASSWORD, '192.0.2.8'),
    ]);
    expect([jane.ok, admin.ok]).toEqual([true, true]);
    expect(order.indexOf(PASSWORD)).toBeLessThan(10);
    expect(order.indexOf(ADMIN_PASSWORD)).toBeLessThan(10);
    const ends = await Promise.all(flood);
    const reasons = ends.map((end) => (end.ok ? 'in' : end.reason));
    expect(new Set(reasons)).toEqual(new Set(['invalid', 'unavailable']));
  });

  it('of known clients use a separate queue', async () => {
    const { engine } = await startEngine();
    await clientOf(engine, INTERNAL)('PUT', `${users}/jane`, { password: PASSWORD });
    await login(engine, 'jane', PASSWORD, '192.0.2.7');
    await clientOf(engine, INTERNAL)('DELETE', '/api/cache');
    const order = orderOf();
    const guesses = Array.from({ length: 1_500 }, (_, index) =>
      attempt(engine, 'admin', 'guess', `2001:db8:${index.toString(16)}::1`)
    );
    expect(await attempt(engine, 'jane', PASSWORD, '192.0.2.7')).toMatchObject({ ok: true });
    expect(order.indexOf(PASSWORD)).toBeLessThan(10);
    await Promise.all(guesses);
    expect(order.length).toBeGreaterThan(900);
  });

  it('are rejected when the engine stops, except running ones', async () => {
    const { engine } = await startEngine();
    const waiting = Array.from({ length: 50 }, (_, index) =>
      attempt(engine, `name-${index}`, 'x', '192.0.2.1')
    );
    await engine.stop();
    const reasons = (await Promise.all(waiting)).map((end) => (end.ok ? 'in' : end.reason));
    expect(reasons.filter((reason) => reason === 'unavailable').length).toBeGreaterThanOrEqual(40);
  });
});
