import fc from 'fast-check';
import type { Role, RoleMapping } from '../../../contracts/entities';
import { normaliseEntity } from '../../model/payload';
import { isClusterAction } from './action_kind';
import { ActionSets, expandActions } from './action_groups';
import { substitute, type Subject } from './attributes';
import { compileRole } from './compiled_role';
import { MappingIndex } from './mapping_index';
import { compilePattern, PatternSet } from '../patterns/pattern';
import { matchesWildcard } from '../patterns/wildcard';
import {
  decideIndexActions,
  isClusterActionAllowed,
  isClusterActionExplicit,
} from './permission_check';
import { RuleBook } from './rule_book';

const ROLE = (source: object): Role => normaliseEntity('roles', source as never) as Role;
const MAPPING = (source: object): RoleMapping =>
  normaliseEntity('rolesmapping', source as never) as RoleMapping;
const subjectOf = (more: Partial<Subject> = {}): Subject => ({
  userName: 'jdoe',
  backendRoles: [],
  roles: [],
  attributes: new Map(),
  ...more,
});

/** The obvious way, as the oracle. */
const naive = (pattern: string, value: string): boolean => {
  const source = [...pattern]
    .map((c) => (c === '*' ? '[^]*' : c === '?' ? '[^]' : c.replace(/[\\^$.|+()[\]{}/-]/g, '\\$&')))
    .join('');
  return new RegExp(`^${source}$`).test(value);
};
const small = (letters: string) => fc.string({ unit: fc.constantFrom(...letters), maxLength: 12 });

describe('patterns', () => {
  it.each([
    ['', 'a', false],
    ['  ', '  ', false],
    ['*', '', true],
    ['*', 'x', true],
    ['a', 'a', true],
    ['a', 'A', false],
    ['a*', 'abc', true],
    ['*c', 'abc', true],
    ['a?c', 'abc', true],
    ['a?c', 'ac', false],
    ['/a.c/', 'abc', true],
    ['/a.c/', 'xabc', false],
    ['/a|b/', 'b', true],
    ['/(/', '(', false],
    ['/', '/', true],
    ['//', '', true],
  ])('%j on %j is %s', (pattern, value, expected) =>
    expect(compilePattern(pattern)(value)).toBe(expected)
  );

  it('agrees with naive matching (property)', () => {
    fc.assert(
      fc.property(small('ab*?.'), small('ab.'), (pattern, value) => {
        expect(matchesWildcard(pattern, value)).toBe(naive(pattern, value));
      }),
      { numRuns: 2_000 }
    );
  });

  it('a set matches what one of its patterns matches (property)', () => {
    fc.assert(
      fc.property(fc.array(small('ab*?')), small('ab'), (patterns, value) => {
        expect(new PatternSet(patterns).matches(value)).toBe(
          patterns.some((pattern) => compilePattern(pattern)(value))
        );
      }),
      { numRuns: 1_000 }
    );
  });

  it('takes no exponential time', () => {
    expect(matchesWildcard(`${'*a'.repeat(50)}b`, 'a'.repeat(2_000))).toBe(false);
  });
});

describe('action groups', () => {
  const groups = new Map([
    ['crud', ['read', 'write']],
    ['read', ['r*']],
    ['write', ['w*', 'crud']],
    ['self', ['self']],
  ]);
  it('expands transitively, tolerates cycles and unknown names', () => {
    expect(new Set(expandActions(['crud', 'nope'], (name) => groups.get(name)))).toEqual(
      new Set(['crud', 'nope', 'read', 'write', 'r*', 'w*'])
    );
    expect(expandActions(['self'], (name) => groups.get(name))).toEqual(['self']);
  });
  it('is a fixpoint (property)', () => {
    const names = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    fc.assert(
      fc.property(fc.dictionary(names, fc.array(names)), fc.array(names), (graph, start) => {
        const members = (name: string) => (Object.hasOwn(graph, name) ? graph[name] : undefined);
        const once = expandActions(start, members);
        expect(new Set(expandActions(once, members))).toEqual(new Set(once));
      })
    );
  });
  it('grants what its expansion grants (property)', () => {
    const texts = fc.constantFrom('a', 'b', 'c', 'd', 'a*', '*', '/[bc]/', 'x:*', '');
    const graphs = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.array(texts));
    const lists = fc.array(fc.array(texts, { maxLength: 2 }), { maxLength: 4 });
    fc.assert(
      fc.property(graphs, lists, (graph, listed) => {
        const members = (name: string) => (Object.hasOwn(graph, name) ? graph[name] : undefined);
        const sets = new ActionSets(members);
        const asked = ['a', 'b', 'c', 'x:y', 'z'];
        for (const list of listed) {
          const [set, expanded] = [sets.of(list), expandActions(list, members)];
          const patterns = new PatternSet(expanded);
          for (const action of asked) {
            expect(set.matches(action)).toBe(patterns.matches(action));
            expect(set.matchesExplicitly(action)).toBe(patterns.matchesExplicitly(action));
            expect(set.lists(action)).toBe(expanded.includes(action));
          }
        }
      })
    );
  });
  it('reads a wide group and a deep chain once, however many lists lead to them', () => {
    const reads = new Map<string, number>();
    const wide = Array.from({ length: 1_000 }, (_, i) => `wide:${i}`);
    const sets = new ActionSets((name) => {
      const link = /^link_(\d+)$/.exec(name);
      if (!link && name !== 'wide') return undefined;
      const count = (reads.get(name) ?? 0) + 1;
      reads.set(name, count);
      if (!link) return wide;
      return link[1] === '500' ? ['end:*', 'wide'] : [`link_${Number(link[1]) + 1}`];
    });
    for (let i = 0; i <= 500; i++) {
      const set = sets.of([`link_${i}`, `own_${i}`]);
      expect([set.matches('end:1'), set.matches('wide:999'), set.matches('no')]).toEqual([
        true,
        true,
        false,
      ]);
    }
    expect(reads.size).toBe(502);
    expect(Math.max(...reads.values())).toBe(1);
  });
});

describe('role mapping', () => {
  it('matches users, backend roles, all of several, hosts', () => {
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
  ])('of %s among backend roles, for users without any: %s', (entry, isMapped) => {
    const index = new MappingIndex();
    index.set('any', MAPPING({ backend_roles: [entry] }));
    index.set('all', MAPPING({ and_backend_roles: [entry] }));
    index.set('more', MAPPING({ and_backend_roles: [entry, 'devs'] }));
    const found = index.rolesFor({ userName: 'jdoe', backendRoles: [] });
    expect([...found]).toEqual(isMapped ? ['any', 'all'] : []);
  });

  it('agrees with trying every mapping, through changes (property)', () => {
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
          // A bare star holds for users without any backend role as well.
          const isHeld = (p: string) => p === '*' || backendRoles.some(compilePattern(p));
          const fits = (m: RoleMapping) =>
            m.users.some((p) => compilePattern(p)(userName)) ||
            m.backend_roles.some(isHeld) ||
            (m.and_backend_roles.length > 0 && m.and_backend_roles.every(isHeld));
          const expected = [...plain].filter(([, m]) => fits(m)).map(([role]) => role);
          expect(new Set(index.rolesFor({ userName, backendRoles }))).toEqual(new Set(expected));
        }
      )
    );
  });
});

describe('tenants', () => {
  const bookOf = (roles: Record<string, object>): RuleBook => {
    const book = new RuleBook('MAPPING_ONLY');
    for (const name of ['global_tenant', 'hr', 'sales', 'jdoe_lab']) {
      book.apply({ type: 'tenants', name, after: normaliseEntity('tenants', {}) });
    }
    book.apply({
      type: 'actiongroups',
      name: 'kibana_all_write',
      after: normaliseEntity('actiongroups', { allowed_actions: ['kibana:saved_objects/*/write'] }),
    });
    for (const [name, role] of Object.entries(roles))
      book.apply({ type: 'roles', name, after: ROLE(role) });
    return book;
  };
  const access = (book: RuleBook, roles: string[]) =>
    Object.fromEntries(book.tenantsFor(subjectOf({ roles })));
  const grant = (pattern: string, ...actions: string[]) => ({
    tenant_permissions: [{ tenant_patterns: [pattern], allowed_actions: actions }],
  });

  it('any action but the write one reads; roles add up; the own name is always writable', () => {
    const book = bookOf({
      w: grant('hr', 'kibana_all_write'),
      r: grant('*', 'anything'),
      e: grant('sales'),
    });
    expect(access(book, ['w'])).toEqual({ hr: true, jdoe: true });
    expect(access(book, ['e'])).toEqual({ sales: false, jdoe: true });
    expect(access(book, ['r', 'w'])).toEqual({
      global_tenant: false,
      hr: true,
      sales: false,
      jdoe_lab: false,
      jdoe: true,
    });
  });
  it('kibana_user writes globally unless a role names the global tenant', () => {
    const book = bookOf({ kibana_user: {}, r: grant('global_tenant', 'kibana_all_read') });
    expect(access(book, ['kibana_user'])).toEqual({ global_tenant: true, jdoe: true });
    expect(access(book, ['kibana_user', 'r'])).toEqual({ global_tenant: false, jdoe: true });
  });
  it('substitutes attributes in patterns', () => {
    expect(access(bookOf({ l: grant('${user.name}_lab', 'kibana_all_write') }), ['l'])).toEqual({
      jdoe_lab: true,
      jdoe: true,
    });
  });
  it('follows changes of action groups and tenants', () => {
    const book = bookOf({ g: grant('*', 'own_group') });
    expect(access(book, ['g'])['hr']).toBe(false);
    book.apply({
      type: 'actiongroups',
      name: 'own_group',
      after: normaliseEntity('actiongroups', { allowed_actions: ['kibana_all_write'] }),
    });
    book.apply({ type: 'tenants', name: 'new', after: normaliseEntity('tenants', {}) });
    expect(access(book, ['g'])).toMatchObject({ hr: true, new: true });
  });
});

describe('attributes', () => {
  const subject = subjectOf({
    backendRoles: ['a', 'b'],
    roles: ['r'],
    attributes: new Map([
      ['attr.internal.dept', 'hr'],
      ['attr.internal.loop', '${attr.internal.loop}x'],
    ]),
  });
  it.each([
    ['${user.name}-${user_name}', 'jdoe-jdoe'],
    ['${user.roles}', '"a","b"'],
    ['${user.securityRoles}', '"r"'],
    ['${attr.internal.dept}', 'hr'],
    ['${attr_internal_dept}', 'hr'],
    ['${attr.internal.none}', '${attr.internal.none}'],
    ['$&', '$&'],
  ])('%s becomes %s', (text, expected) => expect(substitute(text, subject)).toBe(expected));
  it('ends on a value that names itself', () =>
    expect(substitute('${attr.internal.loop}', subject).length).toBeLessThan(1_000));
});

describe('permissions', () => {
  const compiled = (source: object) =>
    compileRole('r', ROLE(source), new ActionSets(() => undefined));
  it.each([
    ['cluster:monitor/main', true],
    ['indices:data/read/search', false],
    ['indices:data/write/bulk', true],
    ['indices:data/write/bulk[s]', false],
    ['indices:data/read/msearch/template', true],
    ['restapi:admin/roles', true],
  ])('%s is a cluster action: %s', (action, expected) =>
    expect(isClusterAction(action)).toBe(expected)
  );

  it('a bare star does not count as explicit', () => {
    expect(
      isClusterActionAllowed([compiled({ cluster_permissions: ['*'] })], 'restapi:admin/roles')
    ).toBe(true);
    expect(
      isClusterActionExplicit([compiled({ cluster_permissions: ['*'] })], 'restapi:admin/roles')
    ).toBe(false);
    expect(
      isClusterActionExplicit(
        [compiled({ cluster_permissions: ['restapi:admin/*'] })],
        'restapi:admin/roles'
      )
    ).toBe(true);
  });

  const grant = (index: string, action: string) => ({
    index_permissions: [{ index_patterns: [index], allowed_actions: [action] }],
  });
  it('adds cells of entries and roles up', () => {
    const roles = [
      compiled(grant('a', 'indices:data/read/search')),
      compiled(grant('b*', 'indices:data/read/*')),
    ];
    const decide = (...names: string[]) =>
      decideIndexActions(
        roles,
        subjectOf(),
        ['indices:data/read/search'],
        names.map((name) => ({ name }))
      );
    expect(decide('a', 'b1').outcome).toBe('allowed');
    expect(decide('a', 'c')).toEqual({
      outcome: 'partial',
      allowedIndices: ['a'],
      missingActions: ['indices:data/read/search'],
    });
    expect(decide('c').outcome).toBe('denied');
  });
  it('matches through aliases and attributes', () => {
    const roles = [compiled(grant('${user.name}-*', '*'))];
    expect(
      decideIndexActions(
        roles,
        subjectOf(),
        ['indices:x'],
        [{ name: 'i', otherNames: ['jdoe-logs'] }]
      ).outcome
    ).toBe('allowed');
  });

  const role = fc.record({
    index_permissions: fc.array(
      fc.record({
        index_patterns: fc.array(small('ab*'), { maxLength: 2 }),
        allowed_actions: fc.array(small('xy*'), { maxLength: 2 }),
      }),
      { maxLength: 3 }
    ),
  });
  const question = fc.tuple(
    fc.array(small('xy'), { minLength: 1, maxLength: 2 }),
    fc.array(
      small('ab').map((name) => ({ name })),
      { minLength: 1, maxLength: 3 }
    )
  );
  it('does not depend on the order of roles, and a further role never removes anything (property)', () => {
    fc.assert(
      fc.property(
        fc.array(role, { maxLength: 4 }),
        role,
        question,
        (sources, further, [actions, targets]) => {
          const roles = sources.map(compiled);
          const decision = decideIndexActions(roles, subjectOf(), actions, targets);
          expect(decideIndexActions([...roles].reverse(), subjectOf(), actions, targets)).toEqual(
            decision
          );
          const more = decideIndexActions(
            [...roles, compiled(further)],
            subjectOf(),
            actions,
            targets
          );
          expect(more.allowedIndices).toEqual(expect.arrayContaining([...decision.allowedIndices]));
        }
      )
    );
  });
});
