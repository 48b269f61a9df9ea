/** Pages of entities. */
import { Secret, TOTP } from 'otpauth';
import { ENTITIES } from '../../../contracts/entities';
import {
  ADMIN_PASSWORD,
  API,
  cleanUp,
  clientOf,
  INTERNAL,
  login,
  startEngine,
} from '../../testing/embedded';
import type { EngineCaller, FindQuery, FindResult, RequestCaller } from '../../api/engine';

// Generous, for machines whose processors are shared.
jest.setTimeout(30_000);
afterEach(cleanUp);

/** The value by which an entity is sorted, as the list shows it. */
function firstValue(
  field: string,
  { entity, mapping, roles }: FindResult['items'][number]
): string | undefined {
  const of = entity as Record<string, never>;
  const patterns = (key: string, inner: string): readonly string[] =>
    ((of[key] ?? []) as Array<Record<string, readonly string[]>>).flatMap(
      (one) => one[inner] ?? []
    );
  const values: Record<string, () => readonly string[]> = {
    cluster_permissions: () => of['cluster_permissions'] ?? [],
    index_patterns: () => patterns('index_permissions', 'index_patterns'),
    tenants: () => patterns('tenant_permissions', 'tenant_patterns'),
    users: () => mapping?.users ?? [],
    backend_roles: () =>
      of['backend_roles'] ??
      (mapping ? [...mapping.backend_roles, ...mapping.and_backend_roles] : []),
    roles: () => roles ?? [],
    attributes: () => Object.keys(of['attributes'] ?? {}),
    type: () => (of['type'] ? [of['type']] : []),
    allowed_actions: () => of['allowed_actions'] ?? [],
  };
  return [...(values[field]?.() ?? [])].sort()[0];
}

/** Not free text: `hash` is always empty, `type` is one of two words. */
const UNSEARCHED = new Set(['hash', 'type']);

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
    ).toHaveLength(15);
  });

  it.each(['internalusers', 'roles', 'actiongroups', 'tenants'] as const)(
    'stores, returns and finds every text field of %s',
    async (type) => {
      const { engine } = await startEngine();
      const fields = Object.entries(ENTITIES[type].responseSchema.properties)
        .filter(([key, schema]) => schema['type'] === 'string' && !UNSEARCHED.has(key))
        .map(([key]) => [key, `Words of ${key}`] as const);
      expect(fields).not.toEqual([]);
      const texts = Object.fromEntries(fields);
      const body = {
        ...texts,
        ...(type === 'internalusers' && { password: 'Quiet-Orchard-9-Ladder' }),
        ...(type === 'actiongroups' && { allowed_actions: ['read'] }),
      };
      const path = `${API}/${type}/one`;
      const put = await engine.request(INTERNAL, { method: 'PUT', path, body });
      expect(put.statusCode).toBe(201);
      const { body: stored } = await engine.request(INTERNAL, { method: 'GET', path });
      expect(stored).toMatchObject({ one: texts });
      for (const [, text] of fields) {
        const found = await engine.find(INTERNAL, query({ type, search: text }));
        expect(found.ok && found.result.items.map(({ name }) => name)).toEqual(['one']);
      }
    }
  );

  it('shows each change at once, also of the mapping of a role', async () => {
    const { engine } = await startEngine();
    const put = async (path: string, body: object) =>
      expect(
        (await engine.request(INTERNAL, { method: 'PUT', path: `${API}/${path}`, body })).statusCode
      ).toBeLessThan(300);
    const shown = async () => {
      const found = await engine.find(INTERNAL, query({ type: 'roles', search: 'fresh' }));
      const [item] = found.ok ? found.result.items : [];
      return [item?.entity['description'], item?.mapping?.users, item?.version];
    };
    const versions = new Set<unknown>();
    for (const text of ['first', 'second']) {
      await put('roles/fresh', { description: text });
      for (const user of ['jane', 'joe']) {
        await put('rolesmapping/fresh', { users: [user] });
        const [description, users, version] = await shown();
        expect([description, users]).toEqual([text, [user]]);
        versions.add(version);
        expect(await shown()).toEqual([description, users, version]);
      }
    }
    expect(versions.size).toBe(2);
  });

  it('shows hidden entries only to the server: not in lists, counts, facets or searches', async () => {
    const { engine } = await startEngine();
    const admin = await login(engine, 'admin', ADMIN_PASSWORD);
    const path = `${API}/roles/shadow_role`;
    const body = {
      description: 'umbra',
      hidden: true,
      cluster_permissions: ['cluster:admin/a_umbra'],
    };
    const created = await engine.request(INTERNAL, { method: 'PUT', path, body });
    expect(created.statusCode).toBe(201);
    const findAs = async (caller: EngineCaller, more: Partial<FindQuery> = {}) => {
      const found = await engine.find(caller, query({ type: 'roles', ...more }));
      if (!found.ok) throw new Error(JSON.stringify(found.response));
      const { items, total, facets } = found.result;
      return { names: items.map(({ name }) => name), total, facets: JSON.stringify(facets ?? {}) };
    };
    const all = await findAs(INTERNAL);
    const visible = await findAs(admin);
    expect(all.names).toContain('shadow_role');
    expect(visible.names).toEqual(all.names.filter((name) => name !== 'shadow_role'));
    expect(visible.total).toBe(all.total - 1);
    for (const search of ['shadow_role', 'umbra']) {
      expect((await findAs(INTERNAL, { search })).names).toEqual(['shadow_role']);
      expect((await findAs(admin, { search })).total).toBe(0);
    }
    const facets = { facets: ['cluster_permissions'] };
    expect((await findAs(INTERNAL, facets)).facets).toContain('cluster:admin/a_umbra');
    expect((await findAs(admin, facets)).facets).not.toContain('cluster:admin/a_umbra');

    const mapping = `${API}/rolesmapping/shadow_role`;
    const mapped = { hidden: true, users: ['nobody'] };
    await engine.request(INTERNAL, { method: 'PUT', path: mapping, body: mapped });
    const users = { type: 'internalusers', facets: ['roles'] } as const;
    expect((await findAs(INTERNAL, users)).facets).toContain('shadow_role');
    expect((await findAs(admin, users)).facets).not.toContain('shadow_role');
  });

  it('sorts customized entries before built-in ones', async () => {
    const find = await finder();
    const items = async (more: Partial<FindQuery>) =>
      (await find({ type: 'roles', sortField: 'customization', ...more })).items;
    const ascending = await items({});
    const marks = ascending.map(({ entity }) => entity['reserved'] === true);
    expect(marks).toEqual([...marks].sort((a, b) => Number(a) - Number(b)));
    expect(new Set(marks).size).toBe(2);
    const names = (some: typeof ascending) => some.map(({ name }) => name);
    expect(names(await items({ sortOrder: 'desc' }))).toEqual(names(ascending).reverse());
  });

  // @feature permissions/2
  it.each<[FindQuery['type'], string]>([
    ['roles', 'cluster_permissions'],
    ['roles', 'index_patterns'],
    ['roles', 'users'],
    ['roles', 'backend_roles'],
    ['roles', 'tenants'],
    ['internalusers', 'backend_roles'],
    ['internalusers', 'roles'],
    ['internalusers', 'attributes'],
    ['actiongroups', 'type'],
    ['actiongroups', 'allowed_actions'],
  ])('sorts %s by %s, entries without a value last in both directions', async (type, sortField) => {
    const find = await finder();
    const { items } = await find({ type });
    const valueOf = new Map(items.map((item) => [item.name, firstValue(sortField, item)]));
    const ordered = async (sortOrder: 'asc' | 'desc') => {
      const pages = [1, 2, 3, 4].map((page) =>
        find({ type, sortField, sortOrder, page, perPage: Math.ceil(items.length / 4) })
      );
      return (await Promise.all(pages)).flatMap(({ names }) => names);
    };
    for (const sortOrder of ['asc', 'desc'] as const) {
      const names = await ordered(sortOrder);
      expect([...names].sort()).toEqual(items.map(({ name }) => name).sort());
      const values = names.map((name) => valueOf.get(name));
      const given = values.filter((value) => value !== undefined);
      const expected = [...given].sort();
      expect(given).toEqual(sortOrder === 'asc' ? expected : expected.reverse());
      expect(values.slice(0, given.length)).toEqual(given);
      expect(given.length).toBeGreaterThan(1);
    }
  });

  // @feature permissions/3
  it.each(['cluster', 'index'])(
    'sorts action groups by whether they hold %s permissions',
    async (scope) => {
      const find = await finder();
      for (const sortOrder of ['asc', 'desc'] as const) {
        const { items } = await find({ type: 'actiongroups', sortField: scope, sortOrder });
        const holds = items.map(({ entity }) => [scope, 'all'].includes(String(entity['type'])));
        expect(new Set(holds).size).toBe(2);
        const first = [...holds].sort((a, b) => Number(b) - Number(a));
        expect(holds).toEqual(sortOrder === 'asc' ? first : first.reverse());
      }
    }
  );

  it('filters suspended users, which a search for the word does not find', async () => {
    const { engine } = await startEngine({ demo: true });
    const find = async (more: Partial<FindQuery>) => {
      const found = await engine.find(INTERNAL, query(more));
      if (!found.ok) throw new Error(JSON.stringify(found.response));
      return found.result.items.map(({ name }) => name);
    };
    const suspend = (value: unknown) =>
      engine.request(INTERNAL, {
        method: 'PATCH',
        path: `${API}/internalusers/amara.okafor`,
        body: [{ op: 'add', path: '/attributes/enabled', value }],
      });
    await suspend('false');
    expect(await find({ filters: { status: ['suspended'] } })).toEqual(['amara.okafor']);
    expect(await find({ search: 'suspended' })).toEqual([]);
    await suspend('true');
    expect(await find({ filters: { status: ['suspended'] } })).toEqual([]);
  });

  // @feature internal-users/4
  it('filters, counts and sorts users by their current second factors', async () => {
    const { engine } = await startEngine({ demo: true });
    const find = async (more: Partial<FindQuery>) => {
      const found = await engine.find(INTERNAL, query(more));
      if (!found.ok) throw new Error(JSON.stringify(found.response));
      return found.result;
    };
    const factors = { facets: ['factors'], countsFacets: true } as const;
    const before = await find(factors);
    expect(before.facets['factors']).toEqual(['totp', 'passkey', 'none']);
    expect(before.facetCounts?.['factors']).toEqual({ totp: 0, passkey: 0, none: before.total });
    expect((await find({ sortField: 'factors' })).items[0]?.name).toBe(before.items[0]?.name);

    const caller = (await login(engine, 'admin', ADMIN_PASSWORD)) as RequestCaller;
    const enrollment = await engine.factors.begin(caller, 'totp', undefined);
    if (!enrollment.ok) throw new Error(JSON.stringify(enrollment.response));
    const { id, totp } = enrollment.result;
    const code = new TOTP({ secret: Secret.fromBase32(totp?.secret ?? '') }).generate();
    expect((await engine.factors.confirm(caller, { id, name: 'Phone', code })).ok).toBe(true);

    const having = await find({ ...factors, filters: { factors: ['totp'] } });
    expect(having.items.map(({ name }) => name)).toEqual(['admin']);
    expect(having.facetCounts?.['factors']).toEqual({
      totp: 1,
      passkey: 0,
      none: before.total - 1,
    });
    const without = await find({ filters: { factors: ['none', 'passkey'] } });
    expect(without.items.map(({ name }) => name)).not.toContain('admin');
    expect(without.total).toBe(before.total - 1);
    expect((await find({ filters: { factors: ['totp', 'none'] } })).total).toBe(before.total);
    expect((await find({ sortField: 'factors' })).items[0]?.name).toBe('admin');
  });

  it('sorts by current values', async () => {
    const { engine } = await startEngine({ demo: true });
    const first = async () => {
      const sorted = query({ sortField: 'backend_roles', perPage: 1 });
      const found = await engine.find(INTERNAL, sorted);
      return found.ok ? found.result.items[0]?.name : undefined;
    };
    const put = async (name: string, role: string) => {
      const body = { password: 'Str0ng!Passw0rd-9', backend_roles: [role] };
      const path = `${API}/internalusers/${name}`;
      expect((await engine.request(INTERNAL, { method: 'PUT', path, body })).statusCode).toBe(201);
    };
    await put('zoe', '!1');
    expect(await first()).toBe('zoe');
    await put('yan', '!0');
    expect(await first()).toBe('yan');
  });

  it('sorts all users by roles again only after a mapping has changed', async () => {
    const { engine } = await startEngine({ demo: true });
    const lists = jest.spyOn(engine.parts.users, 'lists');
    const walksAfter = async (what: string, body: object) => {
      const path = `${API}/${what}`;
      const { statusCode } = await engine.request(INTERNAL, { method: 'PUT', path, body });
      expect(statusCode).toBe(201);
      await engine.find(INTERNAL, query({ sortField: 'roles' }));
      return lists.mock.calls.length;
    };
    await engine.prepareLists();
    expect(lists.mock.calls.length).toBe(1);
    expect(await walksAfter('roles/one', { cluster_permissions: ['*'] })).toBe(1);
    expect(await walksAfter('roles/two', { cluster_permissions: ['*'] })).toBe(1);
    expect(await walksAfter('tenants/one', { description: 'x' })).toBe(1);
    expect(await walksAfter('rolesmapping/one', { users: ['*'] })).toBe(2);
    expect(await walksAfter('internalusers/one', { password: 'Str0ng!Passw0rd-9' })).toBe(2);
  });

  it("counts the results of each filter value, without the filter's own selection", async () => {
    const find = await finder();
    const facets = ['backend_roles', 'roles', 'customization'];
    const all = await find({});
    const counted = await find({ facets, countsFacets: true, perPage: 1 });
    expect(counted.unfilteredTotal).toBe(all.total);
    for (const facet of facets)
      for (const [value, count] of Object.entries(counted.facetCounts?.[facet] ?? {}))
        expect([facet, value, (await find({ filters: { [facet]: [value] } })).total]).toEqual([
          facet,
          value,
          count,
        ]);
    const roles = Object.keys(counted.facetCounts?.['roles'] ?? {});
    expect(roles).toEqual(counted.facets['roles']);
    const narrowed = await find({
      facets: ['roles', 'customization'],
      countsFacets: true,
      filters: { customization: ['reserved'], roles: ['hr_payroll'] },
    });
    expect(narrowed).toMatchObject({ total: 0, unfilteredTotal: all.total });
    const reserved = (role: string) =>
      find({ filters: { customization: ['reserved'], roles: [role] } });
    for (const [role, count] of Object.entries(narrowed.facetCounts?.['roles'] ?? {}))
      expect([role, (await reserved(role)).total]).toEqual([role, count]);
    expect(narrowed.facetCounts?.['customization']).toEqual({ custom: 1, reserved: 0 });
    expect((await find({ facets })).facetCounts).toBeUndefined();
  });

  it('finds users by their effective roles', async () => {
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

  it('counts the users of each role, as the filter by role finds them', async () => {
    const { engine } = await startEngine({ demo: true });
    const find = async (more: Partial<FindQuery>) => {
      const found = await engine.find(INTERNAL, query(more));
      if (!found.ok) throw new Error(JSON.stringify(found.response));
      return found.result;
    };
    const holders = async (role: string) => (await find({ filters: { roles: [role] } })).total;
    const counted = async (role: string) =>
      (await find({ type: 'roles', search: role })).items.find(({ name }) => name === role);
    for (const role of ['sales_read', 'hr_payroll', 'finance_auditor', 'own_index'])
      expect([role, (await counted(role))?.userCount]).toEqual([role, await holders(role)]);
    const before = await holders('hr_payroll');
    const patch = [{ op: 'add', path: '/users', value: ['pedro.almeida'] }];
    await clientOf(engine, INTERNAL)('PATCH', '/api/rolesmapping/hr_payroll', patch);
    expect((await counted('hr_payroll'))?.userCount).toBe(before + 1);
    expect((await find({ search: 'admin' })).items[0]).not.toHaveProperty('userCount');
  });

  it('requires the same permission as GET, and accepts unusual queries', async () => {
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
