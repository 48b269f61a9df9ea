import fc from 'fast-check';
import { normaliseEntity } from '../../model/payload';
import { substitute } from './attributes';
import { compilePattern, PatternSet } from '../patterns/pattern';
import { matchesWildcard } from '../patterns/wildcard';
import { RuleSet } from './rule_set';
import { ROLE, subjectOf, small } from './mocks';

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
