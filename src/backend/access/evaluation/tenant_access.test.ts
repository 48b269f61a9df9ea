/**
 * Tenant permissions of a user: grants, changes, and the shared evaluation of equal pattern lists.
 */
import fc from 'fast-check';
import { ANONYMOUS_USER_NAME } from '../../../contracts/entities';
import { normaliseEntity } from '../../model/payload';
import { SubjectPatterns } from './compiled_role';
import { RuleSet } from './rule_set';
import { findTenantAccess } from './tenant_access';

afterEach(() => jest.restoreAllMocks());

type Grant = readonly [patterns: readonly string[], action: string];

function bookOf(tenants: readonly string[], roles: Readonly<Record<string, readonly Grant[]>>) {
  const book = new RuleSet('MAPPING_ONLY');
  for (const name of tenants)
    book.apply({ type: 'tenants', name, after: normaliseEntity('tenants', {}) });
  for (const [name, grants] of Object.entries(roles)) setRole(book, name, grants);
  return book;
}

const setRole = (book: RuleSet, name: string, grants: readonly Grant[]) =>
  book.apply({
    type: 'roles',
    name,
    after: normaliseEntity('roles', {
      tenant_permissions: grants.map(([tenant_patterns, action]) => ({
        tenant_patterns,
        allowed_actions: [action],
      })),
    }),
  });

const WRITE = 'kibana:saved_objects/*/write';
const READ = 'kibana:saved_objects/*/read';
const subjectOf = (roles: readonly string[], userName = 'jdoe') => ({
  userName,
  backendRoles: [],
  roles,
  attributes: new Map(),
});
const tenantsOf = (book: RuleSet, roles: readonly string[]) =>
  Object.fromEntries(book.tenantsFor(subjectOf(roles)));

it('updates tenants after changes of tenants, roles and action groups', () => {
  const book = bookOf(['a', 'b'], { r: [[['*'], READ]] });
  expect(tenantsOf(book, ['r'])).toEqual({ a: false, b: false, jdoe: true });
  book.apply({ type: 'tenants', name: 'c', after: normaliseEntity('tenants', {}) });
  book.apply({ type: 'tenants', name: 'a' });
  expect(tenantsOf(book, ['r'])).toEqual({ b: false, c: false, jdoe: true });
  setRole(book, 'r', [[['c'], 'writers']]);
  expect(tenantsOf(book, ['r'])).toEqual({ c: false, jdoe: true });
  const group = normaliseEntity('actiongroups', { allowed_actions: [WRITE] });
  book.apply({ type: 'actiongroups', name: 'writers', after: group });
  expect(tenantsOf(book, ['r'])).toEqual({ c: true, jdoe: true });
  expect(tenantsOf(book, [])).toEqual({ jdoe: true });
});

it('grants the anonymous user only named tenants, and no private tenant', () => {
  const grants: readonly Grant[] = [[['sales'], WRITE]];
  const book = bookOf(['sales', 'global_tenant', ANONYMOUS_USER_NAME], {
    kibana_user: [],
    sales_write: grants,
    all_write: [[['*'], WRITE]],
  });
  const accessOf = (...roles: string[]) =>
    Object.fromEntries(book.tenantsFor(subjectOf(roles, ANONYMOUS_USER_NAME)));
  expect(accessOf()).toEqual({});
  expect(accessOf('kibana_user')).toEqual({ global_tenant: false });
  expect(accessOf('sales_write')).toEqual({ sales: true });
  expect(accessOf('all_write')).toEqual({ sales: true, global_tenant: true });
});

it.each([
  ['${attr.internal.t}', 'hr', ['hr'], ['hr']],
  ['${attr.internal.t}', '*', ['hr', 'hx'], []],
  ['${attr.internal.t}', 'h*', ['hr', 'hx'], []],
  ['${attr_internal_t}', 'hx', ['hx'], ['hx']],
  ['h${attr.internal.t}', 'r', ['hr'], []],
  ['h${attr.internal.t}', '*', ['hr', 'hx'], []],
  ['${attr.internal.t}*', 'h', ['hr', 'hx'], []],
  ['${user.name}', '', [], []],
])('treats %s with %j as a pattern, and as a name on 2.19', (pattern, value, as3x, as2x) => {
  for (const [release, expected] of [
    ['3.4.0', as3x],
    ['2.19.3', as2x],
  ] as const) {
    const book = new RuleSet('MAPPING_ONLY', () => release);
    for (const name of ['hr', 'hx'])
      book.apply({ type: 'tenants', name, after: normaliseEntity('tenants', {}) });
    setRole(book, 'r', [[[pattern], READ]]);
    const attributes = new Map([['attr.internal.t', value]]);
    const found = book.tenantsFor({ ...subjectOf(['r']), attributes });
    expect([...found.keys()].filter((name) => name !== 'jdoe').sort()).toEqual(expected);
  }
});

it('evaluates equal pattern lists once for all roles and users', () => {
  const tenants = Array.from({ length: 100 }, (_, i) => `tenant_${i}`);
  const names = Array.from({ length: 40 }, (_, i) => `role_${i}`);
  const grants: readonly Grant[] = [[['tenant_*', 'x?'], READ]];
  const book = bookOf(tenants, Object.fromEntries(names.map((name) => [name, grants])));
  const matches = jest.spyOn(SubjectPatterns.prototype, 'matches');
  expect(Object.keys(tenantsOf(book, names))).toHaveLength(101);
  expect(Object.keys(tenantsOf(book, names.slice(5)))).toHaveLength(101);
  expect(matches).toHaveBeenCalledTimes(tenants.length);
});

it('returns the same access for a single tenant as for all (property)', () => {
  const pattern = fc.constantFrom('a', 'b', 'a*', '*', '?', '${user.name}', 'global_tenant', '');
  const grant = fc.tuple(fc.array(pattern, { maxLength: 2 }), fc.constantFrom(READ, WRITE));
  const roles = fc.dictionary(
    fc.constantFrom('r', 's', 'kibana_user'),
    fc.array(grant, { maxLength: 3 })
  );
  const tenants = fc.subarray(['a', 'b', 'ab', 'jdoe', ANONYMOUS_USER_NAME, 'global_tenant']);
  const users = fc.constantFrom('jdoe', ANONYMOUS_USER_NAME);
  fc.assert(
    fc.property(tenants, roles, users, (configured, rules, user) => {
      const book = bookOf(configured, rules);
      const subject = subjectOf(Object.keys(rules).sort(), user);
      const all = book.tenantsFor(subject);
      const compiled = book.compiledRoles(subject.roles);
      for (const name of ['a', 'b', 'ab', 'jdoe', ANONYMOUS_USER_NAME, 'global_tenant', 'gone']) {
        const access = findTenantAccess(name, subject, compiled, book);
        expect([name, access]).toEqual([name, all.get(name)]);
      }
    })
  );
});
