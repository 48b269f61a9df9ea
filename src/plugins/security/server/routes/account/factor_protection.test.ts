/**
 * Tests of second factors and account protection: a factor change rotates the session, wrong codes
 * count like wrong passwords, and no user is locked out.
 */
import type {
  FactorEnrollment,
  FactorState,
  NextLoginStep,
  RecoveryCodes,
  SessionListResponse,
} from '@sd/contracts';
import {
  enrolApp,
  oneTimeCode,
  toStartOfStep,
} from '../../../../../../test/helpers/one_time_codes';
import {
  ADMIN,
  addUser,
  COOKIE_NAME,
  startSecurityServer,
  type SecurityServer,
  type SecurityServerOptions,
} from '../../../../../../test/helpers/security_server';
import { shiftClock, type ShiftedClock } from '../../../../../../test/helpers/shifted_clock';
import { SoftwarePasskey } from '../../../../../../test/helpers/software_passkey';

jest.setTimeout(60_000);

const ORIGIN = 'https://sd.example';
const JANE = { username: 'jane', password: 'Violet-Harbor-7-Kettle' };
const FACTORS = '/api/v1/account/factors';

type Client = ReturnType<SecurityServer['client']>;

let server: SecurityServer;
let clock: ShiftedClock;
afterEach(async () => {
  await server.stop();
  clock.restore();
});

async function start(options: SecurityServerOptions = {}): Promise<void> {
  clock = shiftClock();
  server = await startSecurityServer({ server: { publicBaseUrl: ORIGIN }, ...options });
  await addUser(server, JANE.username, JANE.password);
  toStartOfStep(clock);
}

const whoami = async (client: Client) => (await client.get('/api/test/whoami')).status;
const stepOf = ({ body }: { readonly body: unknown }) =>
  (body as { attributes?: { round?: NextLoginStep } }).attributes?.round;
const send = (client: Client, step: NextLoginStep | undefined, fields: Record<string, string>) =>
  client.post('/auth/login/round', { id: step?.id ?? '', fields });

async function enrol(client: Client, { password }: typeof JANE) {
  const { secret, state } = await enrolApp(client, password);
  return { secret, id: state.factors[0]?.id ?? '' };
}

async function enrolPasskey(client: Client, { password }: typeof JANE) {
  const begun = await client.post(FACTORS, { kind: 'passkey', current_password: password });
  const { id, passkey } = begun.body as FactorEnrollment;
  const { challenge } = passkey as unknown as { readonly challenge: string };
  const response = new SoftwarePasskey('sd.example', ORIGIN).create({ challenge });
  return client.post(`${FACTORS}/_confirm`, { id, name: 'Key', passkey: response });
}

describe('session during a factor change', () => {
  const currentSession = async (client: Client) => {
    const { items } = (await client.get('/api/v1/account/sessions')).body as SessionListResponse;
    const own = items.find(({ is_current: isCurrent }) => isCurrent);
    return { created: own?.created_at, total: items.length };
  };
  /** Changes factors in a browser with two tabs. The previous cookie may belong to an attacker. */
  async function changes(owner: Client, work: () => Promise<unknown>) {
    const former = { headers: { cookie: owner.cookieHeader() } };
    const before = await currentSession(owner);
    await work();
    expect(owner.cookieHeader()).toContain(`${COOKIE_NAME}=`);
    expect(owner.cookieHeader()).not.toBe(former.headers.cookie);
    expect((await server.client().get('/api/test/whoami', former)).status).toBe(401);
    expect(await whoami(owner)).toBe(200);
    // The maximum lifetime does not change.
    expect(await currentSession(owner)).toEqual(before);
  }

  // @asvs V3.2/2
  it('gets a new id, invalidates the previous one immediately and keeps other sessions', async () => {
    await start();
    const elsewhere = await server.loggedIn(JANE.username, JANE.password);
    const owner = await server.loggedIn(JANE.username, JANE.password);
    let id = '';
    await changes(owner, async () => {
      ({ id } = await enrol(owner, JANE));
    });
    await changes(owner, () => enrolPasskey(owner, JANE));
    await changes(owner, () =>
      owner.post(`${FACTORS}/_remove`, { id, current_password: JANE.password })
    );
    expect(await whoami(elsewhere)).toBe(200);
  });

  it('keeps its id if nothing changed', async () => {
    await start();
    const owner = await server.loggedIn(JANE.username, JANE.password);
    const { id } = await enrol(owner, JANE);
    const before = owner.cookieHeader();
    const wrong = 'Violet-Harbor-8-Kettle';
    const refused = await owner.post(`${FACTORS}/_remove`, { id, current_password: wrong });
    expect(refused.status).toBe(400);
    expect((await owner.post(`${FACTORS}/_confirm`, { id, name: 'x', code: '1' })).status).toBe(
      400
    );
    expect(owner.cookieHeader()).toBe(before);
    const admin = await server.admin();
    const own = admin.cookieHeader();
    expect((await admin.delete('/api/v1/factors/jane')).status).toBe(200);
    expect(admin.cookieHeader()).toBe(own);
    await changes(admin, () => admin.delete('/api/v1/factors/admin'));
  });
});

describe('guessing one-time codes', () => {
  it('blocks the user like guessed passwords, despite a correct code, an older step or a reset', async () => {
    await start({ config: { auth: { max_logins_per_minute: 0 } } });
    const owner = await server.loggedIn(JANE.username, JANE.password);
    const { secret } = await enrol(owner, JANE);
    const { body } = await owner.post(`${FACTORS}/_recovery_codes`, {
      current_password: JANE.password,
    });
    const [recovery = ''] = (body as RecoveryCodes).recoveryCodes;
    const begin = async () => {
      const client = server.client();
      const response = await client.login(JANE.username, JANE.password);
      return { client, status: response.status, round: stepOf(response) };
    };
    const older = [await begin(), await begin()];
    // A correct password in between does not reset the count.
    const statuses: number[] = [];
    while (statuses.length < 20 && !statuses.includes(429)) {
      const { client, round: step } = await begin();
      statuses.push((await send(client, step, { code: 'wrong' })).status);
    }
    expect(statuses).toEqual([...Array(9).fill(401), 429]);
    for (const [at, code] of [oneTimeCode(secret), recovery].entries())
      expect((await send(older[at]!.client, older[at]!.round, { code })).status).toBe(429);
    expect((await begin()).status).toBe(429);
    // Logged-in users stay logged in despite guesses by others.
    expect(await whoami(owner)).toBe(200);
    const admin = await server.admin();
    expect((await admin.delete('/api/v1/factors/jane')).status).toBe(200);
    expect((await begin()).status).toBe(429);
  });
});

describe('last administrator', () => {
  /** A login that requires enrollment first. */
  async function enrolsAtLogin(): Promise<Client> {
    const client = server.client();
    const enrollment = stepOf(await client.login(ADMIN.username, ADMIN.password));
    expect(enrollment?.question).toMatchObject({ kind: 'enrol' });
    expect(await whoami(client)).toBe(401);
    expect(enrollment?.question).not.toHaveProperty('isWrong');
    const again = stepOf(await send(client, enrollment, { code: '000000' }));
    expect(again?.question).toMatchObject({ kind: 'enrol', isWrong: true });
    const code = oneTimeCode(again?.question?.totp?.secret ?? '');
    const codes = stepOf(await send(client, again, { code }));
    expect(codes?.question).toMatchObject({ kind: 'recovery_codes' });
    expect((await send(client, codes, {})).status).toBe(200);
    return client;
  }

  it('enrolls again at the next login after a factor reset if a factor is required', async () => {
    const required = { requiredRoles: ['all_access'], requiredFromMs: 0 };
    await start({ settings: { secondFactor: { ...required, allowsPasswordCalls: false } } });
    const admin = await enrolsAtLogin();
    const { factors } = (await admin.get(FACTORS)).body as FactorState;
    const last = { id: factors[0]?.id, current_password: ADMIN.password };
    expect((await admin.post(`${FACTORS}/_remove`, last)).status).toBe(400);
    expect((await admin.delete('/api/v1/factors/admin')).body).toMatchObject({ factors: [] });
    const again = await enrolsAtLogin();
    expect((await again.get('/api/v1/configuration/internalusers')).status).toBe(200);
  });
});
