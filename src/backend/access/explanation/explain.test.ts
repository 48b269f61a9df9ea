import fc from 'fast-check';
import {
  API,
  cleanUp,
  clientOf,
  INTERNAL,
  signIn,
  startEngine,
  type Client,
} from '../../testing/embedded';
import type {
  AccessComparison,
  AccessExplanation,
  AccessQuestion,
  EngineCaller,
} from '../../contract/engine';
import type { EmbeddedEngine } from '../../embedded';

jest.setTimeout(60_000);
const PASSWORD = 'Jane-doe-secret-7';
const SEARCH = 'indices:data/read/search';

let engine: EmbeddedEngine;
let call: Client;

const put = async (what: string, body: unknown) => {
  const { statusCode, body: answer } = await engine.request(INTERNAL, {
    method: 'PUT',
    path: `${API}/${what}`,
    body,
  });
  if (statusCode >= 300) throw new Error(`PUT ${what}: ${statusCode} ${JSON.stringify(answer)}`);
};
const explain = async (question: AccessQuestion, caller: EngineCaller = INTERNAL): Promise<any> => {
  const answer = await engine.explain!(caller, question);
  return answer.ok ? answer.result : answer.response;
};

beforeAll(async () => {
  ({ engine } = await startEngine());
  call = clientOf(engine, INTERNAL);
  await put('tenants/hr', { description: '' });
  await put('actiongroups/look', { allowed_actions: ['read'] });
  await put('roles/logs_reader', {
    cluster_permissions: ['cluster_monitor'],
    index_permissions: [
      { index_patterns: ['metrics-*'], allowed_actions: ['indices:data/read/get'] },
      {
        index_patterns: ['logs-*'],
        allowed_actions: ['look'],
        dls: '{"term":{"owner":"${user.name}"}}',
        fls: ['~secret'],
        masked_fields: ['ip'],
      },
    ],
  });
  await put('roles/narrow', {
    index_permissions: [{ index_patterns: ['hr-payroll'], allowed_actions: [SEARCH] }],
  });
  await put('roles/wide', {
    index_permissions: [{ index_patterns: ['hr-pay*'], allowed_actions: ['*'] }],
  });
  await put('roles/dept', {
    index_permissions: [{ index_patterns: ['${attr.internal.dept}-x'], allowed_actions: ['read'] }],
  });
  await put('internalusers/jdoe', {
    password: PASSWORD,
    backend_roles: ['devs', 'lead_a'],
    opendistro_security_roles: ['dept'],
  });
  await put('rolesmapping/logs_reader', {
    users: ['jd*'],
    backend_roles: ['dev?'],
    and_backend_roles: ['devs', 'lead*'],
    hosts: ['10.*'],
  });
  await put('roles/tenant_reader', {
    tenant_permissions: [{ tenant_patterns: ['hr'], allowed_actions: ['kibana_all_read'] }],
  });
  await put('internalusers/empty', { password: PASSWORD });
  await put('internalusers/tina', {
    password: PASSWORD,
    opendistro_security_roles: ['tenant_reader'],
  });
});
afterAll(cleanUp);

describe('the chain of a granted request', () => {
  it('leads from the user to the matching pattern', async () => {
    const answer: AccessExplanation = await explain({
      user: 'jdoe',
      action: SEARCH,
      index: ['logs-1'],
    });
    expect(answer.decision).toMatchObject({
      outcome: 'allowed',
      effect: 'execute',
      reason: 'granted',
    });
    expect(answer.user).toMatchObject({
      name: 'jdoe',
      exists: true,
      backend_roles: ['devs', 'lead_a'],
    });
    expect(answer.user.roles).toEqual([
      { role: 'dept', exists: true, origins: [{ via: 'direct' }] },
      {
        role: 'logs_reader',
        exists: true,
        origins: [
          { via: 'users', pattern: 'jd*', value: 'jdoe' },
          { via: 'backend_roles', pattern: 'dev?', value: 'devs' },
          { via: 'and_backend_roles', patterns: ['devs', 'lead*'], values: ['devs', 'lead_a'] },
        ],
      },
    ]);
    expect(answer.grants).toEqual([
      {
        kind: 'index',
        role: 'logs_reader',
        entry: 1,
        requested_action: SEARCH,
        index: 'logs-1',
        action: { path: ['look', 'read', 'indices:data/read*'], pattern: 'indices:data/read*' },
        index_match: { pattern: 'logs-*', via: 'index', name: 'logs-1' },
      },
    ]);
    expect(answer.restrictions).toEqual([
      {
        index: 'logs-1',
        documents: { mode: 'some', queries: ['{"term":{"owner":"jdoe"}}'] },
        fields: { mode: 'exclude', fields: ['secret'] },
        masking: { mode: 'some', fields: ['ip'] },
        sources: [
          {
            role: 'logs_reader',
            entry: 1,
            dls: '{"term":{"owner":"${user.name}"}}',
            fls: ['~secret'],
            masked_fields: ['ip'],
          },
        ],
      },
    ]);
    expect([answer.near_misses, answer.suggestions, answer.truncated]).toEqual([[], [], []]);
  });

  it('names what of an entry a later one displaces, and what queries cannot see', async () => {
    const dls = (field: string) => `{"bool":{"must_not":{"term":{"${field}":"x"}}}}`;
    const entry = { index_patterns: ['blind-*'], allowed_actions: ['read'] };
    await put('roles/blind', {
      index_permissions: [
        { ...entry, dls: dls('lost'), fls: ['a*', 'kept.*'] },
        { ...entry, index_patterns: ['blind-1'], dls: dls('dept.keyword') },
        { ...entry, index_patterns: ['*'], dls: dls('kept.town'), masked_fields: ['a::SHA-256'] },
        { ...entry, index_patterns: ['${user.name}', 'blind-1'], dls: dls('a') },
        { ...entry, index_patterns: ['b*${user.name}*', 'blind-*'], dls: dls('_id') },
      ],
    });
    const answer: AccessExplanation = await explain({
      subject: { name: '1', security_roles: ['blind'] },
      action: SEARCH,
      index: ['blind-1'],
    });
    const [{ documents, sources }] = answer.restrictions as [
      AccessExplanation['restrictions'][number],
    ];
    expect(documents).toEqual({
      mode: 'some',
      queries: [dls('_id'), dls('kept.town')],
    });
    expect(sources.map(({ displaced }) => displaced)).toEqual([
      ['dls'],
      ['dls'],
      undefined,
      ['dls'],
      undefined,
    ]);
    const shown = async (restriction: object): Promise<readonly string[] | undefined> => {
      const queries = ['a', 'dept.keyword', 'place.town', '_id'].map((name) =>
        JSON.parse(dls(name))
      );
      const all = JSON.stringify({ bool: { filter: [...queries, { exists: { field: 'b' } }] } });
      await put('roles/blind', { index_permissions: [{ ...entry, dls: all, ...restriction }] });
      const { restrictions }: AccessExplanation = await explain({
        subject: { name: '1', security_roles: ['blind'] },
        action: SEARCH,
        index: ['blind-1'],
      });
      return restrictions[0]?.documents.blind_fields;
    };
    expect(await shown({})).toBeUndefined();
    expect(await shown({ fls: ['~place', '~b'] })).toEqual(['b', 'place.town']);
    expect(await shown({ fls: ['place', 'd*'] })).toEqual(['a', 'b']);
    expect(await shown({ masked_fields: ['dept', '/b|c/::SHA-256', 'place'] })).toEqual([
      'b',
      'dept.keyword',
    ]);
  });

  it('names alias, data stream, filled-in pattern, cluster permission and tenant', async () => {
    const known_indices = [
      { name: 'i', aliases: ['logs-al'] },
      { name: '.b', data_stream: 'logs-ds' },
    ];
    const viaOf = async (index: string) =>
      (await explain({ user: 'jdoe', action: SEARCH, index: [index], known_indices })).grants[0]
        .index_match;
    expect(await viaOf('i')).toEqual({ pattern: 'logs-*', via: 'alias', name: 'logs-al' });
    expect(await viaOf('.b')).toEqual({ pattern: 'logs-*', via: 'data_stream', name: 'logs-ds' });
    const dept = await explain({
      subject: { name: 'x', security_roles: ['dept'], attributes: { 'attr.internal.dept': 'hr' } },
      action: SEARCH,
      index: ['hr-x'],
    });
    expect(dept.grants[0].index_match).toMatchObject({
      pattern: '${attr.internal.dept}-x',
      rendered: 'hr-x',
    });
    const cluster = await explain({ user: 'jdoe', action: 'cluster:monitor/health' });
    expect(cluster.grants).toEqual([
      {
        kind: 'cluster',
        role: 'logs_reader',
        requested_action: 'cluster:monitor/health',
        action: { path: ['cluster_monitor', 'cluster:monitor/*'], pattern: 'cluster:monitor/*' },
      },
    ]);
    const tenant = await explain({ user: 'tina', action: SEARCH, tenant: 'hr' });
    expect(tenant.decision).toMatchObject({
      outcome: 'allowed',
      tenant: { name: 'hr', kind: 'custom', access: 'read', needed: 'read', allowed: true },
    });
    expect(tenant.grants).toEqual([
      {
        kind: 'tenant',
        role: 'tenant_reader',
        entry: 0,
        requested_action: SEARCH,
        tenant: 'hr',
        tenant_pattern: 'hr',
      },
    ]);
  });
});

describe('a denial', () => {
  const missesOf = async (question: Partial<AccessQuestion>) =>
    (await explain({ user: 'jdoe', action: SEARCH, ...question })).near_misses.map(
      ({ code, role, entry }: any) => [code, role, entry]
    );

  it('names what nearly fits, the closest first', async () => {
    expect(await missesOf({ index: ['metrics-1'] })).toEqual(
      [
        ['action_missing', 'logs_reader', 0],
        ['index_pattern_missing', 'logs_reader', 1],
        ['attribute_missing', 'dept', 0],
      ].sort((a, b) =>
        a[0] === 'action_missing' ? -1 : b[0] === 'action_missing' ? 1 : a[1] === 'dept' ? -1 : 1
      )
    );
    expect(await missesOf({ index: ['log'] })).toContainEqual([
      'index_pattern_missing',
      'logs_reader',
      1,
    ]);
    expect(await missesOf({ action: 'restapi:admin/roles' })).toContainEqual([
      'permission_missing',
      'logs_reader',
      undefined,
    ]);
    expect(
      await missesOf({ user: 'tina', tenant: 'hr', action: 'indices:admin/mapping/put' })
    ).toEqual([['tenant_read_only', 'tenant_reader', 0]]);
  });
  it('says so when only a star fits, or a query cannot be applied', async () => {
    const star = await explain({
      subject: { name: 'x', security_roles: ['all_access'] },
      action: 'restapi:admin/roles',
    });
    expect(star.near_misses[0]).toMatchObject({ code: 'explicit_only', role: 'all_access' });
    await put('roles/broken', {
      index_permissions: [
        {
          index_patterns: ['b'],
          allowed_actions: ['*'],
          dls: '{"term":{"a":"${attr.internal.none}"}}',
        },
      ],
    });
    const broken = await explain({
      subject: { name: 'x', security_roles: ['broken', 'gone'] },
      action: SEARCH,
      index: ['b'],
    });
    expect(broken.decision.reason).toBe('restriction_error');
    expect(broken.near_misses).toMatchObject([
      { code: 'restriction_unresolved', role: 'broken', missing: ['${attr.internal.none}'] },
      { code: 'role_missing', role: 'gone' },
    ]);
    expect(broken.suggestions).toEqual([]);
  });
  it('suggests the narrowest existing role first, and an addition to an own role', async () => {
    const { suggestions } = await explain({ user: 'jdoe', action: SEARCH, index: ['hr-payroll'] });
    const roles = suggestions
      .filter(({ kind }: any) => kind === 'assign_role')
      .map(({ role }: any) => role);
    expect(roles.slice(0, 2)).toEqual(['narrow', 'wide']);
    expect(roles).toHaveLength(5);
    expect(suggestions.find(({ kind }: any) => kind === 'extend_role')).toEqual({
      kind: 'extend_role',
      role: 'dept',
      changes_restrictions: false,
      patch: [
        {
          op: 'add',
          path: '/index_permissions/-',
          value: { index_patterns: ['hr-payroll'], allowed_actions: [SEARCH] },
        },
      ],
    });
  });
  it('suggests a new role to somebody without any', async () => {
    const { suggestions, decision } = await explain({
      user: 'empty',
      action: SEARCH,
      index: ['q'],
    });
    expect(decision.reason).toBe('no_roles');
    expect(suggestions.at(-1)).toMatchObject({
      kind: 'create_role',
      mapping_body: { users: ['empty'] },
      role_body: { index_permissions: [{ index_patterns: ['q'], allowed_actions: [SEARCH] }] },
    });
  });
  it('suggests patches that the REST API takes and that do help', async () => {
    const question = { user: 'tina', action: 'indices:admin/mapping/put', tenant: 'hr' };
    const { suggestions } = await explain(question);
    const { role, patch } = suggestions.find(({ kind }: any) => kind === 'extend_role');
    expect((await call('PATCH', `/api/roles/${role}`, patch)).statusCode).toBe(200);
    expect((await explain(question)).decision.outcome).toBe('allowed');
  });
});

describe('unsaved changes', () => {
  const compare = (
    changes: AccessQuestion['changes'],
    more: Partial<AccessQuestion> = {}
  ): Promise<AccessComparison> =>
    explain({ user: 'jdoe', action: SEARCH, index: ['hr-payroll'], changes, ...more });
  const outcomes = async (...args: Parameters<typeof compare>) => {
    const { before, after, is_changed } = await compare(...args);
    return [before?.decision.outcome, after?.decision.outcome, is_changed];
  };

  it('of each kind show before and after, and save nothing', async () => {
    expect(await outcomes({ rolesmapping: { narrow: { users: ['jdoe'] } } })).toEqual([
      'denied',
      'allowed',
      true,
    ]);
    expect(
      await outcomes({ internalusers: { jdoe: { opendistro_security_roles: ['wide'] } } })
    ).toEqual(['denied', 'allowed', true]);
    expect(
      await outcomes({
        roles: {
          dept: { index_permissions: [{ index_patterns: ['hr*'], allowed_actions: ['read'] }] },
        },
      })
    ).toEqual(['denied', 'allowed', true]);
    expect(
      await outcomes(
        { actiongroups: { look: { allowed_actions: ['cluster:x'] } } },
        { index: ['logs-1'] }
      )
    ).toEqual(['allowed', 'denied', true]);
    expect(await outcomes({ roles: { logs_reader: null } }, { index: ['logs-1'] })).toEqual([
      'allowed',
      'denied',
      true,
    ]);
    expect(await outcomes({ roles: { unrelated: {} } })).toEqual(['denied', 'denied', false]);
    expect(await outcomes({ internalusers: { jdoe: null } })).toEqual(['denied', undefined, true]);
    expect(
      await outcomes(
        { internalusers: { newbie: { opendistro_security_roles: ['narrow'] } } },
        { user: 'newbie' }
      )
    ).toEqual([undefined, 'allowed', true]);
    expect(
      (await explain({ user: 'jdoe', action: SEARCH, index: ['hr-payroll'] })).decision.outcome
    ).toBe('denied');
    expect((await call('GET', '/api/roles/logs_reader')).statusCode).toBe(200);
  });
  it('that only change what is seen count as a change', async () => {
    const roles = {
      logs_reader: {
        index_permissions: [{ index_patterns: ['logs-*'], allowed_actions: ['look'] }],
      },
    };
    const { after, is_changed } = await compare({ roles }, { index: ['logs-1'] });
    expect([after?.restrictions[0]?.documents.mode, is_changed]).toEqual(['all', true]);
  });
  it('that cannot be read are refused', async () => {
    expect(await compare({ roles: { x: { index_permissions: [{ nonsense: 1 }] } } })).toMatchObject(
      { statusCode: 400 }
    );
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`r${i}`, {}]));
    expect(await compare({ roles: many })).toMatchObject({ statusCode: 400 });
  });
});

describe('who may ask', () => {
  const question = { action: SEARCH, index: ['hr-payroll'] };
  it('anybody about himself, without suggestions; nobody else about others', async () => {
    const jdoe = await signIn(engine, 'jdoe', PASSWORD, '10.1.1.1');
    const own = await explain(question, jdoe);
    expect([own.user.name, own.decision.outcome, own.suggestions]).toEqual(['jdoe', 'denied', []]);
    expect(own.user.roles[1].origins).toContainEqual({
      via: 'hosts',
      pattern: '10.*',
      value: '10.1.1.1',
    });
    expect((await explain({ ...question, user: 'jdoe' }, jdoe)).decision).toEqual(own.decision);
    for (const refused of [
      { user: 'tina' },
      { user: 'nobody' },
      { subject: { name: 'jdoe' } },
      { changes: {} },
    ]) {
      expect(await explain({ ...question, ...refused }, jdoe)).toMatchObject({ statusCode: 403 });
    }
    expect(await explain(question, { kind: 'anonymous' })).toMatchObject({ statusCode: 401 });
    expect(await engine.effectivePermissions!(jdoe, 'tina')).toMatchObject({
      ok: false,
      response: { statusCode: 403 },
    });
  });
  it('an administrator about everybody there is', async () => {
    const admin = await signIn(engine, 'admin', 'Correct-Horse-7-Battery');
    expect(
      (await explain({ ...question, user: 'tina' }, admin)).suggestions.length
    ).toBeGreaterThan(0);
    expect(await explain({ ...question, user: 'nobody' }, admin)).toMatchObject({
      statusCode: 404,
    });
    expect(
      await explain({ ...question, user: 'tina', subject: { name: 'x' } }, admin)
    ).toMatchObject({ statusCode: 400 });
  });
  it('not about hidden users and roles', async () => {
    await put('internalusers/ghost', { password: PASSWORD, hidden: true });
    await put('roles/hidden_role', {
      hidden: true,
      index_permissions: [{ index_patterns: ['only-hidden'], allowed_actions: [SEARCH] }],
    });
    const admin = await signIn(engine, 'admin', 'Correct-Horse-7-Battery');
    expect(await explain({ ...question, user: 'ghost' }, admin)).toMatchObject({ statusCode: 404 });
    const { suggestions } = await explain(
      { user: 'tina', action: SEARCH, index: ['only-hidden'] },
      admin
    );
    expect(suggestions.map(({ role }: any) => role)).not.toContain('hidden_role');
    const seen = await explain({ user: 'tina', action: SEARCH, index: ['only-hidden'] });
    expect(seen.suggestions[0]).toMatchObject({ role: 'hidden_role' });
  });
});

describe('decide', () => {
  it('agrees with explain and follows every change at once', async () => {
    const question = { user: 'empty', action: SEARCH, index: ['live'] };
    const outcome = async () => {
      const answer = await engine.decide(question);
      return answer.ok ? answer.result.outcome : answer.response.statusCode;
    };
    expect(await outcome()).toBe('denied');
    await put('roles/live', {
      index_permissions: [{ index_patterns: ['live'], allowed_actions: ['live_group'] }],
    });
    await put('rolesmapping/live', { users: ['empty'] });
    expect(await outcome()).toBe('denied');
    await put('actiongroups/live_group', { allowed_actions: [SEARCH] });
    expect(await outcome()).toBe('allowed');
    expect(await engine.decide(question)).toEqual({
      ok: true,
      result: (await explain(question)).decision,
    });
    await call('DELETE', '/api/rolesmapping/live');
    expect(await outcome()).toBe('denied');
    await put('internalusers/empty', { opendistro_security_roles: ['live'] });
    expect(await outcome()).toBe('allowed');
    expect(await engine.decide({ ...question, user: 'nobody' })).toMatchObject({
      ok: false,
      response: { statusCode: 404 },
    });
  });
  it('follows do_not_fail_on_forbidden', async () => {
    const { engine: lenient } = await startEngine({
      settings: { allowsSecurityConfigModification: true },
    });
    const question = {
      subject: { name: 'x', security_roles: ['readall'] },
      action: SEARCH,
      index: ['a', '.kibana'],
    };
    const change = [{ op: 'add', path: '/config/dynamic/do_not_fail_on_forbidden', value: true }];
    await lenient.request(INTERNAL, {
      method: 'PUT',
      path: `${API}/roles/only_a`,
      body: { index_permissions: [{ index_patterns: ['a'], allowed_actions: ['*'] }] },
    });
    const subject = { name: 'x', security_roles: ['only_a'] };
    const ask = async () => {
      const answer = await lenient.decide({ ...question, subject });
      return answer.ok && answer.result.effect;
    };
    expect(await ask()).toBe('refuse');
    const answer = await lenient.request(INTERNAL, {
      method: 'PATCH',
      path: `${API}/securityconfig`,
      body: change,
    });
    expect([answer.statusCode, await ask()]).toEqual([200, 'reduce']);
  });
});

describe('effective permissions', () => {
  it('come by role', async () => {
    const answer = await engine.effectivePermissions!(INTERNAL, 'jdoe');
    if (!answer.ok) throw new Error('refused');
    const { roles, tenants, api } = answer.result;
    expect(roles.map(({ role }) => role)).toEqual(['dept', 'logs_reader']);
    expect(roles[1]).toMatchObject({
      reserved: false,
      cluster: { listed: ['cluster_monitor'], expanded: ['cluster_monitor', 'cluster:monitor/*'] },
      index: [
        { entry: 0 },
        {
          entry: 1,
          allowed_actions: ['look'],
          expanded_actions: expect.arrayContaining(['indices:data/read*']),
          fls: ['~secret'],
        },
      ],
    });
    expect(tenants).toEqual({ jdoe: true });
    expect(api.has_api_access).toBe(false);
    const admin = await engine.effectivePermissions!(INTERNAL, 'admin');
    expect(admin).toMatchObject({
      ok: true,
      result: { api: { has_api_access: true, disabled_endpoints: {} }, tenants: { hr: true } },
    });
    expect(await engine.effectivePermissions!(INTERNAL, 'nobody')).toMatchObject({
      ok: false,
      response: { statusCode: 404 },
    });
  });
});

describe('suggestions (property)', () => {
  it('always help: with the change simulated, the answer is allowed', async () => {
    const listed = fc.constantFrom(
      'read',
      'indices:data/read/get',
      '*',
      'cluster_monitor',
      'indices:admin/create'
    );
    const role = fc.record({
      cluster_permissions: fc.array(listed, { maxLength: 2 }),
      index_permissions: fc.array(
        fc.record({
          index_patterns: fc.array(fc.constantFrom('a', 'a*', 'b', '${user.name}'), {
            minLength: 1,
            maxLength: 2,
          }),
          allowed_actions: fc.array(listed, { maxLength: 2 }),
        }),
        { maxLength: 2 }
      ),
    });
    const question = fc.record({
      action: fc.constantFrom(
        SEARCH,
        'indices:data/read/msearch',
        'indices:data/write/bulk',
        'cluster:monitor/main'
      ),
      index: fc.uniqueArray(fc.constantFrom('a', 'ab', 'b', 'c*'), { minLength: 1, maxLength: 3 }),
    });
    let seen = 0;
    await fc.assert(
      fc.asyncProperty(role, role, question, async (own, other, asked) => {
        const changes = { roles: { own_role: own, other_role: other } };
        const base = { ...asked, subject: { name: 'sam', security_roles: ['own_role'] } };
        const { after } = await explain({ ...base, changes });
        for (const suggestion of after.suggestions) {
          seen++;
          const roles: Record<string, any> = { ...changes.roles };
          const security_roles = ['own_role'];
          if (suggestion.kind === 'assign_role') security_roles.push(suggestion.role);
          if (suggestion.kind === 'create_role') {
            roles['made'] = suggestion.role_body;
            security_roles.push('made');
          }
          if (suggestion.kind === 'extend_role')
            roles[suggestion.role] = patched(roles[suggestion.role], suggestion.patch);
          const tried = await explain({
            ...base,
            subject: { name: 'sam', security_roles },
            changes: { roles },
          });
          expect(tried.after.decision.outcome).toBe('allowed');
        }
        if (after.decision.outcome === 'denied')
          expect(after.suggestions.length).toBeGreaterThan(0);
      }),
      { numRuns: 100 }
    );
    expect(seen).toBeGreaterThan(50);
  });
});

/** The two forms of path that suggestions use. */
function patched(role: any, patch: { path: string; value: unknown }[]): any {
  const copy = structuredClone(role);
  for (const { path, value } of patch) {
    const steps = path.split('/').slice(1, -1);
    steps.reduce((at: any, step) => at[step], copy).push(value);
  }
  return copy;
}
