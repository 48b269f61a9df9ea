import { PATTERN_LIMITS } from '../../../contracts/limits';
import { API, clientOf, cleanUp, INTERNAL, login, startEngine } from '../../testing/embedded';
import type { RoleMapping } from '../../../contracts/entities';
import { normaliseEntity } from '../../model/payload';
import { MappingIndex } from './mapping_index';

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

describe('mapped roles on first evaluation', () => {
  it('are computed in steps for many backend roles, with the same result', () => {
    const index = indexOf(100);
    expect(index.isManyFor(subject)).toBe(true);
    expect([...index.recall(subject)]).toHaveLength(BACKEND_ROLES.length);
    expect(index.rolesFor(subject)).toEqual(indexOf(100).rolesFor(subject));
    expect(index.rolesFor(subject).size).toBe(100);
  });

  it('are computed at once for few backend roles', () => {
    const one = { ...subject, backendRoles: ['team-1-end'] };
    expect(one.backendRoles.length * 100).toBeLessThan(PATTERN_LIMITS.verdictsAtOnce);
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
