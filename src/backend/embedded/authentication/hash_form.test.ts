import { hash as argonHash } from '@node-rs/argon2';
import { hashSync as bcryptHash } from '@node-rs/bcrypt';
import { DEFAULT_SETTINGS } from '../../api/settings';
import { hashProblem, parseHash, usableHash } from './hash_form';
import { HASH_WORK, dummyHash } from './hash_functions';

const LIMITS = DEFAULT_SETTINGS.hashLimits;
const PASSWORD = 'correct horse';
const cheap = { memoryCost: 64, timeCost: 1, parallelism: 1 };
const b64 = (bytes: number) => Buffer.alloc(bytes, 7).toString('base64').replace(/=+$/, '');
const SALT_AND_TAG = `${b64(16)}$${b64(32)}`;
const BCRYPT_BODY = '.'.repeat(53);

/** Hash of "test" created by password4j, the library of OpenSearch. */
const PBKDF2_OF_TEST =
  '$3$1331439861760256$+Rqke26gKhtP60UkVR2a3SfszrOkVrMiJ6LZUWvl2vI5OpW815zKiod8Sdz3aOcuajo6c1iKEXcWjk61emmgTw==$CiH0mwqibUZD5R5HqFNpaYCkWjiYcTQe0sjG+4ZYw/A=';

describe('password hashes of a cluster', () => {
  it.each([
    ['argon2d', () => argonHash(PASSWORD, { ...cheap, algorithm: 0 })],
    ['argon2i', () => argonHash(PASSWORD, { ...cheap, algorithm: 1 })],
    ['argon2id', () => argonHash(PASSWORD, { ...cheap, algorithm: 2 })],
    ['argon2id of the older version', () => argonHash(PASSWORD, { ...cheap, version: 0 })],
    ['the longest salt and result', () =>
      argonHash(PASSWORD, { ...cheap, salt: Buffer.alloc(64, 7), outputLen: 64 })], // prettier-ignore
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

  it.each([
    [`$2y$15$${BCRYPT_BODY}`, 'the cost of bcrypt is 15, at most 14', 'max_bcrypt_cost'],
    [`$2y$31$${BCRYPT_BODY}`, 'the cost of bcrypt is 31, at most 14', 'max_bcrypt_cost'],
    [`$argon2id$v=19$m=2097152,t=1,p=1$${SALT_AND_TAG}`, 'the memory (KiB) is 2097152, at most 65536', 'max_argon2_memory_kib'],
    [`$argon2id$v=19$m=64,t=4294967295,p=1$${SALT_AND_TAG}`, 'the number of passes is 4294967295, at most 10', 'max_argon2_passes'],
    [`$argon2id$v=19$m=65536,t=1,p=5$${SALT_AND_TAG}`, 'the number of lanes is 5, at most 4', 'max_argon2_lanes'],
    [PBKDF2_OF_TEST.replace('1331439861760256', String(2_000_001 * 2 ** 32 + 256)), 'the number of iterations is 2000001, at most 2000000', 'max_pbkdf2_iterations'],
    [PBKDF2_OF_TEST.replace('1331439861760256', '9223372036854775807'), 'the number of iterations is 2147483648, at most 2000000', 'max_pbkdf2_iterations'],
  ])('rejects %s for its cost', (hash, words, key) => {
    expect(hashProblem(hash, LIMITS)).toBe(
      `The hash costs too much: ${words} is allowed (engine.hash.${key}).`
    );
    expect(usableHash(hash, LIMITS)).toBeUndefined();
  }); // prettier-ignore

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
