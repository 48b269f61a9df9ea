/** Users who gain or lose access by unsaved changes. */
import { cleanUp, INTERNAL, login } from '../../testing/embedded';
import type { ChangeImpact, EngineCaller, ProposedChanges } from '../../api/engine';
import { call, engine, PASSWORD, prepareEngine, put, SEARCH } from './mocks';

jest.setTimeout(60_000);
prepareEngine();
afterAll(cleanUp);

async function impact(
  changes: ProposedChanges,
  caller: EngineCaller = INTERNAL
): Promise<ChangeImpact> {
  const response = await engine.impact(caller, changes);
  if (!response.ok) throw new Error(JSON.stringify(response.response));
  return response.result;
}

const NO_USERS = { total: 0, people: [], hosts: [] };
const logsReader = (more: object = {}) => ({
  cluster_permissions: ['cluster_monitor'],
  index_permissions: [
    { index_patterns: ['metrics-*'], allowed_actions: ['indices:data/read/get'] },
    {
      index_patterns: ['logs-*'],
      allowed_actions: ['look'],
      dls: '{"term":{"owner":"${user.name}"}}',
      fls: ['~secret'],
      masked_fields: ['ip'],
      ...more,
    },
  ],
});

describe('impact of unsaved changes', () => {
  it('lists the users who gain or lose permissions of a changed role', async () => {
    expect(await impact({ roles: { logs_reader: logsReader() } })).toEqual({
      gains: NO_USERS,
      loses: NO_USERS,
      sees_other: { total: 0, names: [] },
      complete: true,
    });
    const widened = logsReader({ index_patterns: ['logs-*', 'audit-1'] });
    expect(await impact({ roles: { logs_reader: widened } })).toMatchObject({
      gains: {
        total: 1,
        people: [
          {
            name: 'jdoe',
            roles: [],
            permissions: [
              {
                kind: 'index',
                on: 'audit-1',
                actions: expect.arrayContaining(['indices:data/read*']),
                listed: ['look'],
              },
            ],
          },
        ],
      },
      loses: NO_USERS,
    });
    expect(await impact({ roles: { logs_reader: null } })).toMatchObject({
      gains: NO_USERS,
      loses: { total: 1, people: [{ name: 'jdoe', roles: ['logs_reader'] }] },
    });
  });

  it.each([
    ['/indices:data/read/.*/', 1],
    ['ind*', 1],
    ['no_such_group', 0],
    ['a/b/', 0],
    ['/a/b', 0],
  ])('counts %s as an action for %d users', async (action, total) => {
    const { index_permissions: entries, ...role } = logsReader();
    const more = { index_patterns: ['extra'], allowed_actions: [action] };
    const { gains } = await impact({
      roles: { logs_reader: { ...role, index_permissions: [...entries, more] } },
    });
    expect(gains.total).toBe(total);
  });

  it('ignores permissions that the user still has through another role', async () => {
    const roles = { narrow: { index_permissions: [] } };
    await put('internalusers/both', {
      password: PASSWORD,
      opendistro_security_roles: ['narrow', 'wide'],
    });
    await put('internalusers/one', { password: PASSWORD, opendistro_security_roles: ['narrow'] });
    expect((await impact({ roles })).loses).toMatchObject({
      total: 1,
      people: [
        { name: 'one', permissions: [{ kind: 'index', on: 'hr-payroll', actions: [SEARCH] }] },
      ],
    });
  });

  it('reports changed restrictions separately from permissions', async () => {
    const found = await impact({
      roles: { logs_reader: logsReader({ fls: ['~secret', '~more'] }) },
    });
    expect(found).toMatchObject({
      gains: NO_USERS,
      loses: NO_USERS,
      sees_other: { total: 1, names: ['jdoe'] },
    });
  });

  it('includes changes of mappings, users and action groups', async () => {
    const mapped = await impact({ rolesmapping: { wide: { users: ['empty'] } } });
    expect(mapped.gains).toMatchObject({ total: 1, people: [{ name: 'empty', roles: ['wide'] }] });
    const unmapped = await impact({ rolesmapping: { logs_reader: null } });
    expect(unmapped.loses.people).toMatchObject([{ name: 'jdoe', roles: ['logs_reader'] }]);
    const created = await impact({
      internalusers: {
        fresh: { password: PASSWORD, opendistro_security_roles: ['tenant_reader'] },
      },
    });
    expect(created.gains.people).toMatchObject([
      { name: 'fresh', permissions: [{ kind: 'tenant', on: 'hr', actions: ['read'] }] },
    ]);
    const deleted = await impact({ internalusers: { tina: null } });
    expect(deleted.loses.people).toMatchObject([{ name: 'tina', roles: ['tenant_reader'] }]);
    const grouped = await impact({ actiongroups: { look: { allowed_actions: [SEARCH] } } });
    expect(grouped).toMatchObject({ gains: NO_USERS, loses: { people: [{ name: 'jdoe' }] } });
    expect(JSON.stringify(grouped.loses)).toContain('logs-*');
  });

  it('evaluates patterns with attributes per user', async () => {
    for (const [name, dept] of Object.entries({ ann: 'a', ben: 'b' }))
      await put(`internalusers/${name}`, {
        password: PASSWORD,
        attributes: { dept },
        opendistro_security_roles: ['dept'],
      });
    const role = { index_permissions: [{ index_patterns: ['a-x'], allowed_actions: ['read'] }] };
    const { gains, loses } = await impact({ roles: { dept: role } });
    expect(gains.people.map(({ name }) => name)).toEqual(['ben', 'jdoe']);
    expect(loses.people.map(({ name }) => name)).toContain('ben');
    expect(loses.people.map(({ name }) => name)).not.toContain('ann');
  });

  it('counts all users and lists the first ten', async () => {
    for (let i = 0; i < 12; i++)
      await put(`internalusers/many_${i}`, { password: PASSWORD, backend_roles: ['many'] });
    const { gains } = await impact({ rolesmapping: { wide: { backend_roles: ['many'] } } });
    expect([gains.total, gains.people.length]).toEqual([12, 10]);
  });

  it('returns 403 without permission to read the configuration, and 400 for invalid changes', async () => {
    const jdoe = await login(engine, 'jdoe', PASSWORD);
    expect(await engine.impact(jdoe, { roles: { wide: null } })).toMatchObject({
      ok: false,
      response: { statusCode: 403 },
    });
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`r${i}`, null]));
    expect(await engine.impact(INTERNAL, { roles: many })).toMatchObject({
      ok: false,
      response: { statusCode: 400 },
    });
    const wrong = { roles: { wide: { index_permissions: 'all' } } };
    expect(await engine.impact(INTERNAL, wrong)).toMatchObject({
      ok: false,
      response: { statusCode: 400 },
    });
  });

  describe('finds everyone who has a changed role', () => {
    const ENTRIES = { users: [], backend_roles: [], hosts: [] };
    const reaches = async (changes: ProposedChanges) => {
      const { gains, loses } = await impact(changes);
      return [...gains.people, ...loses.people].map(({ name }) => name).sort();
    };
    beforeAll(async () => {
      await put('roles/crew', {
        index_permissions: [{ index_patterns: ['crew-1'], allowed_actions: ['read'] }],
      });
      const user = (name: string, more: object) =>
        put(`internalusers/${name}`, { password: PASSWORD, ...more });
      await user('crew_ann', { backend_roles: ['crew_a', 'crew_all'] });
      await user('crew_ben', { backend_roles: ['crew_b', 'crew_all'] });
      await user('crew_cal', { opendistro_security_roles: ['crew'] });
      await user('other_dan', { backend_roles: ['crew'] });
    });
    afterAll(() => call('DELETE', '/api/rolesmapping/crew'));

    it.each<[string, object, string[]]>([
      ['a name', { users: ['crew_ann'] }, ['crew_ann', 'crew_cal']],
      ['a pattern of names', { users: ['crew_a*'] }, ['crew_ann', 'crew_cal']],
      ['an expression', { users: ['/crew_[ab].*/'] }, ['crew_ann', 'crew_ben', 'crew_cal']],
      ['a name without a user', { users: ['crew_eve'] }, ['crew_cal']],
      ['a backend role', { backend_roles: ['crew_b'] }, ['crew_ben', 'crew_cal']],
      [
        'a pattern of backend roles',
        { backend_roles: ['crew_?'] },
        ['crew_ann', 'crew_ben', 'crew_cal'],
      ],
      [
        'several backend roles',
        { and_backend_roles: ['crew_*', 'crew_a'] },
        ['crew_ann', 'crew_cal'],
      ],
      [
        'patterns of several backend roles',
        { and_backend_roles: ['crew_*', '*_a*'] },
        ['crew_ann', 'crew_ben', 'crew_cal'],
      ],
      [
        'more patterns than are matched one by one',
        { users: Array.from({ length: 30 }, (_, n) => `crew_[${n}]*`).concat('crew_b*') },
        ['crew_ben', 'crew_cal'],
      ],
      ['no one', {}, ['crew_cal']],
    ])('mapped to %s', async (_kind, mapping, names) => {
      await put('rolesmapping/crew', { ...ENTRIES, ...mapping });
      expect(await reaches({ roles: { crew: null } })).toEqual(names);
      const isMapped = names.length > 1;
      expect(await reaches({ rolesmapping: { crew: ENTRIES } })).toEqual(
        isMapped ? names.filter((name) => name !== 'crew_cal') : []
      );
      await put('rolesmapping/crew', ENTRIES);
      expect(await reaches({ rolesmapping: { crew: { ...ENTRIES, ...mapping } } })).toEqual(
        isMapped ? names.filter((name) => name !== 'crew_cal') : []
      );
    });

    it.each([
      ['users', { users: ['*'] }],
      ['backend roles, also to users without any', { backend_roles: ['*'] }],
    ])('mapped to all %s', async (_kind, mapping) => {
      await put('rolesmapping/crew', { ...ENTRIES, ...mapping });
      const { loses } = await impact({ roles: { crew: null } });
      const { body } = await call('GET', '/api/internalusers');
      expect(loses.total).toBe(Object.keys(body as object).length);
    });
  });

  it('reads only users who may have a changed role', async () => {
    const find = jest.spyOn(engine.parts.users, 'find');
    await impact({ roles: { crew: null } });
    const names = new Set(find.mock.calls.map(([name]) => name));
    find.mockRestore();
    expect(names).toContain('crew_cal');
    expect(names).not.toContain('other_dan');
  });

  it('omits hidden users for callers who cannot see them', async () => {
    await put('internalusers/ghost', {
      password: PASSWORD,
      hidden: true,
      opendistro_security_roles: ['wide'],
    });
    await put('internalusers/reader', {
      password: PASSWORD,
      opendistro_security_roles: ['all_access'],
    });
    const reader = await login(engine, 'reader', PASSWORD);
    const impactFor = async (caller: EngineCaller) =>
      (await impact({ roles: { wide: null } }, caller)).loses.people.map(({ name }) => name);
    expect(await impactFor(INTERNAL)).toContain('ghost');
    expect(await impactFor(reader)).toEqual(['both']);
  });
});
