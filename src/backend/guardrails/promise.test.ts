/** What a guardrail may say, and which roles give the access that it is about. */
import type { GuardrailPromise } from '../../contracts/entities/documents';
import { ENGINE_LIMITS, PATTERN_LIMITS } from '../../contracts/limits';
import type { Subject } from '../access/evaluation/attributes';
import type { CompiledRole } from '../access/evaluation/compiled_role';
import { RuleSet } from '../access/evaluation/rule_set';
import { normaliseEntity } from '../model/payload';
import { CompiledPromise, guardrailProblem, hasOwnPatterns } from './promise';

const READ: GuardrailPromise = { rule: 'only', action: 'read', index: 'pay-*' };
const NEVER: GuardrailPromise = { ...READ, rule: 'never', users: ['jane'] };

const names = (count: number) => Array.from({ length: count }, (_, i) => `name${i}`);

function problemOf(fields: Readonly<Record<string, unknown>>, base = READ): string | undefined {
  return guardrailProblem({ ...base, ...fields } as GuardrailPromise);
}

const { guardrailNames, guardrailIndex } = ENGINE_LIMITS;

it.each<[string, Readonly<Record<string, unknown>>, RegExp]>([
  ['a rule that does not exist', { rule: 'sometimes' }, /^\[rule\] is one of only, never, always$/],
  ['an unknown reaction', { on_breach: 'shout' }, /^\[on_breach\] is one of refuse, ask$/],
  [
    'no action',
    { action: '' },
    /^\[action\] is one of read, write, delete, manage, administer, or/,
  ],
  ['an action with *', { action: 'indices:*' }, /^\[action\]/],
  ['an action with ?', { action: 'indices:data/read/ge?' }, /^\[action\]/],
  ['an action with a space', { action: 'read documents' }, /^\[action\]/],
  ['an action that is too long', { action: 'a'.repeat(PATTERN_LIMITS.length + 1) }, /^\[action\]/],
  ['too many users', { users: names(guardrailNames + 1) }, /^at most \d+ names of a kind/],
  ['too many backend roles', { backend_roles: names(guardrailNames + 1) }, /^at most \d+ names/],
  ['too many roles', { roles: names(guardrailNames + 1) }, /^at most \d+ names/],
  ['never without people', { rule: 'never' }, /^\[never\] needs \[users\], \[backend_roles\] or/],
  ['always without people', { rule: 'always', users: [] }, /^\[always\] needs/],
  ['administration of an index', { action: 'administer' }, /does not go with administer/],
  ['a cluster permission on an index', { action: 'cluster:monitor/health' }, /leave it out$/],
  ['no index', { index: undefined }, /^\[index\] is needed for read$/],
  ['a blank index', { index: '  ' }, /^\[index\] is needed for read$/],
  ['a regular expression', { index: '/pay-.*/' }, /^\[index\] is a name or a pattern/],
  ['an index that is too long', { index: 'a'.repeat(guardrailIndex + 1) }, /of at most \d+ char/],
])('refuses %s', (_what, fields, message) => expect(problemOf(fields)).toMatch(message));

it.each<[string, Readonly<Record<string, unknown>>]>([
  ['only without people', {}],
  ['a reaction', { on_breach: 'ask' }],
  ['never with users', { rule: 'never', users: ['jane'] }],
  ['never with backend roles', { rule: 'never', backend_roles: ['hr'] }],
  ['always with roles', { rule: 'always', roles: ['auditor'] }],
  ['as many names as possible', { users: names(guardrailNames), roles: names(guardrailNames) }],
  ['the longest index', { index: 'a'.repeat(guardrailIndex) }],
  ['the longest action', { action: `indices:${'a'.repeat(PATTERN_LIMITS.length - 8)}` }],
  ['administration', { action: 'administer', index: undefined }],
  ['a cluster permission', { action: 'cluster:monitor/health', index: undefined }],
  ['a permission on an index', { action: 'indices:data/read/search' }],
])('accepts %s', (_what, fields) => expect(problemOf(fields)).toBeUndefined());

interface RoleFields {
  readonly actions?: readonly string[];
  readonly patterns?: readonly string[];
  readonly cluster?: readonly string[];
}

function roleWith({ actions = [], patterns = ['*'], cluster = [] }: RoleFields): CompiledRole {
  const rules = new RuleSet('MAPPING_ONLY');
  const after = normaliseEntity('roles', {
    cluster_permissions: cluster,
    index_permissions: [{ index_patterns: patterns, allowed_actions: actions }],
  });
  rules.apply({ type: 'roles', name: 'tested', after });
  return rules.compiledRole('tested') as CompiledRole;
}

function grantOf(promise: GuardrailPromise, role: RoleFields, subject?: Subject) {
  const task = new CompiledPromise('tested', promise, []).findGrant(roleWith(role), subject);
  for (;;) {
    const { done, value } = task.next();
    if (done) return value;
  }
}

describe('each action of a verb gives the access that others must not have', () => {
  const VERBS: readonly (readonly [string, readonly string[]])[] = [
    ['read', ['search', 'get', 'mget[shard]', 'tv'].map((name) => `indices:data/read/${name}`)],
    [
      'write',
      ['index', 'update', 'bulk[s]', 'update/byquery'].map((n) => `indices:data/write/${n}`),
    ],
    ['delete', ['delete', 'delete/byquery'].map((name) => `indices:data/write/${name}`)],
    [
      'manage',
      ['settings/update', 'mapping/put', 'delete', 'aliases'].map(
        (name) => `indices:admin/${name}`
      ),
    ],
  ];
  it.each(VERBS.flatMap(([verb, actions]) => actions.map((action) => [verb, action] as const)))(
    '%s: %s',
    (verb, action) => {
      const role = { actions: [action], patterns: ['pay-1'] };
      expect(grantOf({ ...NEVER, action: verb }, role)).toBe('pay-1');
      const others = VERBS.map(([name]) => name).filter((name) => name !== verb);
      for (const other of others)
        expect(grantOf({ ...NEVER, action: other }, role)).toBeUndefined();
    }
  );

  it.each(VERBS)('but %s is promised by its first action alone', (verb, actions) => {
    const promise: GuardrailPromise = { ...NEVER, rule: 'always', action: verb };
    expect(grantOf(promise, { actions: actions.slice(0, 1) })).toBe('*');
    expect(grantOf(promise, { actions: actions.slice(1) })).toBeUndefined();
  });
});

it.each([
  ['pay-1', 'pay-1', undefined],
  ['pay-*', 'pay-*', 'pay-*'],
  ['*', '*', '*'],
  ['*-1', '*-1', undefined],
  ['hr-*', undefined, undefined],
])('a role for %s gives access to some of pay-*: %s, to all: %s', (pattern, some, all) => {
  const role = { actions: ['indices:data/read/search'], patterns: ['zz', pattern] };
  expect(grantOf(NEVER, role)).toBe(some);
  expect(grantOf({ ...NEVER, rule: 'only' }, role)).toBe(some);
  expect(grantOf({ ...NEVER, rule: 'always' }, role)).toBe(all);
});

it('patterns with attributes count for the user who has them', () => {
  const role = { actions: ['indices:data/read/search'], patterns: ['${user.name}-*'] };
  const jane: Subject = { userName: 'jane', backendRoles: [], roles: [], attributes: new Map() };
  expect(grantOf(NEVER, role, { ...jane, userName: 'pay' })).toBe('${user.name}-*');
  expect(grantOf(NEVER, role, jane)).toBeUndefined();
  expect(grantOf(NEVER, role)).toBeUndefined();
  expect(hasOwnPatterns(roleWith(role))).toBe(true);
  expect(hasOwnPatterns(roleWith({ ...role, patterns: ['pay-*'] }))).toBe(false);
});

it('patterns with date math count with the names of today', () => {
  const role = { actions: ['indices:data/read/search'], patterns: ['<pay-{now/d}>'] };
  expect(grantOf(NEVER, role)).toBe('<pay-{now/d}>');
  expect(grantOf({ ...NEVER, index: 'hr-*' }, role)).toBeUndefined();
});

it.each([
  ['administer', ['restapi:admin/roles'], 'restapi:admin/roles'],
  ['administer', ['restapi:admin/rolesmapping'], 'restapi:admin/rolesmapping'],
  ['administer', ['restapi:admin/actiongroups'], 'restapi:admin/actiongroups'],
  ['administer', ['restapi:admin/internalusers'], 'restapi:admin/internalusers'],
  ['administer', ['restapi:admin/config/update'], 'restapi:admin/config/update'],
  ['administer', ['restapi:admin/*'], 'restapi:admin/roles'],
  ['administer', ['restapi:admin/tenants'], undefined],
  ['administer', ['*'], undefined],
  ['cluster:monitor/health', ['cluster:monitor/*'], 'cluster:monitor/health'],
  ['cluster:monitor/health', ['*'], 'cluster:monitor/health'],
  ['cluster:monitor/health', ['cluster:admin/*'], undefined],
])('%s with the cluster permissions %j: %s', (action, cluster, grant) => {
  const { index: _index, ...promise } = { ...NEVER, action };
  expect(grantOf(promise, { cluster })).toBe(grant);
});

it('matches users by name, backend role or role', () => {
  const compiled = (fields: object) => new CompiledPromise('tested', { ...READ, ...fields }, []);
  const jane = { userName: 'jane', backendRoles: ['hr'] };
  expect(compiled({ users: ['jane'] }).names(jane)).toBe(true);
  expect(compiled({ users: ['hr'] }).names(jane)).toBe(false);
  expect(compiled({ backend_roles: ['ops', 'hr'] }).names(jane)).toBe(true);
  expect(compiled({ backend_roles: ['jane'] }).names(jane)).toBe(false);
  expect(compiled({}).names(jane)).toBe(false);
  expect(compiled({ roles: ['auditor'] }).namesRoleAmong(['x', 'auditor'])).toBe(true);
  expect(compiled({ roles: ['auditor'] }).namesRoleAmong(['x'])).toBe(false);
  expect(compiled({}).namesRoleAmong(['x'])).toBe(false);
});

it('takes the roles of the security API for administration, whatever they contain', () => {
  const compiled = (action: string) =>
    new CompiledPromise('tested', { ...NEVER, action }, ['all_access']);
  expect(compiled('administer').isGivenByName('all_access')).toBe(true);
  expect(compiled('administer').isGivenByName('readall')).toBe(false);
  expect(compiled('read').isGivenByName('all_access')).toBe(false);
});
