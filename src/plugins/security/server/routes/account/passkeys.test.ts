/** Tests of passkeys as second factor and alone, with a software authenticator. */
import {
  addUser,
  startSecurityServer,
  type SecurityServer,
} from '../../../../../../test/helpers/security_server';
import { SoftwarePasskey, type PasskeyUse } from '../../../../../../test/helpers/software_passkey';
import type { FactorEnrollment, NextLoginStep, PasskeyStep } from '@sd/contracts';

jest.setTimeout(60_000);

const ORIGIN = 'https://sd.example';
const JANE = { username: 'jane', password: 'Violet-Harbor-7-Kettle' };
const JOHN = { username: 'john', password: 'Copper-Meadow-8-Lantern' };
const FACTORS = '/api/v1/account/factors';

describe('passkeys', () => {
  let server: SecurityServer;
  let passkey: SoftwarePasskey;
  beforeEach(async () => {
    passkey = new SoftwarePasskey('sd.example', ORIGIN);
    server = await startSecurityServer({
      server: { publicBaseUrl: ORIGIN },
      config: { auth: { passkey_login: { enabled: true } } },
    });
    for (const { username, password } of [JANE, JOHN]) await addUser(server, username, password);
  });
  afterEach(() => server.stop());

  const challengeOf = (options: unknown) => (options as { challenge: string }).challenge;
  const stepOf = (response: { body: unknown }) =>
    (response.body as { attributes: { round: NextLoginStep } }).attributes.round;
  async function enrol({ username, password }: typeof JANE, key: SoftwarePasskey, origin?: string) {
    const client = await server.loggedIn(username, password);
    const begun = await client.post(FACTORS, { kind: 'passkey', current_password: password });
    const { id, passkey: options } = begun.body as FactorEnrollment;
    const response = key.create({ challenge: challengeOf(options), origin });
    const confirmed = await client.post(`${FACTORS}/_confirm`, {
      id,
      name: 'Key',
      passkey: response,
    });
    const handle = (options as { user: { id: string } }).user.id;
    return { status: confirmed.status, handle };
  }
  /** Uses the passkey as second factor. */
  async function second(key: SoftwarePasskey, more: Partial<PasskeyUse> = {}, of = JANE) {
    const client = server.client();
    const step = stepOf(await client.login(of.username, of.password));
    const response = key.use({ challenge: challengeOf(step.question?.passkey), ...more });
    const send = () =>
      client.post('/auth/login/round', { id: step.id, fields: { passkey: response } });
    return { status: (await send()).status, again: async () => (await send()).status };
  }
  async function alone(key: SoftwarePasskey, more: Partial<PasskeyUse> = {}) {
    const client = server.client();
    const { round: step } = (await client.post('/auth/login/passkey')).body as PasskeyStep;
    const response = key.use({ challenge: challengeOf(step.question?.passkey), ...more });
    const { status } = await client.post('/auth/login/round', { id: step.id, fields: { passkey: response } });
    return { status, client };
  } // prettier-ignore

  it('are accepted after the password, each response once', async () => {
    expect((await enrol(JANE, passkey)).status).toBe(200);
    const used = await second(passkey);
    expect([used.status, await used.again()]).toEqual([200, 401]);
  });

  it('are rejected from another origin, without verification or with a decreasing counter', async () => {
    expect((await enrol(JANE, passkey, 'https://evil.example')).status).toBe(400);
    expect((await enrol(JANE, passkey)).status).toBe(200);
    expect((await second(passkey, { origin: 'https://evil.example' })).status).toBe(401);
    expect((await second(passkey, { isVerified: false })).status).toBe(401);
    expect((await second(passkey, { challenge: 'AAAA' })).status).toBe(401);
    expect((await second(passkey, { counter: 10 })).status).toBe(200);
    expect((await second(passkey, { counter: 10 })).status).toBe(401);
    expect((await second(passkey, { counter: 11 })).status).toBe(200);
  });

  it('are rejected for other users', async () => {
    const other = new SoftwarePasskey('sd.example', ORIGIN);
    await enrol(JANE, passkey);
    const john = await enrol(JOHN, other);
    expect((await second(other, {}, JANE)).status).toBe(401);
    const posing = await alone(passkey, { userHandle: john.handle });
    expect(posing.status).toBe(401);
  });

  it('log in their owner without a password', async () => {
    const { handle } = await enrol(JANE, passkey);
    const { status, client } = await alone(passkey, { userHandle: handle });
    expect(status).toBe(200);
    expect((await client.get('/api/test/whoami')).body).toMatchObject({ user: 'jane' });
    const unknownPasskey = new SoftwarePasskey('sd.example', ORIGIN);
    expect((await alone(unknownPasskey)).status).toBe(401);
    expect((await alone(passkey, { isVerified: false })).status).toBe(401);
  });
});
