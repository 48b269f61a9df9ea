import { cleanUp } from '../../testing/embedded';
import type { AccessExplanation, ExplainRequest, AccessComparison } from '../../api/engine';
import { PASSWORD, SEARCH, call, put, explain, prepareEngine } from './mocks';

jest.setTimeout(60_000);

prepareEngine();
afterAll(cleanUp);

describe('explanation of a granted request', () => {
  it('leads from the user to the matching pattern', async () => {
    const response: AccessExplanation = await explain({
      user: 'jdoe',
      action: SEARCH,
      index: ['logs-1'],
    });
    expect(response.decision).toMatchObject({
      outcome: 'allowed',
      effect: 'execute',
      reason: 'granted',
    });
    expect(response.user).toMatchObject({
      name: 'jdoe',
      exists: true,
      backend_roles: ['devs', 'lead_a'],
    });
    expect(response.user.roles).toEqual([
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
    expect(response.grants).toEqual([
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
    expect(response.restrictions).toEqual([
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
    expect([response.near_misses, response.suggestions, response.truncated]).toEqual([[], [], []]);
  });

  it('lists overridden restrictions of an entry, and fields that queries cannot search', async () => {
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
    const response: AccessExplanation = await explain({
      subject: { name: '1', security_roles: ['blind'] },
      action: SEARCH,
      index: ['blind-1'],
    });
    const [{ documents, sources }] = response.restrictions as [
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
    const documentsUnder = async (restriction: object) => {
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
      return restrictions[0]?.documents;
    };
    const blindFields = async (restriction: object) =>
      (await documentsUnder(restriction))?.blind_fields;
    expect(await blindFields({})).toBeUndefined();
    expect(await blindFields({ fls: ['~place', '~b'] })).toEqual(['b', 'place.town']);
    expect(await blindFields({ fls: ['place', 'd*'] })).toEqual(['a', 'b']);
    const masked_fields = ['dept', '/b|c/::SHA-256', 'place'];
    expect(await documentsUnder({ masked_fields })).toMatchObject({
      blind_fields: ['dept.keyword'],
      uncertain_fields: ['b'],
    });
  });

  it('includes alias, data stream, resolved pattern, cluster permission and tenant', async () => {
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

describe('explanation of a denied request', () => {
  const missesOf = async (request: Partial<ExplainRequest>) =>
    (await explain({ user: 'jdoe', action: SEARCH, ...request })).near_misses.map(
      ({ code, role, entry }: any) => [code, role, entry]
    );

  it('lists near misses, closest first', async () => {
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
  it('reports that only * matches, and that a query cannot be applied', async () => {
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
  it('lists the restrictions that prevent an update', async () => {
    const entry = { index_patterns: ['part'], allowed_actions: ['*'] };
    await put('roles/part', {
      cluster_permissions: ['*'],
      index_permissions: [
        { ...entry, dls: '{"term":{"a":"b"}}' },
        { ...entry, index_patterns: ['p*'], fls: ['a'] },
        { ...entry, index_patterns: ['pa*'], masked_fields: ['b'] },
        { ...entry, index_patterns: ['other'], fls: ['c'] },
        { ...entry, index_patterns: ['par*'] },
      ],
    });
    const { decision, near_misses } = await explain({
      subject: { name: 'x', security_roles: ['part'] },
      action: 'indices:data/write/update',
      index: ['part'],
    });
    expect(decision.reason).toBe('refused_under_restrictions');
    expect(near_misses.map(({ code, entry: at }: any) => [code, at])).toEqual([
      ['restriction_in_force', 0],
      ['restriction_in_force', 1],
      ['restriction_in_force', 2],
    ]);
  });
  it("suggests an addition to the user's own role first, and the narrowest of existing roles", async () => {
    const { suggestions } = await explain({ user: 'jdoe', action: SEARCH, index: ['hr-payroll'] });
    const roles = suggestions
      .filter(({ kind }: any) => kind === 'assign_role')
      .map(({ role }: any) => role);
    expect(roles.slice(0, 2)).toEqual(['narrow', 'wide']);
    expect(suggestions[0]).toMatchObject({
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
  it('suggests the smallest addition first, and none to reserved roles', async () => {
    const entry = (index: string) => ({
      index_patterns: [index],
      allowed_actions: ['indices:data/read/get'],
    });
    await put('roles/add_far', { index_permissions: [entry('far')] });
    await put('roles/add_near', { index_permissions: [entry('near')] });
    await put('internalusers/adder', {
      password: PASSWORD,
      opendistro_security_roles: ['add_far', 'add_near', 'kibana_read_only'],
    });
    const { suggestions } = await explain({
      user: 'adder',
      action: SEARCH,
      index: ['near'],
    });
    const extended = suggestions.filter(({ kind }: any) => kind === 'extend_role');
    expect(extended.map(({ role }: any) => role)).toEqual(['add_near', 'add_far']);
    expect(extended[0].patch).toEqual([
      { op: 'add', path: '/index_permissions/0/allowed_actions/-', value: SEARCH },
    ]);
  });
  it('suggests a new role for a user without roles', async () => {
    const { suggestions, decision } = await explain({
      user: 'empty',
      action: SEARCH,
      index: ['q'],
    });
    expect(decision.reason).toBe('no_roles');
    expect(suggestions[0]).toMatchObject({
      kind: 'create_role',
      mapping_body: { users: ['empty'] },
      role_body: { index_permissions: [{ index_patterns: ['q'], allowed_actions: [SEARCH] }] },
    });
  });
  it('suggests patches that the REST API accepts and that grant the request', async () => {
    const request = { user: 'tina', action: 'indices:admin/mapping/put', tenant: 'hr' };
    const { suggestions } = await explain(request);
    const { role, patch } = suggestions.find(({ kind }: any) => kind === 'extend_role');
    expect((await call('PATCH', `/api/roles/${role}`, patch)).statusCode).toBe(200);
    expect((await explain(request)).decision.outcome).toBe('allowed');
  });
});

describe('explanation of unsaved changes', () => {
  prepareEngine();
  afterAll(cleanUp);
  const compare = (
    changes: ExplainRequest['changes'],
    more: Partial<ExplainRequest> = {}
  ): Promise<AccessComparison> =>
    explain({ user: 'jdoe', action: SEARCH, index: ['hr-payroll'], changes, ...more });
  const outcomes = async (...args: Parameters<typeof compare>) => {
    const { before, after, is_changed } = await compare(...args);
    return [before?.decision.outcome, after?.decision.outcome, is_changed];
  };

  it('compares before and after for each kind of change, and saves nothing', async () => {
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
  it('treats changed restrictions as a change', async () => {
    const roles = {
      logs_reader: {
        index_permissions: [{ index_patterns: ['logs-*'], allowed_actions: ['look'] }],
      },
    };
    const { after, is_changed } = await compare({ roles }, { index: ['logs-1'] });
    expect([after?.restrictions[0]?.documents.mode, is_changed]).toEqual(['all', true]);
  });
  it('returns 400 for invalid and for too many changes', async () => {
    expect(await compare({ roles: { x: { index_permissions: [{ nonsense: 1 }] } } })).toMatchObject(
      { statusCode: 400 }
    );
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`r${i}`, {}]));
    expect(await compare({ roles: many })).toMatchObject({ statusCode: 400 });
  });
});
