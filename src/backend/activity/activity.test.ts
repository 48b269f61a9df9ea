/** What holders of a role used, and which smaller role would have been enough. */
import { ACTIVITY_LIMITS } from '../../contracts/limits';
import type { ProposalSetting } from '../../contracts/api/role_usage';
import type { InternalUser, Role } from '../../contracts/entities';
import { RuleSet } from '../access/evaluation/rule_set';
import { normaliseEntity } from '../model/payload';
import { staticEntries } from '../model/static_entries';
import { runToCompletion } from '../scheduling/cooperative_task';
import { ActivityRecorder } from './recorded_activity';
import { roleReport } from './role_report';

const [MONDAY, FRIDAY] = ['2026-11-16T08:00:00.000+00:00', '2026-11-20T08:00:00.000+00:00'];
const SEARCH = 'indices:data/read/search';
const BULK = 'indices:data/write/bulk';

/** An event as 2.19.3 and 3.4.0 write it. */
const event = (user: string, action: string, more: object = {}) => ({
  audit_category: 'GRANTED_PRIVILEGES',
  audit_request_layer: 'TRANSPORT',
  '@timestamp': MONDAY,
  audit_request_effective_user: user,
  audit_request_privilege: action,
  ...more,
});
const on = (...names: string[]) => ({ audit_trace_resolved_indices: names });
const entry = (index_patterns: string[], allowed_actions: string[], more: object = {}) => ({
  index_patterns,
  allowed_actions,
  ...more,
});

interface Installation {
  readonly role: object;
  readonly others?: Readonly<Record<string, object>>;
  readonly mapping?: object;
  /** Backend roles of internal users. */
  readonly users?: Readonly<Record<string, readonly string[]>>;
}

function report(
  { role, others = {}, mapping = { backend_roles: ['sales'] }, users = {} }: Installation,
  events: readonly object[],
  setting: ProposalSetting = 'grouped',
  earlier?: { readonly role: object; readonly untilMs: number }
) {
  const rules = new RuleSet('MAPPING_ONLY');
  for (const { type, name, entity } of staticEntries()) rules.apply({ type, name, after: entity });
  for (const [name, source] of Object.entries({ tested: role, ...others }))
    rules.apply({ type: 'roles', name, after: normaliseEntity('roles', { ...source }) });
  rules.apply({
    type: 'rolesmapping',
    name: 'tested',
    after: normaliseEntity('rolesmapping', { ...mapping }),
  });
  const recorder = new ActivityRecorder();
  for (const one of events) recorder.addEvent(one as Readonly<Record<string, unknown>>);
  const find = (name: string) =>
    users[name] && {
      name,
      user: normaliseEntity('internalusers', { backend_roles: users[name] }) as InternalUser,
      attributes: new Map<string, string>(),
    };
  return runToCompletion(
    roleReport(
      {
        name: 'tested',
        role: rules.role('tested') as Role,
        rules,
        users: { find },
        activity: recorder.result(),
        nowMs: Date.parse(FRIDAY),
      },
      setting,
      earlier && {
        role: normaliseEntity('roles', { ...earlier.role }) as Role,
        untilMs: earlier.untilMs,
      }
    )
  );
}

const WIDE = {
  cluster_permissions: ['cluster_composite_ops', 'cluster_monitor'],
  index_permissions: [entry(['sales-*', 'hr-*'], ['crud', 'create_index']), entry(['logs'], ['*'])],
};
const SALES = { jane: ['sales'], joe: ['sales'], ann: ['hr'] };

it('names who used which permission on which index, and when last', () => {
  const found = report({ role: WIDE, users: SALES }, [
    event('jane', SEARCH, on('sales-2026.11.01', 'sales-2026.11.02')),
    event('joe', SEARCH, { ...on('sales-2026.11.02'), '@timestamp': FRIDAY }),
    event('ann', SEARCH, on('hr-1')),
    event('jane', 'indices:data/read/scroll'),
    { ...event('jane', SEARCH, on('hr-2')), audit_category: 'MISSING_PRIVILEGES' },
  ]);
  expect(found).toMatchObject({
    events: 4,
    period: { from: Date.parse(MONDAY), to: Date.parse(FRIDAY) },
    is_partial: false,
    cluster_actions: [{ name: 'indices:data/read/scroll', count: 1, users: ['jane'] }],
    entries: [
      {
        actions: [{ name: SEARCH, count: 3, user_count: 2, last: Date.parse(FRIDAY) }],
        indices: [
          { name: 'sales-2026.11.01', users: ['jane'] },
          { name: 'sales-2026.11.02', users: ['jane', 'joe'] },
        ],
      },
      { actions: [], indices: [] },
    ],
  });
});

describe('a proposed role', () => {
  const events = [
    event('jane', SEARCH, on('sales-2026.11.01')),
    event('joe', 'indices:data/read/get', on('sales-2026.11.02', 'sales-archive')),
    event('joe', 'indices:data/read/scroll'),
  ];

  it.each([
    [
      'exact',
      ['indices:data/read/scroll'],
      ['indices:data/read/get', SEARCH],
      ['sales-2026.11.01', 'sales-2026.11.02', 'sales-archive'],
    ],
    ['grouped', ['cluster_composite_ops_ro'], ['get', 'search'], ['sales-*', 'sales-archive']],
    ['generous', ['cluster_composite_ops'], ['crud'], ['sales-*']],
  ] as const)('that is %s has what was used', (setting, cluster, actions, patterns) => {
    const { proposal, replay, grants } = report({ role: WIDE, users: SALES }, events, setting);
    expect(proposal).toEqual({
      cluster_permissions: cluster,
      index_permissions: [
        expect.objectContaining({ index_patterns: patterns, allowed_actions: actions }),
      ],
    });
    expect(replay).toEqual({ uses: 4, denied: 0, examples: [] });
    expect(grants.then).toBeLessThan(grants.now / 2);
    expect(grants.then).toBeGreaterThanOrEqual(grants.used);
  });

  it('is absent where nothing was used', () => {
    const { proposal, grants } = report({ role: WIDE, users: SALES }, [
      event('ann', SEARCH, on('sales-1')),
    ]);
    expect([proposal, grants.used, grants.then]).toEqual([undefined, 0, 0]);
  });

  it('keeps entries that restrict documents or fields, used or not', () => {
    const role = {
      index_permissions: [
        entry(['sales-*', 'hr-*'], ['crud'], { dls: '{"match_none":{}}' }),
        entry(['hr-*'], ['read'], { fls: ['~pay'] }),
      ],
    };
    const { proposal } = report({ role, users: SALES }, events, 'exact');
    expect(proposal).toMatchObject({
      index_permissions: [
        { index_patterns: ['sales-*', 'hr-*'], allowed_actions: ['indices:data/read/get', SEARCH] },
        { index_patterns: ['hr-*'], allowed_actions: ['read'] },
      ],
    });
  });

  it('keeps every index that bulk requests without names may have written to', () => {
    const { proposal, replay } = report(
      { role: WIDE, users: SALES },
      [event('jane', BULK), event('jane', SEARCH, on('sales-1'))],
      'grouped'
    );
    expect(proposal).toMatchObject({
      cluster_permissions: ['cluster_composite_ops'],
      index_permissions: [
        { index_patterns: ['sales-*', 'hr-*'], allowed_actions: ['delete', 'index', 'search'] },
        { index_patterns: ['logs'], allowed_actions: ['delete', 'index'] },
      ],
    });
    expect(replay.denied).toBe(0);
  });

  it('knows where single writes and the steps of multi-searches went', () => {
    const { proposal, replay } = report(
      { role: WIDE, users: SALES },
      [
        event('jane', 'indices:data/write/index', on('sales-1', 'sales-now')),
        event('jane', BULK),
        event('joe', 'indices:data/read/msearch'),
        event('joe', SEARCH, on('sales-2')),
      ],
      'grouped'
    );
    expect(proposal).toMatchObject({
      index_permissions: [{ index_patterns: ['sales-*', 'sales-now'] }],
    });
    expect(replay.denied).toBe(0);
    const { entries } = report({ role: WIDE, users: SALES }, [
      event('jane', 'indices:data/write/index', on('sales-1', 'sales-now')),
      event('jane', BULK),
      event('jane', BULK),
    ]);
    expect(entries[0]?.unplaced).toContain('indices:data/write/delete');
  });

  it('replaces everything by what was used when generous, in broad groups', () => {
    const role = { cluster_permissions: ['*'], index_permissions: [entry(['*'], ['indices_all'])] };
    const done = [SEARCH, 'indices:data/read/get', 'indices:admin/mappings/get'];
    const { proposal, replay } = report(
      { role, users: SALES },
      [
        ...done.map((action) => event('jane', action, on('sales-2026.11.01'))),
        event('jane', 'cluster:monitor/health'),
      ],
      'generous'
    );
    expect(proposal).toEqual({
      cluster_permissions: ['cluster_monitor'],
      index_permissions: [
        expect.objectContaining({
          index_patterns: ['sales-*'],
          allowed_actions: ['read', 'indices:admin/mappings/get'],
        }),
      ],
    });
    expect(replay.denied).toBe(0);
  });

  it('counts users who may have the role by a backend role as holders', () => {
    const found = report({ role: WIDE }, [event('from_ldap', SEARCH, on('sales-1'))]);
    expect(found.entries[0]?.actions).toMatchObject([{ name: SEARCH, users: ['from_ldap'] }]);
    const byName = { role: WIDE, mapping: { users: ['jane'] } };
    const others = report(byName, [event('from_ldap', SEARCH, on('sales-1'))]);
    expect(others.entries[0]?.actions).toEqual([]);
  });

  it('grants an index by the alias that its pattern names', () => {
    const role = { index_permissions: [entry(['current'], ['read'])] };
    const { proposal, replay } = report(
      { role, users: SALES },
      [event('jane', SEARCH, { ...on('sales-7'), audit_trace_indices: ['current'] })],
      'exact'
    );
    expect(proposal).toMatchObject({ index_permissions: [{ index_patterns: ['current'] }] });
    expect(replay.denied).toBe(0);
  });

  it('keeps patterns with attributes of users', () => {
    const role = { index_permissions: [entry(['${user.name}-*', 'sales-*'], ['crud'])] };
    const { proposal, replay } = report(
      { role, users: SALES },
      [event('jane', SEARCH, on('jane-1'))],
      'exact'
    );
    expect(proposal).toMatchObject({ index_permissions: [{ index_patterns: ['${user.name}-*'] }] });
    expect(replay.denied).toBe(0);
  });
});

it('lists what an earlier state of the role granted, and proposes to give just that back', () => {
  const denied = (user: string, action: string, more: object = {}) => ({
    ...event(user, action, more),
    audit_category: 'MISSING_PRIVILEGES',
  });
  const restricted = { dls: '{"match_none":{}}' };
  const earlier = {
    cluster_permissions: ['cluster_composite_ops'],
    index_permissions: [entry(['sales-*', 'hr-*'], ['crud'], restricted), entry(['logs'], ['*'])],
  };
  const now = { index_permissions: [entry(['logs'], ['read'])] };
  const installation = { role: now, users: SALES };
  const { denied: lost } = report(
    installation,
    [
      denied('jane', SEARCH, on('sales-1')),
      denied('jane', 'indices:data/read/scroll'),
      // Granted to neither state, to no holder, still granted, and before the change.
      denied('jane', SEARCH, on('finance')),
      denied('ann', SEARCH, on('sales-1')),
      denied('joe', SEARCH, on('logs')),
      denied('joe', SEARCH, { ...on('hr-1'), '@timestamp': '2026-11-01T08:00:00.000+00:00' }),
    ],
    'grouped',
    { role: earlier, untilMs: Date.parse(MONDAY) }
  );
  expect(lost).toMatchObject({
    since: Date.parse(MONDAY),
    uses: 2,
    examples: [
      { user: 'jane', action: 'indices:data/read/scroll' },
      { user: 'jane', action: SEARCH, index: 'sales-1' },
    ],
    give_back: {
      cluster_permissions: ['indices:data/read/scroll'],
      index_permissions: [
        { index_patterns: ['logs'], allowed_actions: ['read'] },
        { index_patterns: ['sales-*'], allowed_actions: [SEARCH], ...restricted },
      ],
    },
  });
  const none = report(installation, [], 'grouped', { role: earlier, untilMs: 0 });
  expect(none.denied).toEqual({ since: 0, uses: 0, examples: [] });
});

it('leaves out permissions beyond the limit, and says so', () => {
  const limits: { permissions: number } = ACTIVITY_LIMITS;
  const limit = jest.replaceProperty(limits, 'permissions', 1);
  const found = report({ role: WIDE, users: SALES }, [
    event('jane', SEARCH, on('sales-1')),
    event('jane', SEARCH, on('sales-2')),
  ]);
  limit.restore();
  expect([found.is_partial, found.entries[0]?.indices]).toMatchObject([
    true,
    [{ name: 'sales-1' }],
  ]);
});
