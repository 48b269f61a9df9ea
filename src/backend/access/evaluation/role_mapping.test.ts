/** Mapped roles of users. */
import fc from 'fast-check';
import type { RoleMapping } from '../../../contracts/entities';
import { normaliseEntity } from '../../model/payload';
import { MappingIndex } from './mapping_index';
import { compilePattern } from '../patterns/pattern';
import { small } from './mocks';
import { resolveRoleNames } from './rule_view';
import { PATTERN_LIMITS } from '../../../contracts/limits';
import { API, clientOf, cleanUp, INTERNAL, login, startEngine } from '../../testing/embedded';

const MAPPING = (source: object): RoleMapping =>
  normaliseEntity('rolesmapping', source as never) as RoleMapping;

describe('role mapping', () => {
  it('matches users, backend roles, all of several backend roles, and hosts', () => {
    const index = new MappingIndex();
    index.set('by_user', MAPPING({ users: ['jd*'] }));
    index.set('by_backend', MAPPING({ backend_roles: ['devs', '/x.z/'] }));
    index.set('by_all', MAPPING({ and_backend_roles: ['devs', 'lead*'] }));
    index.set('by_none', MAPPING({ and_backend_roles: [] }));
    index.set('by_host', MAPPING({ hosts: ['10.0.*'] }));
    const roles = (userName: string, backendRoles: string[], remoteAddress?: string) =>
      [...index.rolesFor({ userName, backendRoles, remoteAddress })].sort();
    expect(roles('jdoe', [])).toEqual(['by_user']);
    expect(roles('x', ['devs'])).toEqual(['by_backend']);
    expect(roles('x', ['devs', 'leaders'])).toEqual(['by_all', 'by_backend']);
    expect(roles('x', ['xyz'], '10.0.1.1')).toEqual(['by_backend', 'by_host']);
    expect(index.dependsOnAddress).toBe(true);
    index.delete('by_host');
    expect(index.dependsOnAddress).toBe(false);
  });

  it.each([
    ['*', true],
    ['?*', false],
    ['**', false],
    ['/.*/', false],
  ])('with backend role %s matches users without backend roles: %s', (entry, isMapped) => {
    const index = new MappingIndex();
    index.set('any', MAPPING({ backend_roles: [entry] }));
    index.set('all', MAPPING({ and_backend_roles: [entry] }));
    index.set('more', MAPPING({ and_backend_roles: [entry, 'devs'] }));
    const found = index.rolesFor({ userName: 'jdoe', backendRoles: [] });
    expect([...found]).toEqual(isMapped ? ['any', 'all'] : []);
  });

  it.each([
    ['MAPPING_ONLY', ['direct', 'mapped']],
    ['BACKENDROLES_ONLY', ['devs', 'direct']],
    ['BOTH', ['devs', 'direct', 'mapped']],
  ] as const)('resolves roles by %s', (resolution, roles) => {
    const rules = { resolution, mappedRoles: () => new Set(['mapped']) };
    const subject = { userName: 'jdoe', backendRoles: ['devs'] };
    expect(resolveRoleNames(rules, subject, ['direct'])).toEqual(roles);
  });

  it('agrees with a naive check of every mapping after changes (property)', () => {
    const entry = small('ab*?');
    const mapping = fc.record({
      users: fc.array(entry, { maxLength: 3 }),
      backend_roles: fc.array(entry, { maxLength: 3 }),
      and_backend_roles: fc.array(entry, { maxLength: 3 }),
      hosts: fc.constant([]),
    });
    const steps = fc.array(fc.tuple(fc.constantFrom('r1', 'r2', 'r3'), fc.option(mapping)), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(
        steps,
        small('ab'),
        fc.array(small('ab'), { maxLength: 3 }),
        (changes, userName, backendRoles) => {
          const index = new MappingIndex();
          const plain = new Map<string, RoleMapping>();
          for (const [role, source] of changes) {
            if (source) {
              index.set(role, MAPPING(source));
              plain.set(role, MAPPING(source));
            } else {
              index.delete(role);
              plain.delete(role);
            }
            index.rolesFor({ userName, backendRoles });
          }
          // A bare `*` also matches users without backend roles.
          const isMatch = (p: string) => p === '*' || backendRoles.some(compilePattern(p));
          const applies = (m: RoleMapping) =>
            m.users.some((p) => compilePattern(p)(userName)) ||
            m.backend_roles.some(isMatch) ||
            (m.and_backend_roles.length > 0 && m.and_backend_roles.every(isMatch));
          const expected = [...plain].filter(([, m]) => applies(m)).map(([role]) => role);
          expect(new Set(index.rolesFor({ userName, backendRoles }))).toEqual(new Set(expected));
        }
      )
    );
  });
});

describe('mapped roles on first evaluation', () => {
  afterAll(cleanUp);
  const BACKEND_ROLES = Array.from({ length: 101 }, (_, at) => `team-${at}-end`);
  const mappingOf = (at: number) => ({
    backend_roles: [`*-${at}-e?d`],
    and_backend_roles: [`t*-${at}-*`, 'team-1-end'],
  });
  const indexOf = (mappings: number): MappingIndex => {
    const index = new MappingIndex();
    for (let at = 0; at < mappings; at++)
      index.set(`r${at}`, normaliseEntity('rolesmapping', mappingOf(at)) as RoleMapping);
    return index;
  };
  const subject = { userName: 'jdoe', backendRoles: BACKEND_ROLES };
  it('are computed in steps for many backend roles, with the same result', () => {
    const index = indexOf(100);
    expect(index.isManyFor(subject)).toBe(true);
    expect([...index.recall(subject)]).toHaveLength(BACKEND_ROLES.length);
    expect(index.rolesFor(subject)).toEqual(indexOf(100).rolesFor(subject));
    expect(index.rolesFor(subject).size).toBe(100);
  });

  it('are computed in one step for few backend roles', () => {
    const one = { ...subject, backendRoles: ['team-1-end'] };
    expect(one.backendRoles.length * 100).toBeLessThan(PATTERN_LIMITS.matchesAtOnce);
    expect(indexOf(49).isManyFor(one)).toBe(false);
  });

  it('are complete and equal in concurrent requests of a logged-in user', async () => {
    const { engine } = await startEngine();
    const client = clientOf(engine, INTERNAL);
    const patches = Array.from({ length: 110 }, (_, at) => ({
      op: 'add',
      path: `/r${at}`,
      value: mappingOf(at),
    }));
    await client(
      'PATCH',
      `//${API.slice(1)}/roles`,
      patches.map(({ path }) => ({
        op: 'add',
        path,
        value: { cluster_permissions: ['cluster_monitor'] },
      }))
    );
    await client('PATCH', `//${API.slice(1)}/rolesmapping`, patches);
    const password = 'Vintage-Tractor-42';
    await client('PUT', `//${API.slice(1)}/internalusers/jdoe`, {
      password,
      backend_roles: BACKEND_ROLES,
    });
    const caller = await login(engine, 'jdoe', password);
    const all = await Promise.all([1, 2, 3].map(() => engine.identify(caller)));
    for (const identity of all)
      expect(identity?.roles).toEqual(expect.arrayContaining(['r0', 'r57', 'r100']));
    expect(all[0]?.roles).not.toContain('r101');
  });
});
