/** Cost and order of password hashing, measured by counting hashes rather than by time. */
import { hashSync, hashSync as bcryptHash } from '@node-rs/bcrypt';
import { join } from 'node:path';
import { hash as argonHash } from '@node-rs/argon2';
import { openDatabase } from '../sqlite';
import { MIGRATIONS } from '../configuration_store/schema';
import {
  ADMIN_PASSWORD,
  basic,
  cleanUp,
  clientOf,
  INTERNAL,
  login,
  startEngine,
} from '../../testing/embedded';
import { temporaryFolder } from '../../../../test/helpers/temporary_folder';
import type { EmbeddedEngine } from '../embedded_engine';
import { parseHash, hashProblem, usableHash } from './hash_form';
import { HASH_WORK, dummyHash } from './hash_functions';
import { DEFAULT_SETTINGS } from '../../api/settings';

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
  db.run(
    'INSERT OR REPLACE INTO credential (user_name, hash, version) VALUES (?, ?, 1)',
    userName,
    hash
  );
  db.close();
}

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
  // @asvs V2.2.1/1
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

describe('password hashes of a cluster', () => {
  const LIMITS = DEFAULT_SETTINGS.hashLimits;
  const PASSWORD = 'correct horse';
  const cheap = { memoryCost: 64, timeCost: 1, parallelism: 1 };
  const b64 = (bytes: number) => Buffer.alloc(bytes, 7).toString('base64').replace(/=+$/, '');
  const SALT_AND_TAG = `${b64(16)}$${b64(32)}`;
  const BCRYPT_BODY = '.'.repeat(53);
  /** Hash of "test" created by password4j, the library of OpenSearch. */
  const PBKDF2_OF_TEST =
    '$3$1331439861760256$+Rqke26gKhtP60UkVR2a3SfszrOkVrMiJ6LZUWvl2vI5OpW815zKiod8Sdz3aOcuajo6c1iKEXcWjk61emmgTw==$CiH0mwqibUZD5R5HqFNpaYCkWjiYcTQe0sjG+4ZYw/A=';
  it.each([
    ['argon2d', () => argonHash(PASSWORD, { ...cheap, algorithm: 0 })],
    ['argon2i', () => argonHash(PASSWORD, { ...cheap, algorithm: 1 })],
    ['argon2id', () => argonHash(PASSWORD, { ...cheap, algorithm: 2 })],
    ['argon2id of the older version', () => argonHash(PASSWORD, { ...cheap, version: 0 })],
    [
      'the longest salt and result',
      () => argonHash(PASSWORD, { ...cheap, salt: Buffer.alloc(64, 7), outputLen: 64 }),
    ],
    ['bcrypt 2a', async () => bcryptHash(PASSWORD, 4).replace('$2b', '$2a')],
    ['bcrypt 2b', async () => bcryptHash(PASSWORD, 4)],
    ['bcrypt 2y', async () => bcryptHash(PASSWORD, 4).replace('$2b', '$2y')],
  ])('verifies %s', async (_what, make) => {
    const hash = await make();
    expect(hashProblem(hash, LIMITS)).toBeUndefined();
    expect(await HASH_WORK.verify(hash, PASSWORD)).toBe(true);
    expect(await HASH_WORK.verify(hash, 'another')).toBe(false);
  });

  it('verifies PBKDF2', async () => {
    expect(parseHash(PBKDF2_OF_TEST)).toMatchObject({ digest: 'sha256', iterations: 310_000 });
    expect(hashProblem(PBKDF2_OF_TEST, LIMITS)).toBeUndefined();
    expect(await HASH_WORK.verify(PBKDF2_OF_TEST, 'test')).toBe(true);
    expect(await HASH_WORK.verify(PBKDF2_OF_TEST, 'tests')).toBe(false);
  });

  it.each([
    ['nothing', ''],
    ['a word', 'secret'],
    ['bcrypt cut short', `$2y$12$${BCRYPT_BODY.slice(1)}`],
    ['bcrypt too long', `$2y$12$${BCRYPT_BODY}.`],
    ['bcrypt with a line after it', `$2y$12$${BCRYPT_BODY}\n`],
    ['bcrypt of cost 3', `$2y$03$${BCRYPT_BODY}`],
    ['bcrypt of cost 32', `$2y$32$${BCRYPT_BODY}`],
    ['bcrypt of an unknown letter', `$2z$12$${BCRYPT_BODY}`],
    ['bcrypt with bits that mean nothing', `$2y$12$${BCRYPT_BODY.slice(1)}A`],
    ['argon2 of no variant', `$argon2$v=19$m=64,t=1,p=1$${SALT_AND_TAG}`],
    ['argon2 of another version', `$argon2id$v=20$m=64,t=1,p=1$${SALT_AND_TAG}`],
    ['argon2 without a result', `$argon2id$v=19$m=64,t=1,p=1$${b64(16)}`],
    ['argon2 with a short salt', `$argon2id$v=19$m=64,t=1,p=1$${b64(7)}$${b64(32)}`],
    ['argon2 with a short result', `$argon2id$v=19$m=64,t=1,p=1$${b64(16)}$${b64(4)}`],
    ['argon2 with a long result', `$argon2id$v=19$m=64,t=1,p=1$${b64(16)}$${b64(65)}`],
    ['argon2 without lanes', `$argon2id$v=19$m=64,t=1,p=0$${SALT_AND_TAG}`],
    ['argon2 with less memory than lanes need', `$argon2id$v=19$m=7,t=1,p=1$${SALT_AND_TAG}`],
    ['argon2 with a secret', `$argon2id$v=19$m=64,t=1,p=1,keyid=AA$${SALT_AND_TAG}`],
    ['argon2 padded', `$argon2id$v=19$m=64,t=1,p=1$${b64(16)}==$${b64(32)}=`.slice(0, -1) + '=='],
    ['PBKDF2 without iterations', PBKDF2_OF_TEST.replace('1331439861760256', '256')],
    ['PBKDF2 of another length', PBKDF2_OF_TEST.replace('1331439861760256', '1331439861760128')],
    ['PBKDF2 of an unknown digest', PBKDF2_OF_TEST.replace('$3$', '$9$')],
    ['SHA-512 crypt', '$6$salt$hash'],
  ])('rejects %s as unknown format', (_what, hash) => {
    expect(hashProblem(hash, LIMITS)).toMatch(/^The hash is of no known form: /);
    expect(usableHash(hash, LIMITS)).toBeUndefined();
  });

  // @asvs V2.4/1
  it.each([
    [`$2y$15$${BCRYPT_BODY}`, 'the cost of bcrypt is 15, at most 14', 'max_bcrypt_cost'],
    [`$2y$31$${BCRYPT_BODY}`, 'the cost of bcrypt is 31, at most 14', 'max_bcrypt_cost'],
    [
      `$argon2id$v=19$m=2097152,t=1,p=1$${SALT_AND_TAG}`,
      'the memory (KiB) is 2097152, at most 65536',
      'max_argon2_memory_kib',
    ],
    [
      `$argon2id$v=19$m=64,t=4294967295,p=1$${SALT_AND_TAG}`,
      'the number of passes is 4294967295, at most 10',
      'max_argon2_passes',
    ],
    [
      `$argon2id$v=19$m=65536,t=1,p=5$${SALT_AND_TAG}`,
      'the number of lanes is 5, at most 4',
      'max_argon2_lanes',
    ],
    [
      PBKDF2_OF_TEST.replace('1331439861760256', String(2_000_001 * 2 ** 32 + 256)),
      'the number of iterations is 2000001, at most 2000000',
      'max_pbkdf2_iterations',
    ],
    [
      PBKDF2_OF_TEST.replace('1331439861760256', '9223372036854775807'),
      'the number of iterations is 2147483648, at most 2000000',
      'max_pbkdf2_iterations',
    ],
  ])('rejects %s for its cost', (hash, words, key) => {
    expect(hashProblem(hash, LIMITS)).toBe(
      `The hash costs too much: ${words} is allowed (engine.hash.${key}).`
    );
    expect(usableHash(hash, LIMITS)).toBeUndefined();
  });

  it('accepts costs exactly at the limits', () => {
    for (const hash of [
      `$2y$14$${BCRYPT_BODY}`,
      `$argon2id$v=19$m=65536,t=10,p=4$${SALT_AND_TAG}`,
      PBKDF2_OF_TEST.replace('1331439861760256', String(2_000_000 * 2 ** 32 + 256)),
    ]) {
      expect(hashProblem(hash, LIMITS)).toBeUndefined();
    }
  });

  it('generates a dummy hash of the same cost that matches no password', async () => {
    for (const hash of [
      bcryptHash(PASSWORD, 4),
      await argonHash(PASSWORD, cheap),
      PBKDF2_OF_TEST,
    ]) {
      const own = parseHash(hash)!;
      const dummy = dummyHash(own);
      expect(parseHash(dummy)?.costClass).toBe(own.costClass);
      expect(dummy).not.toBe(hash);
      expect(await HASH_WORK.verify(dummy, PASSWORD)).toBe(false);
    }
  });
});
