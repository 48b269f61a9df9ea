import fc from 'fast-check';
import { normaliseEntity } from '../../model/payload';
import type { ActionGroup, Role } from '../../../contracts/entities';
import { DECISION_SETTINGS as SETTINGS, whoUnder } from '../../testing/decisions';
import {
  decideAccess,
  restrictionsFor,
  type AccessRequest,
  type DecisionSettings,
} from './access_decision';
import type { SimulatedSubject } from './access_service';
import { tenantIndexName } from './dashboards_index';
import { resolveDateMath } from './date_math';
import { resolveTargets } from './index_targets';
import { coversExpression } from '../patterns/pattern';
import { matchesWildcard } from '../patterns/wildcard';
import { requiredActions } from './required_actions';
import { questionSubject } from '../explanation/context';
import { finish } from '../../work/steps';
import { RuleBook } from './rule_book';

const NOW = Date.UTC(2024, 2, 31, 23, 30);
const SEARCH = 'indices:data/read/search';
type Source = Record<string, unknown>;
interface Rules {
  readonly roles: Record<string, Source>;
  readonly groups?: Record<string, string[]>;
  readonly tenants?: readonly string[];
}

function bookOf({ roles, groups = {}, tenants = [] }: Rules): RuleBook {
  const book = new RuleBook('MAPPING_ONLY');
  const apply = (type: 'roles' | 'actiongroups' | 'tenants', name: string, source: Source) =>
    book.apply({ type, name, after: normaliseEntity(type, source) });
  for (const [name, role] of Object.entries(roles)) apply('roles', name, role);
  for (const [name, list] of Object.entries(groups))
    apply('actiongroups', name, { allowed_actions: list });
  for (const name of tenants) apply('tenants', name, {});
  return book;
}

const decide = (
  rules: Rules,
  request: Partial<AccessRequest>,
  subject: Partial<SimulatedSubject> = {},
  settings: Partial<DecisionSettings> = {}
) => {
  const book = bookOf(rules);
  const securityRoles = Object.keys(rules.roles);
  const who = whoUnder(book, { name: 'jdoe', securityRoles, ...subject });
  const all = { ...SETTINGS, ...settings };
  const question = { action: SEARCH, ...request };
  const decided = (by: typeof who | typeof explained) =>
    decideAccess(by, question, all, (name) => book.hasTenant(name), NOW).decision;
  // As an explanation sees him, with what it remembers.
  const explained = finish(questionSubject(book, who.subject));
  const decision = decided(who);
  expect(decided(explained)).toEqual(decision);
  return decision;
};
const index = (patterns: string[], actions: string[], more: Source = {}) => ({
  index_patterns: patterns,
  allowed_actions: actions,
  ...more,
});
const role = (...entries: Source[]) => ({ index_permissions: entries });

describe('index decisions', () => {
  it('says which indices of several are permitted', () => {
    const rules = {
      roles: { r: role(index(['logs-*'], ['read'])) },
      groups: { read: ['indices:data/read*'] },
    };
    expect(decide(rules, { indices: ['logs-1', 'logs-2'] })).toMatchObject({
      outcome: 'allowed',
      effect: 'execute',
    });
    expect(decide(rules, { indices: ['logs-1', 'hr'] })).toEqual({
      outcome: 'partial',
      effect: 'refuse',
      reason: 'missing_index_permission',
      missingActions: [SEARCH],
      allowedIndices: ['logs-1'],
      deniedIndices: ['hr'],
    });
    expect(decide(rules, { indices: ['hr'] })).toMatchObject({
      outcome: 'denied',
      reason: 'missing_index_permission',
    });
  });
  it('reduces or empties a request only for the actions that may be', () => {
    const rules = { roles: { r: role(index(['logs-*'], ['*'])) } };
    const lenient = { doNotFailOnForbidden: true };
    expect(decide(rules, { indices: ['logs-1', 'hr'] }, {}, lenient)).toMatchObject({
      outcome: 'partial',
      effect: 'reduce',
      reason: 'reduced',
    });
    const write = { action: 'indices:data/write/index', indices: ['logs-1', 'hr'] };
    expect(decide(rules, write, {}, lenient)).toMatchObject({ effect: 'refuse' });
    expect(decide(rules, { indices: ['hr'] }, {}, lenient)).toMatchObject({ effect: 'refuse' });
    expect(
      decide(rules, { indices: ['hr'] }, {}, { ...lenient, doNotFailOnForbiddenEmpty: true })
    ).toMatchObject({ outcome: 'denied', effect: 'empty', reason: 'emptied' });
  });
  it('takes a request without an index for all indices', () => {
    expect(decide({ roles: { r: role(index(['logs-*'], ['*'])) } }, {}).outcome).toBe('denied');
    expect(decide({ roles: { r: role(index(['*'], ['*'])) } }, {}).outcome).toBe('allowed');
  });
  it('fills attributes in, and matches nothing with unknown ones', () => {
    const rules = { roles: { r: role(index(['${attr.internal.dept}-*'], ['*'])) } };
    const attributes = { 'attr.internal.dept': 'hr' };
    expect(decide(rules, { indices: ['hr-1'] }, { attributes }).outcome).toBe('allowed');
    expect(decide(rules, { indices: ['hr-1'] }).outcome).toBe('denied');
  });
  it('reads date math in patterns and requests', () => {
    const rules = { roles: { r: role(index(['<logs-{now/d}>'], ['*'])) } };
    expect(decide(rules, { indices: ['logs-2024.03.31'] }).outcome).toBe('allowed');
    expect(decide(rules, { indices: ['<logs-{now/d}>'] }).outcome).toBe('allowed');
    expect(decide(rules, { indices: ['logs-2024.03.30'] }).outcome).toBe('denied');
  });
  it('knows aliases and data streams both ways', () => {
    const knownIndices = [
      { name: 'a1', aliases: ['al'] },
      { name: 'a2', aliases: ['al'] },
      { name: '.ds-1', dataStream: 'ds' },
    ];
    const of = (pattern: string, name: string) =>
      decide({ roles: { r: role(index([pattern], ['*'])) } }, { indices: [name], knownIndices })
        .outcome;
    expect(of('al', 'a1')).toBe('allowed');
    expect(of('ds', '.ds-1')).toBe('allowed');
    expect(of('a?', 'al')).toBe('allowed');
    expect(of('a1', 'al')).toBe('partial');
    expect(of('ds', 'ds')).toBe('allowed');
    expect(of('.ds-*', 'ds')).toBe('denied');
  });
  it('needs nothing for a wildcard that matches nothing known', () => {
    const knownIndices = [{ name: 'a' }];
    const none = { roles: { r: {} } };
    expect(decide(none, { indices: ['b*'], knownIndices }).outcome).toBe('allowed');
    expect(decide(none, { indices: ['a*'], knownIndices }).outcome).toBe('denied');
    expect(decide(none, { indices: ['b'], knownIndices }).outcome).toBe('denied');
    expect(decide(none, { indices: ['b*'] }).outcome).toBe('denied');
  });
  it('needs the right to make an index that is not there yet', () => {
    const knownIndices = [{ name: 'a' }];
    const write = { action: 'indices:data/write/index', knownIndices };
    const bulk = { cluster_permissions: ['indices:data/write/bulk'] };
    const rules = { roles: { r: { ...bulk, ...role(index(['*'], ['indices:data/*'])) } } };
    expect(decide(rules, { ...write, indices: ['a'] }).outcome).toBe('allowed');
    expect(decide(rules, { ...write, indices: ['b'] }).missingActions).toEqual([
      'indices:admin/create',
      'indices:admin/mapping/put',
    ]);
    const makes = { r: { ...bulk, ...role(index(['*'], ['indices:data/*', 'create_index'])) } };
    const groups = { create_index: ['indices:admin/create', 'indices:admin/mapping/put'] };
    expect(decide({ roles: makes, groups }, { ...write, indices: ['b'] }).outcome).toBe('allowed');
  });
  it('cuts an alias to its permitted members', () => {
    const aliases = ['al'];
    const known = {
      knownIndices: [
        { name: 'a1', aliases },
        { name: 'a2', aliases },
      ],
    };
    const rules = { roles: { r: role(index(['a1'], ['*'])) } };
    expect(
      decide(rules, { ...known, indices: ['al'] }, {}, { doNotFailOnForbidden: true })
    ).toMatchObject({ effect: 'reduce', allowedIndices: ['a1'], deniedIndices: ['a2'] });
  });
  it('empties no request for one document', () => {
    const settings = { doNotFailOnForbidden: true, doNotFailOnForbiddenEmpty: true };
    const effectOf = (action: string) =>
      decide({ roles: { r: {} } }, { action, indices: ['a'] }, {}, settings).effect;
    expect(effectOf(SEARCH)).toBe('empty');
    expect(effectOf('indices:data/read/get')).toBe('refuse');
  });
  it('leaves remote names to the remote cluster', () => {
    expect(decide({ roles: { r: {} } }, { indices: ['other:logs'] }).outcome).toBe('allowed');
  });
  it('asks for an explicit grant of system indices and REST administration', () => {
    const star = { roles: { r: { cluster_permissions: ['*'], ...role(index(['*'], ['*'])) } } };
    expect(decide(star, { action: 'system:admin/system_index', indices: ['.x'] }).outcome).toBe(
      'denied'
    );
    expect(decide(star, { action: 'restapi:admin/roles' }).outcome).toBe('denied');
    expect(
      decide(
        { roles: { r: role(index(['.x'], ['system:admin/system_index'])) } },
        { action: 'system:admin/system_index', indices: ['.x'] }
      ).outcome
    ).toBe('allowed');
  });
  it('tells a user without roles from one without permission', () => {
    expect(decide({ roles: {} }, { indices: ['a'] }).reason).toBe('no_roles');
    expect(decide({ roles: {} }, { action: 'cluster:monitor/main' })).toMatchObject({
      reason: 'no_roles',
      missingActions: ['cluster:monitor/main'],
    });
  });
});

describe('requests of several steps', () => {
  it.each([
    [
      'indices:data/write/bulk',
      ['bulk_delete', 'bulk_index'],
      {
        cluster: ['indices:data/write/bulk'],
        index: [
          'indices:data/write/bulk[s]',
          'indices:data/write/delete',
          'indices:data/write/index',
        ],
      },
    ],
    ['indices:data/read/msearch', [], { cluster: ['indices:data/read/msearch'], index: [SEARCH] }],
    [
      'indices:data/read/mget',
      [],
      { cluster: ['indices:data/read/mget'], index: ['indices:data/read/mget[shard]'] },
    ],
    [
      'indices:admin/auto_create',
      ['aliases'],
      { cluster: [], index: ['indices:admin/create', 'indices:admin/aliases'] },
    ],
    [
      'indices:admin/aliases',
      ['remove_index'],
      { cluster: [], index: ['indices:admin/aliases', 'indices:admin/delete'] },
    ],
    [
      'indices:admin/shards/search_shards',
      [],
      { cluster: [], index: ['indices:admin/shards/search_shards', SEARCH] },
    ],
    [
      'cluster:admin/snapshot/restore',
      [],
      {
        cluster: ['cluster:admin/snapshot/restore'],
        index: ['indices:admin/create', 'indices:data/write/index'],
      },
    ],
    [
      'indices:data/write/delete',
      [],
      {
        cluster: ['indices:data/write/bulk'],
        index: ['indices:data/write/delete', 'indices:data/write/bulk[s]'],
      },
    ],
    [
      'indices:admin/refresh',
      [],
      { cluster: [], index: ['indices:admin/refresh', 'indices:admin/refresh[s]'] },
    ],
    ['cluster:monitor/main', [], { cluster: ['cluster:monitor/main'], index: [] }],
  ] as const)('%s with %j', (action, parts, expected) =>
    expect(requiredActions(action, parts)).toEqual(expected)
  );

  it('a bulk needs both kinds of permission', () => {
    const bulk = { action: 'indices:data/write/bulk', indices: ['a'] };
    const entry = index(['a'], ['indices:data/write/bulk*', 'indices:data/write/index']);
    expect(decide({ roles: { r: role(entry) } }, bulk)).toMatchObject({
      outcome: 'denied',
      reason: 'missing_cluster_permission',
    });
    expect(
      decide({ roles: { r: { cluster_permissions: ['indices:data/write/bulk'] } } }, bulk)
    ).toMatchObject({ reason: 'missing_index_permission' });
    expect(
      decide(
        { roles: { r: { cluster_permissions: ['indices:data/write/bulk'], ...role(entry) } } },
        bulk
      ).outcome
    ).toBe('allowed');
  });
});

describe('restrictions', () => {
  const of = (
    entries: Source[],
    emptyOverridesAll = false,
    attributes: Record<string, string> = {}
  ) => {
    const book = bookOf({
      roles: Object.fromEntries(
        entries.map((entry, i) => [`r${i}`, role(index(['a*'], [], entry))])
      ),
    });
    const who = whoUnder(book, {
      name: 'jdoe',
      securityRoles: entries.map((_, i) => `r${i}`),
      attributes,
    });
    return restrictionsFor(
      who,
      { name: 'a1' },
      { ...SETTINGS, dfmEmptyOverridesAll: emptyOverridesAll },
      NOW
    );
  };
  const q = (value: string) => `{"term":{"x":"${value}"}}`;

  it('shows nothing where no entry matches', () => {
    expect(of([])).toMatchObject({
      documents: { mode: 'none' },
      fields: { mode: 'none' },
      masking: { mode: 'all' },
    });
  });
  it('joins queries, and keeps restrictions beside unrestricted entries unless told otherwise', () => {
    expect(of([{ dls: q('b') }, { dls: q('a') }]).documents).toEqual({
      mode: 'some',
      queries: [q('a'), q('b')],
    });
    expect(of([{ dls: q('b') }, {}]).documents).toEqual({ mode: 'some', queries: [q('b')] });
    expect(of([{ dls: q('b') }, {}], true).documents).toEqual({ mode: 'all', queries: [] });
    expect(of([{ dls: q('b') }, { dls: q('a') }], true).documents.mode).toBe('some');
    expect(of([{}, {}]).documents.mode).toBe('all');
  });
  it('lets excludes count alone, adds includes up, and takes * for unrestricted', () => {
    expect(of([{ fls: ['a', 'b'] }, { fls: ['c'] }]).fields).toEqual({
      mode: 'include',
      fields: ['a', 'b', 'c'],
    });
    expect(of([{ fls: ['a'] }, { fls: ['~b', '!c'] }]).fields).toEqual({
      mode: 'exclude',
      fields: ['b', 'c'],
    });
    expect(of([{ fls: ['*'] }]).fields.mode).toBe('all');
    expect(of([{ fls: ['*', '~b'] }]).fields).toEqual({ mode: 'exclude', fields: ['b'] });
    expect(of([{ fls: ['a'] }, {}]).fields.mode).toBe('include');
    expect(of([{ fls: ['a'] }, {}], true).fields.mode).toBe('all');
    expect(of([{ fls: ['*'] }, { fls: ['a'] }]).fields.mode).toBe('all');
    expect(of([{ fls: ['*'] }, { fls: ['~a'] }]).fields).toEqual({
      mode: 'exclude',
      fields: ['a'],
    });
  });
  it('collects masks in the order in which they are tried', () => {
    expect(
      of([{ masked_fields: ['b::MD5', 'a*'] }, { masked_fields: ['a*', 'a'] }]).masking
    ).toEqual({ mode: 'some', fields: ['b::MD5', 'a*', 'a'] });
    expect(of([{ masked_fields: ['b'] }, {}], true).masking.mode).toBe('none');
  });
  it('fails closed on attributes the user lacks and on text that is no query', () => {
    const dls = q('${attr.internal.dept}');
    expect(of([{ dls }], false, { 'attr.internal.dept': 'hr' }).documents).toEqual({
      mode: 'some',
      queries: [q('hr')],
    });
    expect(of([{ dls }, {}]).documents).toMatchObject({
      mode: 'error',
      problem: { code: 'unresolved_placeholder', query: dls },
    });
    expect(of([{ dls: '{oops' }]).documents).toMatchObject({
      mode: 'error',
      problem: { code: 'invalid_query' },
    });
    const rules = { roles: { r: role(index(['a'], ['*'], { dls })) } };
    expect(decide(rules, { indices: ['a'] })).toMatchObject({
      outcome: 'denied',
      effect: 'refuse',
      reason: 'restriction_error',
    });
  });
  it('refuses updates of what is seen in part', () => {
    const entry = role(index(['a'], ['*'], { fls: ['~x'] }));
    const rules = { roles: { r: { ...entry, cluster_permissions: ['indices:data/write/bulk'] } } };
    expect(decide(rules, { action: 'indices:data/write/update', indices: ['a'] }).reason).toBe(
      'refused_under_restrictions'
    );
    expect(decide(rules, { action: 'indices:data/write/index', indices: ['a'] }).outcome).toBe(
      'allowed'
    );
  });
});

describe('tenants', () => {
  const grant = (tenant: string, ...actions: string[]) => ({
    tenant_permissions: [{ tenant_patterns: [tenant], allowed_actions: actions }],
  });
  const WRITE = 'kibana:saved_objects/*/write';
  const rules = {
    roles: { w: grant('hr', WRITE), r: grant('sales') },
    tenants: ['hr', 'sales', 'secret', 'global_tenant'],
  };
  const write = 'indices:admin/mapping/put';
  it.each([
    ['hr', write, undefined],
    ['sales', SEARCH, undefined],
    ['sales', write, 'tenant_read_only'],
    ['secret', SEARCH, 'tenant_not_granted'],
    ['nowhere', SEARCH, 'tenant_missing'],
    ['__user__', write, undefined],
    ['', SEARCH, 'tenant_not_granted'],
  ])('%j for %s: %s', (tenant, action, reason) => {
    const decision = decide(rules, { action, tenant });
    expect([decision.outcome, decision.tenant?.reason]).toEqual([
      reason ? 'denied' : 'allowed',
      reason,
    ]);
  });
  it('needs index permissions too in the global tenant, and only there', () => {
    const global = { roles: { g: grant('global_tenant', WRITE) }, tenants: ['global_tenant'] };
    expect(decide(global, { tenant: '' })).toMatchObject({
      outcome: 'denied',
      reason: 'missing_index_permission',
    });
    const both = {
      ...global,
      roles: { g: { ...grant('global_tenant', WRITE), ...role(index(['.kibana'], ['*'])) } },
    };
    expect(decide(both, { tenant: '' }).outcome).toBe('allowed');
  });
  it('of the dashboards index without a tenant are the global one', () => {
    const entry = role(index(['.kibana'], ['*']));
    const of = (roles: Rules['roles']) =>
      decide({ roles, tenants: ['global_tenant'] }, { indices: ['.kibana'] });
    expect(of({ r: entry }).reason).toBe('tenant_not_granted');
    expect(of({ r: { ...entry, ...grant('global_tenant') } }).outcome).toBe('allowed');
    const refresh = { action: 'indices:admin/refresh', knownIndices: [{ name: '.kibana' }] };
    const writer = { r: { ...entry, ...grant('global_tenant', WRITE) } };
    const rules = (roles: Rules['roles']) => ({ roles, tenants: ['global_tenant'] });
    expect(decide(rules({ r: entry }), { ...refresh, indices: ['*'] }).outcome).toBe('denied');
    expect(decide(rules(writer), { ...refresh, indices: ['*'] }).outcome).toBe('allowed');
  });
  it('takes global_tenant literally: an ordinary tenant with an index of its own', () => {
    const global = { roles: { g: grant('global_tenant', WRITE) }, tenants: ['global_tenant'] };
    expect(decide(global, { tenant: 'global_tenant' })).toMatchObject({
      outcome: 'allowed',
      tenant: { kind: 'custom', index: '.kibana_-1224600378_globaltenant' },
    });
  });
  it('refuses private tenants that are switched off, and does not touch other indices', () => {
    const off = { dashboards: { ...SETTINGS.dashboards, private_tenant_enabled: false } };
    expect(decide(rules, { tenant: '__user__' }, {}, off).reason).toBe('private_tenant_disabled');
    expect(decide(rules, { tenant: 'hr', indices: ['logs'] })).toMatchObject({
      outcome: 'denied',
      reason: 'missing_index_permission',
    });
  });
  it.each([
    ['admin_tenant', '.kibana_-152937574_admintenant'],
    ['HR Team', '.kibana_1855501267_hrteam'],
    ['admin', '.kibana_92668751_admin'],
  ])('keeps %s in %s', (tenant, name) => expect(tenantIndexName('.kibana', tenant)).toBe(name));
});

describe('date math', () => {
  it.each([
    ['plain', 'plain'],
    ['<x-{now/M{yyyy.MM}}>', 'x-2024.03'],
    ['<x-{now-1M{yyyy.MM.dd}}>', 'x-2024.02.29'],
    ['<x-{now/d{yyyy.MM.dd|+02:00}}>', 'x-2024.04.01'],
    ['<x-{now/w}>', 'x-2024.03.25'],
    ['<a\\{b-{now/y{yyyy}}>', 'a{b-2024'],
    ['<x-{now+1h{HH:mm}}>', 'x-00:30'],
    ['<x-{now{xxxx-ww}}>', 'x-2024-13'],
    ['<x-{now/d{yyyy.MM.dd|Europe/Berlin}}>', 'x-2024.04.01'],
    ['<x-{later}>', undefined],
    ['<x-{now/q}>', undefined],
    ['<x-{now{yyyy QQ}}>', undefined],
    ['<x-{now|Nowhere/City}>', undefined],
  ])('%s is %s', (text, expected) => expect(resolveDateMath(text, NOW)).toBe(expected));
});

const small = (letters: string, minLength = 0) =>
  fc.string({ unit: fc.constantFrom(...letters), minLength, maxLength: 6 });

describe('wildcards of requests', () => {
  const known = fc.uniqueArray(small('ab', 1), { maxLength: 6 });
  it('stand for what naive matching finds (property)', () => {
    fc.assert(
      fc.property(
        known,
        small('ab*?', 1).filter((text) => text.includes('*')),
        (names, pattern) => {
          const targets = resolveTargets(
            [pattern],
            names.map((name) => ({ name })),
            NOW
          );
          const expression = new RegExp(
            `^${[...pattern].map((c) => (c === '*' ? '.*' : c === '?' ? '\\?' : c)).join('')}$`
          );
          const expected = names.filter((name) => expression.test(name));
          // Without a word about what there is, a wildcard stands for itself.
          const stands = names.length === 0 ? [pattern] : expected;
          expect(targets.map(({ name }) => name)).toEqual(stands);
        }
      )
    );
  });
  it('leave out what is excluded', () => {
    const names = ['a1', 'a2', 'b'].map((name) => ({ name }));
    expect(resolveTargets(['a*', '-a2'], names, NOW).map(({ name }) => name)).toEqual(['a1']);
    expect(resolveTargets(['_all', '-a*'], names, NOW).map(({ name }) => name)).toEqual(['b']);
  });
  it('are covered only by patterns that match all they can mean (property)', () => {
    fc.assert(
      fc.property(small('ab*?'), small('ab*?'), small('ab'), (pattern, requested, name) => {
        if (coversExpression(pattern, requested) && matchesWildcard(requested, name)) {
          expect(matchesWildcard(pattern, name)).toBe(true);
        }
      }),
      { numRuns: 5_000 }
    );
    expect(coversExpression('logs-*', 'logs-2024*')).toBe(true);
    expect(coversExpression('logs-?', 'logs-*')).toBe(false);
  });
});

describe('decisions (properties)', () => {
  const ACTIONS = ['indices:x', 'indices:y', 'indices:xy', 'cluster:c'];
  const listed = fc.constantFrom(
    'indices:x',
    'indices:x*',
    'indices:*',
    'g1',
    'g2',
    'nothing',
    '*',
    'cluster:c',
    'cluster:*'
  );
  const pattern = fc.constantFrom(
    'a',
    'b',
    'a*',
    '*b',
    '?',
    '*',
    '/a|b/',
    '${user.name}',
    '${attr.internal.none}',
    'jdoe*',
    ''
  );
  const roles = fc.dictionary(
    fc.constantFrom('r1', 'r2', 'r3', 'r4'),
    fc.record({
      cluster_permissions: fc.array(listed, { maxLength: 2 }),
      index_permissions: fc.array(
        fc.record({
          index_patterns: fc.array(pattern, { maxLength: 2 }),
          allowed_actions: fc.array(listed, { maxLength: 2 }),
        }),
        { maxLength: 3 }
      ),
    }),
    { noNullPrototype: true }
  );
  const groups = fc.dictionary(fc.constantFrom('g1', 'g2'), fc.array(listed, { maxLength: 3 }), {
    noNullPrototype: true,
  });
  const question = fc.record({
    action: fc.constantFrom(...ACTIONS),
    indices: fc.uniqueArray(fc.constantFrom('a', 'b', 'ab', 'jdoe', 'jdoe1', 'zz'), {
      minLength: 1,
      maxLength: 3,
    }),
  });

  /** Written from the reference alone: no compiling, no remembering, no sharing. */
  function naive(rules: Rules, { action, indices }: { action: string; indices: string[] }) {
    const regex = (text: string) => {
      const filled = text.replace('${user.name}', 'jdoe');
      if (filled.trim() === '') return /$^(?=x)/;
      if (/^\/.*\/$/.test(filled)) return new RegExp(`^(?:${filled.slice(1, -1)})$`);
      return new RegExp(
        `^${[...filled].map((c) => (c === '*' ? '.*' : c === '?' ? '.' : c.replace(/\W/g, '\\$&'))).join('')}$`
      );
    };
    const expand = (list: readonly string[], depth = 0): string[] =>
      depth > 10
        ? []
        : list.flatMap((name) => [name, ...expand(rules.groups?.[name] ?? [], depth + 1)]);
    const grants = (list: readonly string[]) =>
      expand(list).some((name) => regex(name).test(action));
    const all = Object.values(rules.roles) as unknown as Role[];
    if (action.startsWith('cluster:'))
      return all.some((one) => grants(one.cluster_permissions)) ? [] : undefined;
    return indices.filter((name) =>
      all.some((one) =>
        one.index_permissions.some(
          (entry) =>
            grants(entry.allowed_actions) &&
            entry.index_patterns.some((text) => regex(text).test(name))
        )
      )
    );
  }

  it('equal those of a naive evaluator', () => {
    fc.assert(
      fc.property(roles, groups, question, (sources, members, asked) => {
        const rules = {
          roles: sources as Record<string, Source>,
          groups: members as Record<string, string[]>,
        };
        const decision = decide(rules, asked);
        const expected = naive(rules, asked);
        if (asked.action.startsWith('cluster:')) {
          expect(decision.outcome).toBe(expected ? 'allowed' : 'denied');
        } else {
          expect(decision.allowedIndices).toEqual(expected);
          const outcome =
            expected!.length === asked.indices.length
              ? 'allowed'
              : expected!.length > 0
                ? 'partial'
                : 'denied';
          expect(decision.outcome).toBe(outcome);
        }
      }),
      { numRuns: 2_000 }
    );
  });

  it('do not depend on the order of roles, and a further role removes nothing', () => {
    fc.assert(
      fc.property(roles, groups, question, (sources, members, asked) => {
        const rules = {
          roles: sources as Record<string, Source>,
          groups: members as Record<string, string[]>,
        };
        const decision = decide(rules, asked);
        const reversed = Object.fromEntries(Object.entries(rules.roles).reverse());
        expect(
          decide({ ...rules, roles: reversed }, asked, { securityRoles: Object.keys(reversed) })
        ).toEqual(decision);
        const fewer = Object.keys(rules.roles).slice(1);
        const less = decide(rules, asked, { securityRoles: fewer });
        expect(decision.allowedIndices).toEqual(expect.arrayContaining([...less.allowedIndices]));
        if (less.outcome === 'allowed') expect(decision.outcome).toBe('allowed');
      }),
      { numRuns: 1_000 }
    );
  });

  it('combine restrictions in any order alike', () => {
    const entry = fc.record({
      dls: fc.constantFrom('', '{"exists":{"field":"a"}}', '{"exists":{"field":"b"}}'),
      fls: fc.array(fc.constantFrom('a', '~b', '*'), { maxLength: 2 }),
      masked_fields: fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 }),
    });
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 4 }),
        fc.boolean(),
        (entries, dfmEmptyOverridesAll) => {
          const of = (list: typeof entries) => {
            const names = list.map((_, i) => `r${i}`);
            const book = bookOf({
              roles: Object.fromEntries(
                list.map((one, i) => [`r${i}`, role(index(['a'], [], one))])
              ),
            });
            return restrictionsFor(
              whoUnder(book, { name: 'u', securityRoles: names }),
              { name: 'a' },
              { ...SETTINGS, dfmEmptyOverridesAll },
              NOW
            );
          };
          const [forth, back] = [of(entries), of([...entries].reverse())];
          expect(back).toEqual({ ...forth, masking: back.masking });
          // Between roles the order of masks is by chance.
          expect(new Set(back.masking.fields)).toEqual(new Set(forth.masking.fields));
        }
      )
    );
  });
});

describe('group expansion', () => {
  it('reaches grants through nested groups', () => {
    const groups: Record<string, ActionGroup['allowed_actions']> = {
      crud: ['read'],
      read: ['search*'],
      'search*': [],
    };
    const rules = {
      roles: { r: role(index(['a'], ['crud'])) },
      groups: { ...groups, read: [SEARCH] } as Record<string, string[]>,
    };
    expect(decide(rules, { indices: ['a'] }).outcome).toBe('allowed');
  });
});
