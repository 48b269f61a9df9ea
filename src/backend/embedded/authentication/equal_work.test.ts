/**
 * The duration of a login must not reveal whether a user exists, has a second factor, is suspended,
 * or may log in at all. The tests count the hashes computed instead of measuring time.
 * `password_hash.test.ts` covers requests with credentials.
 */
import { Secret, TOTP } from 'otpauth';
import { errorText } from '../../../../test/helpers/http_client';
import type { FactorEnrollment } from '../../../contracts/api';
import {
  addUser,
  startSecurityServer,
  type SecurityServer,
} from '../../../../test/helpers/security_server';
import { HASH_WORK } from './hash_functions';
import { parseHash } from './hash_form';

jest.setTimeout(60_000);

const FACTORS = '/api/v1/account/factors';
const PASSWORD = 'Violet-Harbor-7-Kettle';

let server: SecurityServer;
beforeAll(async () => {
  server = await startSecurityServer({ config: { auth: { forbidden_usernames: ['robot'] } } });
  for (const name of ['plain', 'careful', 'robot']) await addUser(server, name, PASSWORD);
  await addUser(server, 'off', PASSWORD, { attributes: { enabled: 'false' } });
  const owner = await server.loggedIn('careful', PASSWORD);
  const enrollment = await owner.post(FACTORS, { kind: 'totp', current_password: PASSWORD });
  const { id, totp } = enrollment.body as FactorEnrollment;
  const code = new TOTP({ secret: Secret.fromBase32(totp?.secret ?? '') }).generate();
  const added = await owner.post(`${FACTORS}/_confirm`, { id, name: 'Phone', code });
  expect(added.status).toBe(200);
});
afterAll(() => server.stop());

/** Cost classes of the hashes that a login computes, and its result. */
async function login(name: string, password: string) {
  const verify = jest.spyOn(HASH_WORK, 'verify');
  const response = await server.client().login(name, password);
  const work = verify.mock.calls.map(([hash]) => parseHash(hash)?.costClass);
  verify.mockRestore();
  return { status: response.status, text: errorText(response), work };
}

it('computes the same hashes and returns the same error for wrong passwords of any user', async () => {
  const unknownUser = await login('nobody', 'Wrong-password-1');
  expect(unknownUser).toMatchObject({ status: 401, work: [expect.any(String)] });
  for (const name of ['plain', 'careful', 'off', 'robot'])
    expect({ name, ...(await login(name, 'Wrong-password-1')) }).toEqual({ name, ...unknownUser });
});

it('computes the same hashes and returns the same error for correct passwords of users who may not log in', async () => {
  const unknownUser = await login('nobody', PASSWORD);
  for (const name of ['off', 'robot'])
    expect({ name, ...(await login(name, PASSWORD)) }).toEqual({ name, ...unknownUser });
});

it('computes no hash in the second login step, whatever the response', async () => {
  const verify = jest.spyOn(HASH_WORK, 'verify');
  const steps: number[] = [];
  for (const code of ['000000', 'ABCD-EFGH-JKLM-NPQR', '']) {
    const client = server.client();
    const firstStep = await client.login('careful', PASSWORD);
    const { id } = (firstStep.body as { attributes: { round: { id: string } } }).attributes.round;
    verify.mockClear();
    const { status } = await client.post('/auth/login/round', { id, fields: { code } });
    expect(status).toBe(401);
    steps.push(verify.mock.calls.length);
  }
  expect(steps).toEqual([0, 0, 0]);
});
