/** Start, sign-in, identity, pages, durability and robustness of the whole engine. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hash as bcryptHash } from '@node-rs/bcrypt';
import fc from 'fast-check';
import { firstValueFrom } from 'rxjs';
import { PasswordHasher } from './authentication/password_hash';
import { openDatabase } from './storage';
import { demoTenants } from './index';
import { MIGRATIONS } from './store/schema';
import {
  ADMIN_PASSWORD,
  API,
  basic,
  cleanUp,
  clientOf,
  INTERNAL,
  signIn,
  startEngine,
  temporaryFolder,
} from '../testing/embedded';
import type { EngineCaller, FindQuery, HttpMethod } from '../contract/engine';
import type { EmbeddedEngine } from './embedded_engine';
import { until } from '../../../test/helpers/until';

// A processor shared with other work is slow, not wrong.
jest.setTimeout(30_000);
afterEach(cleanUp);

const GOOD_PASSWORD = 'Str0ng!Passw0rd-9';
const attempt = (
  engine: EmbeddedEngine,
  userName: string,
  password: string,
  remoteAddress = '127.0.0.1'
) => engine.authenticate({ headers: basic(userName, password), remoteAddress });

describe('first start', () => {
  it('makes up a strong password, tells it once, and keeps only its hash', async () => {
    const dataDir = temporaryFolder();
    const { engine, firstStart } = await startEngine({ dataDir, initialAdminPassword: undefined });
    expect(firstStart).toMatchObject({
      userName: 'admin',
      generated: true,
      password: expect.stringMatching(/^.{19}$/),
    });
    const caller = await signIn(engine, 'admin', firstStart?.password ?? '');
    expect(await engine.identify(caller)).toMatchObject({
      roles: ['all_access'],
      hasApiAccess: true,
      isReserved: false,
    });
    await engine.stop();
    for (const file of readdirSync(dataDir)) {
      expect(readFileSync(join(dataDir, file)).includes(firstStart?.password ?? '')).toBe(false);
    }
    expect(statSync(join(dataDir, 'engine.sqlite')).mode & 0o777).toBe(0o600);
    expect((await startEngine({ dataDir })).firstStart).toBeUndefined();
  });

  it('brings the built-in entries, mappings and documents, and no other user', async () => {
    const { engine } = await startEngine();
    const internal = clientOf(engine, INTERNAL);
    const names = async (type: string) =>
      Object.keys((await internal('GET', `/api/${type}`)).body as object);
    expect(await names('roles')).toHaveLength(54);
    expect(await names('actiongroups')).toHaveLength(26);
    expect(await names('tenants')).toEqual(['global_tenant']);
    expect(await names('internalusers')).toEqual(['admin']);
    expect((await names('rolesmapping')).sort()).toEqual([
      'all_access',
      'kibana_server',
      'kibana_user',
      'logstash',
      'manage_snapshots',
      'readall',
    ]);
  });

  it('takes over a given password, refuses a useless one and then creates nothing', async () => {
    const dataDir = temporaryFolder();
    await expect(startEngine({ dataDir, initialAdminPassword: 'short' })).rejects.toMatchObject({
      code: 'engine.initial_password_invalid',
    });
    await expect(startEngine({ dataDir, initialAdminPassword: 'password' })).rejects.toThrow(
      'The initial administrator password was refused: Weak password.'
    );
    const { engine, firstStart } = await startEngine({
      dataDir,
      initialAdminPassword: GOOD_PASSWORD,
    });
    expect(firstStart).toEqual({ userName: 'admin', password: GOOD_PASSWORD, generated: false });
    await signIn(engine, 'admin', GOOD_PASSWORD);
  });

  it('refuses a folder another engine owns, and a file of a newer program', async () => {
    const dataDir = temporaryFolder();
    const { engine } = await startEngine({ dataDir });
    await expect(startEngine({ dataDir })).rejects.toMatchObject({ code: 'storage.folder_in_use' });
    await engine.stop();
    await engine.stop();
    const extra = { name: 'later', sql: 'CREATE TABLE later (id INTEGER)' };
    openDatabase({
      file: join(dataDir, 'engine.sqlite'),
      migrations: [...MIGRATIONS, extra],
    }).close();
    await expect(startEngine({ dataDir })).rejects.toMatchObject({ code: 'storage.newer_schema' });
  });

  it('replays its status and completes on stop', async () => {
    const { engine } = await startEngine();
    expect(await firstValueFrom(engine.status$)).toMatchObject({ level: 'available' });
    const completed = jest.fn();
    engine.status$.subscribe({ complete: completed });
    await engine.stop();
    expect(completed).toHaveBeenCalledTimes(1);
  });
});

describe('demonstration set', () => {
  it('is complete, usable, and loaded once', async () => {
    const dataDir = temporaryFolder();
    const { engine, demoStart } = await startEngine({ dataDir, demo: true });
    expect(demoStart?.userNames).toHaveLength(40);
    const identityOf = async (name: string) =>
      engine.identify(await signIn(engine, name, demoStart?.password ?? ''));
    expect(await identityOf('olivia.hartmann')).toMatchObject({
      roles: ['hr_payroll', 'hr_records', 'kibana_user'],
      tenants: { hr: true, global_tenant: true, 'olivia.hartmann': true },
      hasApiAccess: false,
    });
    expect(Object.keys((await identityOf('pedro.almeida'))?.tenants ?? {}).sort()).toEqual([
      'global_tenant',
      'hr',
      'pedro.almeida',
    ]);
    const custom = await engine.find(INTERNAL, {
      type: 'roles',
      page: 1,
      perPage: 50,
      filters: { customization: ['custom'] },
    });
    expect(custom).toMatchObject({ ok: true, result: { total: 12 } });
    expect(demoTenants).toHaveLength(5);
    await engine.stop();
    const again = await startEngine({ dataDir, demo: true });
    expect(again.demoStart).toBeUndefined();
  });
});

describe('sign-in', () => {
  it('tells neither which part was wrong nor that a user exists', async () => {
    const { engine } = await startEngine();
    const wrong = { ok: false, reason: 'invalid', challenge: expect.any(String) };
    expect(await attempt(engine, 'admin', 'wrong')).toEqual(wrong);
    expect(await attempt(engine, 'nobody', 'wrong')).toEqual(wrong);
    expect(await attempt(engine, 'admin', '')).toEqual(wrong);
    expect(await attempt(engine, '__proto__', 'x')).toEqual(wrong);
    for (const authorization of [
      'Basic',
      'Basic !!!',
      'Basic YQ==',
      `Basic ${'A'.repeat(100_000)}`,
    ]) {
      expect(
        await engine.authenticate({ headers: { authorization }, remoteAddress: 'x' })
      ).toMatchObject({ ok: false, reason: 'invalid' });
    }
    for (const authorization of [undefined, '', 'Bearer x']) {
      expect(
        await engine.authenticate({ headers: { authorization }, remoteAddress: 'x' })
      ).toMatchObject({ ok: false, reason: 'missing' });
    }
  });

  it('blocks a user name at one address after ten failures, with the right password too, and lets go in time', async () => {
    let nowMs = 1_000_000;
    const { engine } = await startEngine({ monotonicNow: () => nowMs });
    const guesses = await Promise.all(
      Array.from({ length: 40 }, (_, i) => attempt(engine, 'admin', `guess-${i}`))
    );
    expect(
      guesses.filter((guess) => !guess.ok && guess.reason === 'invalid').length
    ).toBeLessThanOrEqual(10);
    const blocked = await attempt(engine, 'admin', ADMIN_PASSWORD);
    expect(blocked).toEqual({ ok: false, reason: 'blocked', retryAfterSeconds: 300 });
    expect((await attempt(engine, 'admin', ADMIN_PASSWORD, '192.0.2.1')).ok).toBe(true);
    nowMs += 300_001;
    expect((await attempt(engine, 'admin', ADMIN_PASSWORD)).ok).toBe(true);
  });

  it('follows configured auth_failure_listeners', async () => {
    const { engine } = await startEngine();
    const listeners = {
      byname: {
        type: 'username',
        authentication_backend: 'internal',
        allowed_tries: 2,
        block_expiry_seconds: 60,
      },
    };
    await clientOf(engine, INTERNAL)('PATCH', '/api/securityconfig', [
      { op: 'add', path: '/config/dynamic/auth_failure_listeners', value: listeners },
    ]);
    await attempt(engine, 'admin', 'wrong', '192.0.2.1');
    await attempt(engine, 'admin', 'wrong', '192.0.2.2');
    expect(await attempt(engine, 'admin', ADMIN_PASSWORD, '192.0.2.3')).toMatchObject({
      reason: 'blocked',
    });
  });

  it('verifies an imported bcrypt hash and replaces it without ending sessions', async () => {
    const dataDir = temporaryFolder();
    const { engine } = await startEngine({ dataDir });
    const internal = clientOf(engine, INTERNAL);
    const bcrypt = (await bcryptHash(GOOD_PASSWORD, 4)).replace(/^\$2b/, '$2y');
    await internal('PUT', '/api/internalusers/old', { hash: bcrypt });
    const caller = await signIn(engine, 'old', GOOD_PASSWORD);
    const reader = openDatabase({ file: join(dataDir, 'engine.sqlite'), migrations: MIGRATIONS });
    const storedHash = () =>
      reader.get<{ hash: string }>("SELECT hash FROM credential WHERE user_name = 'old'")?.hash;
    await until(() => storedHash() !== bcrypt);
    expect(storedHash()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    reader.close();
    expect(await engine.identify(caller)).toBeDefined();
    await signIn(engine, 'old', GOOD_PASSWORD, '192.0.2.9');
    expect((await attempt(engine, 'old', 'wrong')).ok).toBe(false);
  });

  it('remembers a verified header only until the user changes', async () => {
    const { engine } = await startEngine();
    const internal = clientOf(engine, INTERNAL);
    await internal('PUT', '/api/internalusers/u', { password: GOOD_PASSWORD });
    const verified = jest.spyOn(PasswordHasher.prototype, 'verify');
    for (let i = 0; i < 5; i++) await signIn(engine, 'u', GOOD_PASSWORD);
    expect(verified).toHaveBeenCalledTimes(1);
    expect((await attempt(engine, 'u', `${GOOD_PASSWORD}x`)).ok).toBe(false);
    expect(verified).toHaveBeenCalledTimes(2);
    await internal('DELETE', '/api/internalusers/u', undefined, {
      query: { confirm_lockout: 'true' },
    });
    expect((await attempt(engine, 'u', GOOD_PASSWORD)).ok).toBe(false);
  });
});

describe('identity', () => {
  it('follows every change at once', async () => {
    const { engine } = await startEngine();
    const internal = clientOf(engine, INTERNAL);
    await internal('PUT', '/api/internalusers/u', {
      password: GOOD_PASSWORD,
      backend_roles: ['b'],
    });
    const caller = await signIn(engine, 'u', GOOD_PASSWORD);
    expect(await engine.identify(caller)).toMatchObject({ roles: [], tenants: { u: true } });
    await internal('PUT', '/api/tenants/t', { description: '' });
    await internal('PUT', '/api/roles/r', {
      tenant_permissions: [{ tenant_patterns: ['t'], allowed_actions: [] }],
    });
    await internal('PUT', '/api/rolesmapping/r', { backend_roles: ['b'] });
    expect(await engine.identify(caller)).toMatchObject({ roles: ['r'], tenants: { t: false } });
    await internal('PUT', '/api/rolesmapping/all_access', { users: ['u'] });
    expect(await engine.identify(caller)).toMatchObject({
      roles: ['all_access', 'r'],
      tenants: { t: true },
      hasApiAccess: true,
    });
    await internal('PUT', '/api/internalusers/u', { description: 'no backend roles any more' });
    expect(await engine.identify(caller)).toMatchObject({ roles: ['all_access'] });
    await internal('DELETE', '/api/tenants/t');
    expect((await engine.identify(caller))?.tenants).not.toHaveProperty('t');
    await internal('DELETE', '/api/internalusers/u', undefined, {
      query: { confirm_lockout: 'true' },
    });
    expect(await engine.identify(caller)).toBeUndefined();
    await internal('PUT', '/api/internalusers/u', { password: GOOD_PASSWORD });
    expect(await engine.identify(caller)).toBeUndefined();
  });

  it('maps by address', async () => {
    const { engine } = await startEngine();
    await clientOf(engine, INTERNAL)('PUT', '/api/rolesmapping/readall', { hosts: ['10.1.*'] });
    const caller = await signIn(engine, 'admin', ADMIN_PASSWORD, '10.1.2.3');
    expect((await engine.identify(caller))?.roles).toEqual(['all_access', 'readall']);
    expect(
      (await engine.identify({ ...caller, remoteAddress: '10.2.2.3' } as EngineCaller))?.roles
    ).toEqual(['all_access']);
  });

  it('is nobody for strangers, and the anonymous user when that is allowed', async () => {
    const { engine } = await startEngine();
    expect(await engine.identify({ kind: 'anonymous' })).toBeUndefined();
    await clientOf(engine, INTERNAL)('PATCH', '/api/securityconfig', [
      { op: 'replace', path: '/config/dynamic/http/anonymous_auth_enabled', value: true },
    ]);
    expect(await engine.identify({ kind: 'anonymous' })).toMatchObject({
      userName: 'opendistro_security_anonymous',
      isInternalUser: false,
    });
    expect(
      await engine.identify({
        kind: 'user',
        principal: { userName: 'admin', credentialVersion: '0' },
      })
    ).toBeUndefined();
  });
});

describe('find', () => {
  const query = (more: Partial<FindQuery>): FindQuery => ({
    type: 'internalusers',
    page: 1,
    perPage: 100,
    ...more,
  });
  async function finder() {
    const { engine } = await startEngine({ demo: true });
    return async (more: Partial<FindQuery>) => {
      const found = await engine.find(INTERNAL, query(more));
      if (!found.ok) throw new Error(JSON.stringify(found.response));
      return { ...found.result, names: found.result.items.map(({ name }) => name) };
    };
  }

  it('pages, sorts and searches', async () => {
    const find = await finder();
    const all = await find({});
    expect(all.total).toBe(41);
    expect(all.names).toEqual([...all.names].sort());
    const pages = [
      await find({ perPage: 20 }),
      await find({ page: 2, perPage: 20 }),
      await find({ page: 3, perPage: 20 }),
      await find({ page: 4, perPage: 20 }),
    ];
    expect(pages.flatMap(({ names }) => names)).toEqual(all.names);
    expect((await find({ sortOrder: 'desc' })).names).toEqual([...all.names].reverse());
    expect((await find({ search: 'BERLIN managers' })).names).toEqual([
      'bashir.rahman',
      'olivia.hartmann',
    ]);
    expect((await find({ search: 'an' })).names).toContain('anouk.devries');
    expect((await find({ search: '"quoted" OR' })).total).toBe(0);
    expect((await find({ search: '%' })).total).toBe(0);
    expect(
      (await find({ sortField: 'changed', type: 'roles', filters: { customization: ['custom'] } }))
        .names
    ).toHaveLength(12);
  });

  it('shows hidden entries to the server alone: not in lists, counts, facets, nor by their words', async () => {
    const { engine } = await startEngine();
    const admin = await signIn(engine, 'admin', ADMIN_PASSWORD);
    const path = `${API}/roles/shadow_role`;
    const body = {
      description: 'umbra',
      hidden: true,
      cluster_permissions: ['cluster:admin/a_umbra'],
    };
    const made = await engine.request(INTERNAL, { method: 'PUT', path, body });
    expect(made.statusCode).toBe(201);
    const look = async (caller: EngineCaller, more: Partial<FindQuery> = {}) => {
      const found = await engine.find(caller, query({ type: 'roles', ...more }));
      if (!found.ok) throw new Error(JSON.stringify(found.response));
      const { items, total, facets } = found.result;
      return { names: items.map(({ name }) => name), total, facets: JSON.stringify(facets ?? {}) };
    };
    const all = await look(INTERNAL);
    const visible = await look(admin);
    expect(all.names).toContain('shadow_role');
    expect(visible.names).toEqual(all.names.filter((name) => name !== 'shadow_role'));
    expect(visible.total).toBe(all.total - 1);
    for (const search of ['shadow_role', 'umbra']) {
      expect((await look(INTERNAL, { search })).names).toEqual(['shadow_role']);
      expect((await look(admin, { search })).total).toBe(0);
    }
    const facets = { facets: ['cluster_permissions'] };
    expect((await look(INTERNAL, facets)).facets).toContain('cluster:admin/a_umbra');
    expect((await look(admin, facets)).facets).not.toContain('cluster:admin/a_umbra');

    const mapping = `${API}/rolesmapping/shadow_role`;
    const mapped = { hidden: true, users: ['nobody'] };
    await engine.request(INTERNAL, { method: 'PUT', path: mapping, body: mapped });
    const users = { type: 'internalusers', facets: ['roles'] } as const;
    expect((await look(INTERNAL, users)).facets).toContain('shadow_role');
    expect((await look(admin, users)).facets).not.toContain('shadow_role');
  });

  it('finds users by the roles they really have', async () => {
    const find = await finder();
    const byRole = async (...roles: string[]) => (await find({ filters: { roles } })).names;
    expect(await byRole('hr_payroll')).toEqual(['olivia.hartmann']);
    expect(await byRole('index_management_full_access')).toEqual(['julia.schmidt']);
    expect(await byRole('all_access', 'hr_payroll')).toEqual(['admin', 'olivia.hartmann']);
    expect((await find({ filters: { roles: ['hr_payroll'] } })).items[0]?.roles).toContain(
      'hr_payroll'
    );
    expect((await find({ facets: ['roles', 'customization'] })).facets).toMatchObject({
      roles: expect.arrayContaining(['sales_read', 'index_management_full_access']),
      customization: ['custom', 'reserved'],
    });
  });

  it('joins roles with their mapping', async () => {
    const find = await finder();
    const roles = await find({
      type: 'roles',
      search: 'auditors',
      facets: ['users', 'backend_roles', 'tenants', 'cluster_permissions', 'index_patterns'],
    });
    expect(roles.names).toEqual(['finance_auditor']);
    expect(roles.items[0]).toMatchObject({
      mapping: { backend_roles: ['auditors'] },
      version: expect.stringMatching(/^"\d+"$/),
      changedAtMs: expect.any(Number),
    });
    expect(roles.facets).toMatchObject({
      users: expect.arrayContaining(['external-audit-*']),
      tenants: expect.arrayContaining(['sales', '*']),
    });
    expect((await find({ type: 'roles', filters: { backend_roles: ['oncall'] } })).names).toEqual([
      'operations_oncall',
    ]);
    expect((await find({ type: 'roles', filters: { customization: ['reserved'] } })).total).toBe(
      54
    );
    expect(
      (await find({ type: 'roles', search: 'all_access', sortField: 'name' })).items[0]
    ).not.toHaveProperty('changedAtMs');
    expect(
      (await find({ type: 'actiongroups', filters: { type: ['cluster'] } })).total
    ).toBeGreaterThan(3);
  });

  it('asks for the same right as GET, and survives odd queries', async () => {
    const { engine } = await startEngine();
    expect(await engine.find({ kind: 'anonymous' }, query({}))).toMatchObject({
      ok: false,
      response: { statusCode: 401 },
    });
    const odd = [
      { page: -1 },
      { perPage: 1e9 },
      { page: NaN },
      { sortField: '; DROP' },
      { filters: { nope: ['x'], __proto__: [] as string[] } },
      { search: '\0\ud800' },
      { facets: ['nope'] },
    ];
    for (const more of odd)
      expect((await engine.find(INTERNAL, query(more as never))).ok).toBe(true);
    expect((await engine.find(INTERNAL, query({ type: 'nope' as never }))).ok).toBe(false);
  });
});

describe('durability', () => {
  it('keeps everything over a restart', async () => {
    const dataDir = temporaryFolder();
    const first = await startEngine({ dataDir });
    const before = clientOf(first.engine, INTERNAL);
    await before('PUT', '/api/roles/kept', { description: 'd' });
    const caller = await signIn(first.engine, 'admin', ADMIN_PASSWORD);
    const { headers } = await before('GET', '/api/roles/kept');
    await first.engine.stop();
    const second = await startEngine({ dataDir });
    expect(await second.engine.identify(caller)).toMatchObject({ userName: 'admin' });
    expect(
      (await clientOf(second.engine, INTERNAL)('GET', '/api/roles/kept')).headers['etag']
    ).toBe(headers['etag']);
  });

  it('loses no acknowledged write when the process is killed, also during the first start', async () => {
    const dataDir = temporaryFolder();
    const acknowledged: string[] = [];
    for (let round = 0; round < 5; round++) {
      await new Promise<void>((resolve) => {
        const child = spawn(process.execPath, [join(__dirname, '../testing/child.cjs'), dataDir], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        // The first round dies at some moment of the first start.
        if (round === 0) setTimeout(() => child.kill('SIGKILL'), 350 + Math.random() * 400);
        // The others die while they write what comes after so many.
        const enough = 6 + Math.floor(Math.random() * 20);
        let text = '';
        child.stdout.on('data', (chunk: Buffer) => {
          text += chunk.toString();
          if (round > 0 && text.split('\n').length > enough) child.kill('SIGKILL');
        });
        child.on('close', () => {
          const lines = text.split('\n').slice(0, -1);
          acknowledged.push(...lines.filter((line) => line !== 'ready'));
          resolve();
        });
      });
    }
    expect(acknowledged.length).toBeGreaterThan(20);
    const { engine } = await startEngine({ dataDir });
    const { body } = await clientOf(engine, INTERNAL)('GET', '/api/roles');
    const missing = acknowledged.filter((name) => !Object.hasOwn(body as object, name));
    expect(missing).toEqual([]);
    await signIn(engine, 'admin', ADMIN_PASSWORD);
  }, 60_000);
});

describe('robustness (fuzz)', () => {
  it('never answers 5xx, never hangs, never changes anything after a 4xx', async () => {
    const { engine } = await startEngine();
    const admin = clientOf(engine, await signIn(engine, 'admin', ADMIN_PASSWORD));
    const odd = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom(
        '__proto__',
        'constructor',
        'toString',
        '\0',
        '\ud800',
        'a\0b',
        'x'.repeat(100_000),
        '..',
        '%',
        'a/b',
        '*',
        ' '
      )
    );
    const value = fc.oneof(odd, fc.jsonValue({ maxDepth: 3 }), fc.array(odd, { maxLength: 3 }));
    const keys = fc.constantFrom(
      'password',
      'hash',
      'backend_roles',
      'attributes',
      'description',
      'opendistro_security_roles',
      'cluster_permissions',
      'index_permissions',
      'tenant_permissions',
      'users',
      'hosts',
      'and_backend_roles',
      'allowed_actions',
      'type',
      'reserved',
      '__proto__'
    );
    const body = fc.oneof(
      fc.dictionary(keys, value),
      value,
      fc.array(
        fc.record(
          {
            op: fc.constantFrom('add', 'remove', 'replace', 'move'),
            path: fc.oneof(
              odd,
              keys.map((key) => `/${key}`),
              fc.tuple(odd, keys).map(([name, key]) => `/${name}/${key}/0`)
            ),
            value,
          },
          { requiredKeys: ['op', 'path'] }
        )
      )
    );
    const type = fc.constantFrom(
      'roles',
      'rolesmapping',
      'internalusers',
      'actiongroups',
      'tenants',
      'account',
      'audit',
      'tenancy/config',
      'securityconfig',
      'nope'
    );
    const method = fc.constantFrom<HttpMethod[]>(
      'GET',
      'PUT',
      'PATCH',
      'DELETE',
      'POST',
      'OPTIONS',
      'HEAD'
    );
    const headers = fc.dictionary(
      fc.constantFrom('if-match', 'if-none-match', 'securitytenant', 'x'),
      odd
    );
    const snapshot = async () =>
      JSON.stringify(
        await Promise.all(
          ['roles', 'internalusers', 'rolesmapping', 'actiongroups', 'tenants', 'audit'].map(
            async (one) => (await admin('GET', `/api/${one}`)).body
          )
        )
      );
    let before = await snapshot();
    await fc.assert(
      fc.asyncProperty(
        method,
        type,
        fc.option(odd),
        body,
        headers,
        fc.boolean(),
        async (verb, kind, name, content, more, isRaw) => {
          // The administrator stays; everything else may come and go.
          fc.pre(!(kind === 'internalusers' && (name === 'admin' || verb === 'PATCH')));
          const encoded =
            name === null ? '' : `/${encodeURIComponent(Buffer.from(name).toString())}`;
          const sent = isRaw
            ? {
                rawBody: JSON.stringify(content),
                headers: { 'content-type': 'application/json', ...more },
              }
            : { headers: more };
          const answer = await admin(
            verb,
            `/api/${kind}${encoded}`,
            isRaw ? undefined : content,
            sent
          );
          expect(answer.statusCode === 501 || answer.statusCode < 500 ? 'fine' : answer).toBe(
            'fine'
          );
          JSON.stringify(answer);
          const after = await snapshot();
          if (answer.statusCode >= 400) expect(after).toBe(before);
          before = after;
        }
      ),
      { numRuns: Number(process.env['FUZZ_RUNS'] ?? 2_000) }
    );
  }, 120_000);
});
