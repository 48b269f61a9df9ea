import type { ActionGroup } from '../../../contracts/entities';
import { requiredActions } from './required_actions';
import { SEARCH, decide, index, role } from './mocks';

describe('index decisions', () => {
  it('returns the permitted and the denied indices of a request', () => {
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
  it('reduces or empties a request only for reducible actions and if the setting is on', () => {
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
  it('treats a request without an index as a request for all indices', () => {
    expect(decide({ roles: { r: role(index(['logs-*'], ['*'])) } }, {}).outcome).toBe('denied');
    expect(decide({ roles: { r: role(index(['*'], ['*'])) } }, {}).outcome).toBe('allowed');
  });
  it('substitutes attributes in patterns, and matches nothing if one is unknown', () => {
    const rules = { roles: { r: role(index(['${attr.internal.dept}-*'], ['*'])) } };
    const attributes = { 'attr.internal.dept': 'hr' };
    expect(decide(rules, { indices: ['hr-1'] }, { attributes }).outcome).toBe('allowed');
    expect(decide(rules, { indices: ['hr-1'] }).outcome).toBe('denied');
  });
  it('resolves date math in patterns and requests', () => {
    const rules = { roles: { r: role(index(['<logs-{now/d}>'], ['*'])) } };
    expect(decide(rules, { indices: ['logs-2024.03.31'] }).outcome).toBe('allowed');
    expect(decide(rules, { indices: ['<logs-{now/d}>'] }).outcome).toBe('allowed');
    expect(decide(rules, { indices: ['logs-2024.03.30'] }).outcome).toBe('denied');
  });
  it('matches indices by alias or data stream, and aliases by their members', () => {
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
  it('allows a wildcard that matches no known index', () => {
    const knownIndices = [{ name: 'a' }];
    const none = { roles: { r: {} } };
    expect(decide(none, { indices: ['b*'], knownIndices }).outcome).toBe('allowed');
    expect(decide(none, { indices: ['a*'], knownIndices }).outcome).toBe('denied');
    expect(decide(none, { indices: ['b'], knownIndices }).outcome).toBe('denied');
    expect(decide(none, { indices: ['b*'] }).outcome).toBe('denied');
  });
  it('requires permission to create an index when a write targets a missing one', () => {
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
  it('reduces an alias to its permitted members', () => {
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
  it('grants an alias beside a data stream by its own name only', () => {
    const knownIndices = [
      { name: 'a1', aliases: ['al'] },
      { name: '.ds-1', dataStream: 'ds' },
    ];
    const of = (pattern: string) =>
      decide(
        { roles: { r: role(index([pattern, 'ds'], ['*'])) } },
        { indices: ['al', 'ds'], knownIndices }
      );
    expect(of('al').outcome).toBe('allowed');
    expect(of('a1')).toMatchObject({ outcome: 'partial', deniedIndices: ['al'] });
  });
  it('checks shard actions on the indices behind an alias or data stream', () => {
    const knownIndices = [
      { name: 'a1', aliases: ['al'] },
      { name: '.ds-1', dataStream: 'ds' },
    ];
    const named = index(['al', 'ds'], ['indices:admin/refresh']);
    const of = (...patterns: string[]) =>
      decide(
        { roles: { r: role(named, index(patterns, ['*'])) } },
        { action: 'indices:admin/refresh', indices: ['al', 'ds'], knownIndices }
      );
    expect(of('a1', '.ds-1').outcome).toBe('allowed');
    expect(of('al', 'ds').outcome).toBe('allowed');
    expect(of('a1')).toMatchObject({
      outcome: 'partial',
      missingActions: ['indices:admin/refresh[s]'],
      deniedIndices: ['ds'],
    });
    const writes = index(['ds'], ['indices:data/write/index']);
    const bulk = { cluster_permissions: ['indices:data/write/bulk'] };
    expect(
      decide(
        { roles: { r: { ...bulk, ...role(writes, index(['.ds-1'], ['*'])) } } },
        { action: 'indices:data/write/index', indices: ['ds'], knownIndices }
      ).missingActions
    ).toEqual(['indices:data/write/bulk[s]']);
  });
  it('requires no index permission for bulk deletions in a missing index', () => {
    const sender = { roles: { r: { cluster_permissions: ['indices:data/write/bulk'] } } };
    const of = (action: string, name: string, part?: 'bulk_delete' | 'bulk_index') =>
      decide(sender, {
        action,
        indices: [name],
        knownIndices: [{ name: 'a' }],
        ...(part && { parts: [part] }),
      }).outcome;
    expect(of('indices:data/write/bulk', 'b', 'bulk_delete')).toBe('allowed');
    expect(of('indices:data/write/bulk', 'a', 'bulk_delete')).toBe('denied');
    expect(of('indices:data/write/bulk', 'b', 'bulk_index')).toBe('denied');
    expect(of('indices:data/write/delete', 'b')).toBe('denied');
  });
  it('does not empty requests for a single document', () => {
    const settings = { doNotFailOnForbidden: true, doNotFailOnForbiddenEmpty: true };
    const effectOf = (action: string) =>
      decide({ roles: { r: {} } }, { action, indices: ['a'] }, {}, settings).effect;
    expect(effectOf(SEARCH)).toBe('empty');
    expect(effectOf('indices:data/read/get')).toBe('refuse');
  });
  it('allows remote names, which the remote cluster checks', () => {
    expect(decide({ roles: { r: {} } }, { indices: ['other:logs'] }).outcome).toBe('allowed');
  });
  it('requires explicit grants for system indices and REST administration', () => {
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
  it('reports no_roles for a user without roles', () => {
    expect(decide({ roles: {} }, { indices: ['a'] }).reason).toBe('no_roles');
    expect(decide({ roles: {} }, { action: 'cluster:monitor/main' })).toMatchObject({
      reason: 'no_roles',
      missingActions: ['cluster:monitor/main'],
    });
  });
});

describe('multi-step requests', () => {
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
      'indices:data/write/bulk',
      ['aliases'],
      {
        cluster: ['indices:data/write/bulk'],
        index: ['indices:data/write/bulk[s]', 'indices:data/write/index'],
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

  it('requires cluster and index permissions for bulk requests', () => {
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

describe('action group expansion in decisions', () => {
  it('grants actions through nested groups', () => {
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

const NAME = '.opendistro_security';
const KNOWN = [{ name: 'logs' }, { name: NAME, aliases: ['config'] }];
const everything = { roles: { all: role(index(['*'], ['*'])) } };
const clustered = {
  roles: { all: { ...role(index(['*'], ['*'])), cluster_permissions: ['*'] } },
};

it('requires permission on the security index for requests to all indices', () => {
  const request = { indices: ['*'], knownIndices: KNOWN };
  expect(decide(everything, request).outcome).toBe('allowed');
  const decision = decide({ roles: { logs: role(index(['logs'], ['*'])) } }, request);
  expect(decision).toMatchObject({ outcome: 'partial', effect: 'refuse', deniedIndices: [NAME] });
});

it.each([
  'indices:data/write/index',
  'indices:data/write/delete',
  'indices:data/write/bulk',
  'indices:admin/delete',
  'indices:admin/mapping/put',
  'indices:admin/settings/update',
  'indices:admin/close',
  'indices:admin/aliases',
])('rejects changes of the security index: %s', (action) => {
  const refused = { outcome: 'denied', effect: 'refuse', reason: 'security_index' };
  const of = (indices: string[]) => decide(clustered, { action, indices, knownIndices: KNOWN });
  expect(of([NAME])).toMatchObject(refused);
  expect(of(['*'])).toMatchObject(refused);
  expect(of(['config'])).toMatchObject(refused);
  expect(of(['logs']).outcome).toBe('allowed');
  expect(decide(clustered, { action, indices: [NAME] })).toMatchObject(refused);
});

it.each(['indices:data/read/search', 'indices:monitor/stats', 'indices:admin/open'])(
  'applies the roles to other requests for the security index: %s',
  (action) => {
    expect(decide(everything, { action, indices: [NAME] }).outcome).toBe('allowed');
    expect(decide({ roles: {} }, { action, indices: [NAME] }).outcome).toBe('denied');
  }
);
