import type { RoleMapping } from '@sd/contracts';
import { of } from 'rxjs';
import type { EngineServiceSetup, FindQuery, FoundEntity } from '@sd/core/server';
import { coreMock } from '../../../core/server/mocks';
import { SETUP_PATH } from '../common';
import { collectFacts, registerSetupRoute } from './plugin';

const ENGINE = {
  kind: 'embedded',
  status$: of({ level: 'available', summary: 'The engine runs.' }),
} as unknown as Pick<EngineServiceSetup, 'kind' | 'status$'>;

const role = (name: string, mapping?: Partial<RoleMapping>): FoundEntity => ({
  name,
  entity: {},
  version: '1',
  // Older clusters omit empty lists.
  ...(mapping && { mapping: mapping as RoleMapping }),
});

/** 100 000 users, reported as a total and one entry. */
function createClient({ refused = [] as string[], roleCount = 3 } = {}) {
  const find = jest.fn(async ({ type, filters, perPage }: FindQuery) => {
    if (refused.includes(type))
      return { ok: false as const, response: { statusCode: 403, headers: {}, body: {} } };
    const roles = filters?.['roles'];
    const response = (total: number, items: FoundEntity[] = []) => ({
      ok: true as const,
      result: {
        total,
        unfilteredTotal: total,
        items: items.slice(0, perPage),
        facets: { roles: Array.from({ length: roleCount }, (_v, index) => `role_${index}`) },
      },
    });
    if (type === 'tenants') return response(4);
    if (type === 'roles')
      return response(4, [
        role('used', { users: ['anna'], backend_roles: [] }),
        role('direct'),
        role('empty', { users: [], backend_roles: [], and_backend_roles: [], hosts: [] }),
        role('lonely'),
      ]);
    if (!roles) return response(filters ? 99_998 : 100_000);
    if (roles[0] === 'all_access') return response(2);
    if (roles.length > 1) return response(99_990);
    return response(roles[0] === 'direct' ? 1 : 0);
  });
  const request = jest.fn(async () => ({
    statusCode: refused.includes('audit') ? 403 : 200,
    headers: {},
    body: { config: { enabled: false } },
  }));
  return { find, request };
}

describe('setup facts', () => {
  it('count entities without listing them', async () => {
    const client = createClient();
    expect(await collectFacts(client, ENGINE, true)).toEqual({
      engine: { kind: 'embedded', level: 'available', summary: 'The engine runs.' },
      users: { total: 99_998, withFullAccess: 2, withoutRole: 10 },
      roles: { total: 4, unused: { count: 2, isAtLeast: false, names: ['empty', 'lonely'] } },
      tenants: { total: 4 },
      isMultitenancyOn: true,
      isAuditLogOn: false,
    });
    const userPages = client.find.mock.calls.filter(([{ type }]) => type === 'internalusers');
    expect(userPages.every(([{ perPage }]) => perPage === 1)).toBe(true);
    expect(client.find.mock.calls.length).toBeLessThan(12);
  });

  it('omit parts that the administrator may not read, and tenants while multitenancy is off', async () => {
    const refused = ['internalusers', 'roles', 'tenants', 'audit'];
    expect(await collectFacts(createClient({ refused }), ENGINE, false)).toEqual({
      engine: { kind: 'embedded', level: 'available', summary: 'The engine runs.' },
      isMultitenancyOn: false,
    });
  });

  it('omit the number of users without a role if not all roles are known', async () => {
    const { users } = await collectFacts(createClient({ roleCount: 100 }), ENGINE, true);
    expect(users).toEqual({ total: 99_998, withFullAccess: 2 });
  });
});

describe('setup facts route', () => {
  it('requires an administrator and shares one engine query between concurrent requests', async () => {
    const router = coreMock.createRouter();
    const client = createClient();
    let nowMs = 0;
    const engine = { ...ENGINE, asScoped: jest.fn(() => client) };
    registerSetupRoute(router, engine as never, () => nowMs);
    const { config, handler } = router.find('get', SETUP_PATH);
    expect(config.options.access).toBe('admin');
    const ask = (userName: string) => {
      const request = coreMock.createRequest({ auth: coreMock.createAuth({ userName }) });
      return handler(request as never, coreMock.createResponse(request));
    };
    const [first, second] = await Promise.all([ask('anna'), ask('anna')]);
    expect(first).toMatchObject({ statusCode: 200, body: { isMultitenancyOn: false } });
    expect(second).toEqual(first);
    expect(engine.asScoped).toHaveBeenCalledTimes(1);
    await ask('ben');
    expect(engine.asScoped).toHaveBeenCalledTimes(2);
    nowMs = 2_000;
    await ask('anna');
    expect(engine.asScoped).toHaveBeenCalledTimes(3);
    client.request.mockRejectedValueOnce(new Error('away'));
    nowMs = 4_000;
    await expect(ask('anna')).rejects.toThrow('away');
    expect(await ask('anna')).toMatchObject({ statusCode: 200 });
  });
});
