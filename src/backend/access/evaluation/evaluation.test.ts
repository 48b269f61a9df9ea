import fc from 'fast-check';
import { normaliseEntity } from '../../model/payload';
import { substitute } from './attributes';
import { compilePattern, PatternSet } from '../patterns/pattern';
import { matchesWildcard } from '../patterns/wildcard';
import { mergeSettings } from './restrictions';
import { RuleSet } from './rule_set';
import { ROLE, subjectOf, small, bookOf, index, role, SEARCH } from './mocks';
import type { InternalUser } from '../../../contracts/entities';
import type { SourceUser } from '../user_source';
import { AccessService } from './access_service';

/** The naive algorithm, as the oracle. */
const naive = (pattern: string, value: string): boolean => {
  const source = [...pattern]
    .map((c) => (c === '*' ? '[^]*' : c === '?' ? '[^]' : c.replace(/[\\^$.|+()[\]{}/-]/g, '\\$&')))
    .join('');
  return new RegExp(`^${source}$`).test(value);
};

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

  it('agree with naive matching (property)', () => {
    fc.assert(
      fc.property(small('ab*?.'), small('ab.'), (pattern, value) => {
        expect(matchesWildcard(pattern, value)).toBe(naive(pattern, value));
      }),
      { numRuns: 2_000 }
    );
  });

  it('match as a set what any of them matches (property)', () => {
    fc.assert(
      fc.property(fc.array(small('ab*?')), small('ab'), (patterns, value) => {
        expect(new PatternSet(patterns).matches(value)).toBe(
          patterns.some((pattern) => compilePattern(pattern)(value))
        );
      }),
      { numRuns: 1_000 }
    );
  });

  it('do not take exponential time', () => {
    expect(matchesWildcard(`${'*a'.repeat(50)}b`, 'a'.repeat(2_000))).toBe(false);
  });
});

describe('tenants', () => {
  const bookOf = (roles: Record<string, object>): RuleSet => {
    const book = new RuleSet('MAPPING_ONLY');
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
  const access = (book: RuleSet, roles: string[]) =>
    Object.fromEntries(book.tenantsFor(subjectOf({ roles })));
  const grant = (pattern: string, ...actions: string[]) => ({
    tenant_permissions: [{ tenant_patterns: [pattern], allowed_actions: actions }],
  });

  it('are readable with any action, add up over roles, and include a writable private tenant', () => {
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
  it('let kibana_user write to the global tenant unless a role names it', () => {
    const book = bookOf({ kibana_user: {}, r: grant('global_tenant', 'kibana_all_read') });
    expect(access(book, ['kibana_user'])).toEqual({ global_tenant: true, jdoe: true });
    expect(access(book, ['kibana_user', 'r'])).toEqual({ global_tenant: false, jdoe: true });
  });
  it('support attributes in patterns', () => {
    expect(access(bookOf({ l: grant('${user.name}_lab', 'kibana_all_write') }), ['l'])).toEqual({
      jdoe_lab: true,
      jdoe: true,
    });
  });
  it('follow changes of action groups and tenants', () => {
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
  it('end the substitution of a value that refers to itself', () =>
    expect(substitute('${attr.internal.loop}', subject).length).toBeLessThan(1_000));
});

const user = (name: string, roles: readonly string[]): SourceUser => ({
  name,
  user: normaliseEntity('internalusers', {
    opendistro_security_roles: [...roles],
  } as never) as InternalUser,
  attributes: new Map(),
});

function started() {
  const rules = bookOf({
    roles: { r: role(index(['a*'], [SEARCH])), timed: role(index(['<t-{now/d}>'], [SEARCH])) },
  });
  const users = new Map([
    ['jdoe', user('jdoe', ['r'])],
    ['tim', user('tim', ['r', 'timed'])],
  ]);
  // Every evaluation reads the clock once, so clock reads count evaluations.
  const now = jest.fn(() => Date.UTC(2024, 0, 1));
  const service = new AccessService({
    users: { find: (name) => users.get(name) },
    rules,
    merge: mergeSettings(false, () => '3.4'),
    now,
  });
  const outcome = (indices: readonly string[], name = 'jdoe', action = SEARCH) =>
    service.decideForUser(name, { action, indices })?.outcome;
  return { rules, users, now, service, outcome };
}

it('caches decisions by action and index', () => {
  const { outcome, now } = started();
  for (let round = 0; round < 3; round++)
    expect([
      outcome(['a1']),
      outcome(['b1']),
      outcome(['a1'], 'jdoe', 'indices:data/read/get'),
    ]).toEqual(['allowed', 'denied', 'denied']);
  expect(now).toHaveBeenCalledTimes(3);
});

it('does not cache decisions on wildcards, several indices or date math', () => {
  const { outcome, now } = started();
  for (let round = 0; round < 2; round++) {
    expect(outcome(['a*'])).toBe('allowed');
    expect(outcome(['a1', 'b1'])).toBe('partial');
    expect(outcome(['t-2024.01.01'], 'tim')).toBe('allowed');
  }
  expect(now).toHaveBeenCalledTimes(6);
  now.mockReturnValue(Date.UTC(2024, 0, 2));
  expect(outcome(['t-2024.01.01'], 'tim')).toBe('denied');
});

it('applies changes of the rules and of the user to the next decision', () => {
  const { rules, users, service, outcome, now } = started();
  expect(outcome(['a1'])).toBe('allowed');
  rules.apply({ type: 'roles', name: 'r', after: normaliseEntity('roles', {} as never) });
  expect(outcome(['a1'])).toBe('denied');
  users.set('jdoe', user('jdoe', []));
  expect(service.decideForUser('jdoe', { action: SEARCH, indices: ['a1'] })?.reason).toBe(
    'no_roles'
  );
  users.delete('jdoe');
  expect(outcome(['a1'])).toBeUndefined();
  const before = now.mock.calls.length;
  service.configure({});
  users.set('jdoe', user('jdoe', ['r']));
  expect(outcome(['a1'])).toBe('denied');
  expect(now).toHaveBeenCalledTimes(before + 1);
});

it('keeps the version of the rules when users change', () => {
  const { rules } = started();
  const { version } = rules;
  rules.apply({ type: 'internalusers', name: 'x', after: user('x', []).user });
  expect([rules.version, rules.role('x'), rules.hasTenant('x')]).toEqual([
    version,
    undefined,
    false,
  ]);
});
