/** Second factors, recovery codes and required password changes through the screens' routes. */
import type {
  FactorAdded,
  FactorRequirement,
  FactorEnrollment,
  NextLoginStep,
  LoginChallenge,
  PasskeyStep,
} from '@sd/contracts';
import { errorText } from '../../../../../../test/helpers/http_client';
import {
  enrolApp,
  oneTimeCode,
  toStartOfStep,
} from '../../../../../../test/helpers/one_time_codes';
import {
  ADMIN,
  addUser,
  put,
  startSecurityServer,
  type SecurityServer,
} from '../../../../../../test/helpers/security_server';
import { shiftClock, type ShiftedClock } from '../../../../../../test/helpers/shifted_clock';
import { SoftwarePasskey, type PasskeyUse } from '../../../../../../test/helpers/software_passkey';

jest.setTimeout(60_000);

const JANE = { username: 'jane', password: 'Violet-Harbor-7-Kettle' };
const JOHN = { username: 'john', password: 'Copper-Meadow-8-Lantern' };
const REQUIREMENT = '/api/v1/factor_requirement';
const FACTORS = '/api/v1/account/factors';

type Client = ReturnType<SecurityServer['client']>;
interface StepBody {
  readonly attributes: { readonly round: NextLoginStep; readonly code: string };
}

describe('second factors', () => {
  let server: SecurityServer;
  let clock: ShiftedClock;
  beforeEach(async () => {
    clock = shiftClock();
    server = await startSecurityServer();
    for (const { username, password } of [JANE, JOHN]) await addUser(server, username, password);
    toStartOfStep(clock);
  });
  afterEach(async () => {
    await server.stop();
    clock.restore();
  });

  const enrol = (client: Client, { password }: typeof JANE) => enrolApp(client, password);
  const begin = async ({ username, password }: typeof JANE, client = server.client()) => {
    const response = await client.login(username, password);
    return { client, response, round: (response.body as StepBody).attributes?.round };
  };
  const send = (client: Client, id: string, fields: Record<string, unknown>) =>
    client.post('/auth/login/round', { id, fields });
  const stepOf = (response: { body: unknown }): NextLoginStep =>
    (response.body as StepBody).attributes.round;
  const challengeOf = (response: { body: unknown }): LoginChallenge | undefined =>
    stepOf(response).question;
  const whoami = async (client: Client) => (await client.get('/api/test/whoami')).status;

  it('require a code after the password, valid once, before a session opens', async () => {
    const owner = await server.loggedIn(JANE.username, JANE.password);
    const { secret, confirmed, recoveryCodes } = await enrol(owner, JANE);
    expect(confirmed.status).toBe(200);
    expect(recoveryCodes).toHaveLength(10);
    const first = await begin(JANE);
    expect(first.response.status).toBe(401);
    expect(first.round).toMatchObject({
      fields: ['code'],
      question: { kind: 'second_factor', factors: ['totp', 'recovery_code'] },
    });
    expect(first.response.text).not.toContain(secret);
    expect(first.response.headers.getSetCookie()).toEqual([]);
    for (const path of ['/api/test/whoami', FACTORS, '/api/v1/configuration/account']) {
      const posing = { headers: { cookie: `security_authentication=${first.round.id}` } };
      expect((await first.client.get(path)).status).toBe(401);
      expect((await first.client.get(path, posing)).status).toBe(401);
    }
    const code = oneTimeCode(secret);
    expect((await send(first.client, first.round.id, { code })).status).toBe(200);
    expect(await whoami(first.client)).toBe(200);
    const second = await begin(JANE);
    const replayed = await send(second.client, second.round.id, { code });
    expect([replayed.status, challengeOf(replayed)?.isWrong]).toEqual([401, true]);
    expect(await whoami(second.client)).toBe(401);
    const next = oneTimeCode(secret, 1);
    expect((await send(second.client, stepOf(replayed).id, { code: next })).status).toBe(200);
  });

  // @asvs V2.6/1
  it('accept each recovery code once, and new codes replace the previous ones', async () => {
    const owner = await server.loggedIn(JANE.username, JANE.password);
    const { recoveryCodes } = await enrol(owner, JANE);
    const [code = '', other = ''] = recoveryCodes;
    const use = async (value: string) => {
      const { client, round: step } = await begin(JANE);
      return (await send(client, step.id, { code: value })).status;
    };
    expect(await use(code.toLowerCase().replaceAll('-', ' '))).toBe(200);
    expect(await use(code)).toBe(401);
    expect((await owner.get(FACTORS)).body).toMatchObject({ recoveryCodesLeft: 9 });
    const renewed = await owner.post(`${FACTORS}/_recovery_codes`, {
      current_password: JANE.password,
    });
    expect((renewed.body as { recoveryCodes: string[] }).recoveryCodes).toHaveLength(10);
    expect(await use(other)).toBe(401);
  });

  it('reject the code of one user in the login step of another', async () => {
    const john = await enrol(await server.loggedIn(JOHN.username, JOHN.password), JOHN);
    const jane = await enrol(await server.loggedIn(JANE.username, JANE.password), JANE);
    const step = await begin(JANE);
    const crossed = await send(step.client, step.round.id, { code: oneTimeCode(john.secret) });
    expect(crossed.status).toBe(401);
    const own = await send(step.client, stepOf(crossed).id, { code: oneTimeCode(jane.secret) });
    expect((own.body as { username: string }).username).toBe('jane');
    const recovery = await begin(JANE);
    const stolen = { code: john.recoveryCodes[0] ?? '' };
    expect((await send(recovery.client, recovery.round.id, stolen)).status).toBe(401);
    const ofJohn = await server.loggedIn(ADMIN.username, ADMIN.password);
    const begun = await ofJohn.post(FACTORS, { kind: 'totp', current_password: ADMIN.password });
    const { id, totp } = begun.body as FactorEnrollment;
    const mixed = { id, name: 'x', code: oneTimeCode(totp?.secret ?? '') };
    expect((await step.client.post(`${FACTORS}/_confirm`, mixed)).status).toBe(400);
  });

  // @asvs V2.8/1
  it('count wrong codes as wrong passwords even with a correct password in between', async () => {
    await enrol(await server.loggedIn(JANE.username, JANE.password), JANE);
    const client = server.client();
    const statuses: number[] = [];
    for (let step = 0; step < 4 && !statuses.includes(429); step++) {
      const begun = await begin(JANE, client);
      statuses.push(begun.response.status);
      let id = begun.round?.id;
      for (let guess = 0; id !== undefined && guess < 5; guess++) {
        const response = await send(client, id, { code: String(guess).padStart(6, '0') });
        statuses.push(response.status);
        id = (response.body as StepBody).attributes?.round?.id;
      }
    }
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(13);
    expect(statuses.at(-1)).toBe(429);
    expect(await whoami(client)).toBe(401);
  });

  it('accept one of several parallel attempts in one login step', async () => {
    const { secret } = await enrol(await server.loggedIn(JANE.username, JANE.password), JANE);
    const { client, round: step } = await begin(JANE);
    const guesses = Array.from({ length: 8 }, () =>
      send(client, step.id, { code: oneTimeCode(secret) })
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  it('accept a code in one of several login steps, however fast it is sent to all', async () => {
    const owner = await server.loggedIn(JANE.username, JANE.password);
    const { secret, recoveryCodes } = await enrol(owner, JANE);
    for (const code of [oneTimeCode(secret), recoveryCodes[0]]) {
      const steps = await Promise.all(Array.from({ length: 4 }, () => begin(JANE)));
      const raced = await Promise.all(
        steps.map(({ client, round: step }) => send(client, step.id, { code }))
      );
      expect(raced.filter(({ status }) => status === 200)).toHaveLength(1);
    }
  });

  it.each([
    ['no code', {}],
    ['an empty code', { code: '' }],
    ['a list', { code: ['000000'] }],
    ['an object', { code: { $ne: '' } }],
    ['a long code', { code: '0'.repeat(10_000) }],
    ['digits of another script', { code: '٠٠٠٠٠٠' }],
  ])('do not take %s for a code', async (_what, fields) => {
    await enrol(await server.loggedIn(JANE.username, JANE.password), JANE);
    const { client, round: step } = await begin(JANE);
    const { status } = await send(client, step.id, fields);
    expect([400, 401]).toContain(status);
    expect(await whoami(client)).toBe(401);
  });

  it('reject the password alone in API requests, and say why only if it is correct', async () => {
    await enrol(await server.loggedIn(JANE.username, JANE.password), JANE);
    const basic = (password: string) => ({
      headers: { authorization: `Basic ${Buffer.from(`jane:${password}`).toString('base64')}` },
    });
    const call = await server.client().get('/api/test/whoami', basic(JANE.password));
    expect(call.body).toMatchObject({
      statusCode: 401,
      attributes: { code: 'security.second_factor_needed' },
    });
    const raw = await server.client().get('/_plugins/_security/authinfo', basic(JANE.password));
    expect([raw.status, raw.text]).toEqual([401, expect.stringContaining('second factor')]);
    const wrong = await server.client().get('/api/test/whoami', basic('Violet-Harbor-8-Kettle'));
    expect(wrong.body).toMatchObject({ attributes: { code: 'security.invalid_credentials' } });
    const page = await server.client().get('/app/test/x', basic(JANE.password));
    expect(page.headers.getSetCookie()).toEqual([]);
  });

  it('get the same response for users with a factor, without a factor and unknown users', async () => {
    await enrol(await server.loggedIn(JANE.username, JANE.password), JANE);
    const responses = await Promise.all(
      ['jane', 'john', 'nobody'].map((name) => server.client().login(name, 'Wrong-password-9'))
    );
    const [one, ...others] = responses.map((response) => [response.status, errorText(response)]);
    expect(others).toEqual([one, one]);
  });

  it('require the current password and a session for every change', async () => {
    const owner = await server.loggedIn(JANE.username, JANE.password);
    const wrong = await owner.post(FACTORS, {
      kind: 'totp',
      current_password: 'Violet-Harbor-8-Kettle',
    });
    expect(wrong.body).toMatchObject({
      statusCode: 400,
      attributes: { code: 'security.wrong_password' },
    });
    const { state } = await enrol(owner, JANE);
    const [{ id } = { id: '' }] = state.factors;
    const body = { id, current_password: 'Violet-Harbor-8-Kettle' };
    expect((await owner.post(`${FACTORS}/_remove`, body)).status).toBe(400);
    const john = await server.loggedIn(JOHN.username, JOHN.password);
    const others = { id, current_password: JOHN.password };
    expect((await john.post(`${FACTORS}/_remove`, others)).status).toBe(404);
    expect((await john.post(`${FACTORS}/_rename`, { ...others, name: 'Mine' })).status).toBe(404);
    const own = { id, current_password: JANE.password };
    const renamed = await owner.post(`${FACTORS}/_rename`, { ...own, name: 'Old phone' });
    expect(renamed.body).toMatchObject({ factors: [{ name: 'Old phone' }] });
    expect((await owner.post(`${FACTORS}/_remove`, own)).body).toMatchObject({
      factors: [],
      recoveryCodesLeft: 0,
    });
    expect((await begin(JANE)).response.status).toBe(200);
  });

  it('are visible to and reset by administrators only, and the audit log records both', async () => {
    const owner = await server.loggedIn(JANE.username, JANE.password);
    await enrol(owner, JANE);
    expect((await owner.delete('/api/v1/factors/jane')).status).toBe(403);
    const admin = await server.admin();
    expect((await admin.get('/api/v1/factors/jane')).body).toMatchObject({
      factors: [{ kind: 'totp', name: 'Phone' }],
    });
    const list = await admin.post('/api/v1/factors', { names: ['jane', 'john'] });
    expect(list.body).toEqual({
      users: [{ name: 'jane', kinds: ['totp'], mustChangePassword: false }],
    });
    expect((await admin.delete('/api/v1/factors/jane')).body).toMatchObject({ factors: [] });
    expect((await begin(JANE)).response.status).toBe(200);
    const events = await server.engine.parts.audit.find({
      page: 1,
      perPage: 50,
      categories: ['SECOND_FACTOR'],
    } as never);
    const recorded = JSON.stringify(events);
    for (const words of ['enrolled: the authenticator app', 'reset: all factors of'])
      expect(recorded).toContain(words);
  });

  it('store no readable secret in the database', async () => {
    const { secret, recoveryCodes } = await enrol(
      await server.loggedIn(JANE.username, JANE.password),
      JANE
    );
    const { readFile, readdir } = await import('node:fs/promises');
    const files = (await readdir(server.dataDir)).filter((name) => name.includes('.sqlite'));
    const contents = await Promise.all(
      files.map((name) => readFile(`${server.dataDir}/${name}`, 'latin1'))
    );
    for (const hidden of [secret, recoveryCodes[0] ?? '-'])
      expect(contents.some((text) => text.includes(hidden))).toBe(false);
    expect(contents.some((text) => text.includes('Phone'))).toBe(true);
  });
});

describe('required factors and required password changes', () => {
  let server: SecurityServer;
  afterEach(() => server.stop());
  const start = async (requiredFromMs: number) => {
    server = await startSecurityServer({
      settings: {
        secondFactor: { requiredRoles: ['watched'], requiredFromMs, allowsPasswordCalls: false },
      },
    });
    await put(server, 'roles/watched', { cluster_permissions: ['cluster_monitor'] });
    await addUser(server, 'jane', JANE.password, { opendistro_security_roles: ['watched'] });
    await addUser(server, 'john', JOHN.password);
  };
  const step = (response: { body: unknown }) => (response.body as StepBody).attributes.round;

  it('start an enrollment at login for users without a factor from the configured date', async () => {
    await start(Date.now() + 3_600_000);
    expect((await server.client().login('jane', JANE.password)).status).toBe(200);
    await server.stop();
    await start(Date.now() - 1_000);
    expect((await server.client().login('john', JOHN.password)).status).toBe(200);
    const client = server.client();
    const first = await client.login('jane', JANE.password);
    const { id, question: challenge } = step(first);
    expect(challenge).toMatchObject({
      kind: 'enrol',
      totp: { uri: expect.stringMatching(/^otpauth:/) },
    });
    expect((await client.get('/api/test/whoami')).status).toBe(401);
    const code = oneTimeCode(challenge?.totp?.secret ?? '');
    const codes = await client.post('/auth/login/round', { id, fields: { code } });
    expect(step(codes).question).toMatchObject({ kind: 'recovery_codes', codes: { length: 10 } });
    expect((await client.get('/api/test/whoami')).status).toBe(401);
    const done = await client.post('/auth/login/round', { id: step(codes).id, fields: {} });
    expect(done.status).toBe(200);
    const [{ id: factor } = { id: '' }] = ((await client.get(FACTORS)).body as FactorAdded['state'])
      .factors;
    const removal = { id: factor, current_password: JANE.password };
    expect((await client.post(`${FACTORS}/_remove`, removal)).status).toBe(400);
  });

  it('follow the roles that full administrators name, also after a rename', async () => {
    await start(0);
    await put(server, 'roles/team', { cluster_permissions: ['cluster_monitor'] });
    await addUser(server, 'john', JOHN.password, { opendistro_security_roles: ['team'] });
    const john = async () => (await server.client().login('john', JOHN.password)).status;
    const authorization = `Basic ${Buffer.from(`john:${JOHN.password}`).toString('base64')}`;
    const byPassword = async () =>
      (await server.client().get('/api/test/whoami', { headers: { authorization } })).status;
    const admin = await server.admin();
    const require = async (roles: readonly string[], before: readonly string[]) => {
      const { status, body } = await admin.put(REQUIREMENT, { roles, before });
      return { status, roles: (body as FactorRequirement).roles };
    };
    expect((await admin.get(REQUIREMENT)).body).toEqual({ roles: [], configured: ['watched'] });
    expect(await require(['tame'], [])).toMatchObject({ status: 400 });
    expect(await john()).toBe(200);
    expect(await byPassword()).toBe(200);
    expect(await require(['team'], [])).toEqual({ status: 200, roles: ['team'] });
    expect(await john()).toBe(401);
    // At once, not only after the next login.
    expect(await byPassword()).toBe(401);
    // A change that was made without knowing of the last one.
    expect(await require([], [])).toMatchObject({ status: 409 });
    const renamed = await admin.post('/api/v1/configuration/roles/team/_rename', { to: 'crew' });
    expect(renamed.status).toBe(200);
    expect((await admin.get(REQUIREMENT)).body).toMatchObject({ roles: ['crew'] });
    expect(await john()).toBe(401);
    const removed = await admin.delete('/api/v1/configuration/roles/crew');
    expect(removed.status).toBe(200);
    expect((await admin.get(REQUIREMENT)).body).toMatchObject({ missing: ['crew'] });
    expect(await require(['*'], ['crew'])).toMatchObject({ status: 200 });
    expect(await john()).toBe(401);
    expect(await require([], ['*'])).toEqual({ status: 200, roles: [] });
    expect(await john()).toBe(200);
    const own = await server.loggedIn('john', JOHN.password);
    expect((await own.get(REQUIREMENT)).status).toBe(403);
    expect((await own.put(REQUIREMENT, { roles: [], before: [] })).status).toBe(403);
    const events = await server.engine.parts.audit.find({
      page: 1,
      perPage: 50,
      categories: ['SECOND_FACTOR'],
    } as never);
    expect(JSON.stringify(events)).toContain('required for: team; before: no role');
  });

  it('reject an enrollment in an older step after another one completed', async () => {
    await start(0);
    const attacker = server.client();
    const { id, question: challenge } = step(await attacker.login('jane', JANE.password));
    const codeFor = (given: LoginChallenge | undefined) => oneTimeCode(given?.totp?.secret ?? '');
    const owner = server.client();
    const own = step(await owner.login('jane', JANE.password));
    await owner.post('/auth/login/round', { id: own.id, fields: { code: codeFor(own.question) } });
    const late = await attacker.post('/auth/login/round', {
      id,
      fields: { code: codeFor(challenge) },
    });
    expect(step(late).question).toMatchObject({ kind: 'second_factor' });
  });

  it('ask for a new password at login and reject API requests until then', async () => {
    await start(0);
    const admin = await server.admin();
    const once = 'Given-by-admin-4711';
    const put = await admin.post(
      '/api/v1/configuration/internalusers/john?must_change_password=true',
      { password: once }
    );
    expect(put.status).toBe(200);
    const headers = { authorization: `Basic ${Buffer.from(`john:${once}`).toString('base64')}` };
    const call = await server.client().get('/api/test/whoami', { headers });
    expect(call.body).toMatchObject({
      statusCode: 401,
      attributes: { code: 'security.new_password_needed' },
    });
    const client = server.client();
    let latest = await client.login('john', once);
    expect(step(latest)).toMatchObject({
      fields: ['password'],
      question: { kind: 'new_password' },
    });
    for (const password of ['x', once, 'password1']) {
      latest = await client.post('/auth/login/round', {
        id: step(latest).id,
        fields: { password },
      });
      expect(step(latest).question).toMatchObject({
        kind: 'new_password',
        problem: expect.any(String),
        isWrong: true,
      });
    }
    expect((await client.get('/api/test/whoami')).status).toBe(401);
    const password = 'Walrus-Bicycle-1492-Teapot';
    const done = await client.post('/auth/login/round', {
      id: step(latest).id,
      fields: { password },
    });
    expect(done.status).toBe(200);
    expect((await client.get('/api/test/whoami')).status).toBe(200);
    expect((await server.client().login('john', once)).status).toBe(401);
    expect((await server.client().login('john', password)).status).toBe(200);
  });
});

describe('passkeys', () => {
  const ORIGIN = 'https://sd.example';
  const JANE = { username: 'jane', password: 'Violet-Harbor-7-Kettle' };
  const JOHN = { username: 'john', password: 'Copper-Meadow-8-Lantern' };
  const FACTORS = '/api/v1/account/factors';
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
    const { status } = await client.post('/auth/login/round', {
      id: step.id,
      fields: { passkey: response },
    });
    return { status, client };
  }

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
