/** What a user did, by which of their roles, and which roles they never needed. */
import type { InternalUser } from '../../contracts/entities';
import { RuleSet } from '../access/evaluation/rule_set';
import { normaliseEntity } from '../model/payload';
import { staticEntries } from '../model/static_entries';
import { runToCompletion } from '../scheduling/cooperative_task';
import { ActivityRecorder } from './recorded_activity';
import { userReport } from './user_usage';

const AT = '2026-11-16T08:00:00.000+00:00';
const LATER = '2026-11-20T08:00:00.000+00:00';
const SEARCH = 'indices:data/read/search';

const ROLES = {
  sales: {
    cluster_permissions: ['cluster_composite_ops'],
    index_permissions: [
      { index_patterns: ['sales-*'], allowed_actions: ['crud'] },
      { index_patterns: ['returns-*', 'refunds'], allowed_actions: ['read'] },
    ],
  },
  reader: { index_permissions: [{ index_patterns: ['*'], allowed_actions: ['read'] }] },
  hr: { index_permissions: [{ index_patterns: ['hr-*'], allowed_actions: ['read'] }] },
  writer: { index_permissions: [{ index_patterns: ['x-*'], allowed_actions: ['index'] }] },
  board: {
    tenant_permissions: [{ tenant_patterns: ['board'], allowed_actions: ['kibana_all_read'] }],
  },
  manager: { cluster_permissions: ['restapi:admin/roles'] },
  secret: { hidden: true, cluster_permissions: ['*'] },
};

function report(name: string, events: readonly object[]) {
  const rules = new RuleSet('MAPPING_ONLY');
  for (const { type, name: id, entity } of staticEntries())
    rules.apply({ type, name: id, after: entity });
  for (const [role, source] of Object.entries(ROLES)) {
    const after = { ...normaliseEntity('roles', { ...source }), hidden: role === 'secret' };
    rules.apply({ type: 'roles', name: role, after } as never);
    const mapping = normaliseEntity('rolesmapping', {
      users: ['jane', ...(role === 'hr' ? ['ext'] : [])],
    });
    rules.apply({ type: 'rolesmapping', name: role, after: mapping });
  }
  const recorder = new ActivityRecorder();
  for (const one of events) recorder.addEvent(one as Readonly<Record<string, unknown>>);
  const user = normaliseEntity('internalusers', {}) as InternalUser;
  const find = (id: string) =>
    id === 'jane' ? { name: id, user, attributes: new Map() } : undefined;
  return runToCompletion(
    userReport({
      name,
      rules,
      users: { find },
      activity: recorder.result(),
      nowMs: Date.parse(LATER),
      apiRoles: ['manager'],
    })
  );
}

const event = (user: string, action: string, more: object = {}) => ({
  audit_category: 'GRANTED_PRIVILEGES',
  '@timestamp': AT,
  audit_request_effective_user: user,
  audit_request_privilege: action,
  ...more,
});
const on = (...names: string[]) => ({ audit_trace_resolved_indices: names });

it('names what the user did, when last, and each role that grants it', () => {
  const found = report('jane', [
    event('jane', SEARCH, on('sales-1', 'hr-1')),
    event('jane', SEARCH, { ...on('sales-1'), '@timestamp': LATER }),
    event('jane', 'cluster:monitor/health'),
    event('joe', SEARCH, on('finance')),
    { ...event('jane', SEARCH, on('finance')), audit_category: 'MISSING_PRIVILEGES' },
    { ...event('joe', SEARCH, on('finance')), audit_category: 'MISSING_PRIVILEGES' },
  ]);
  expect(found).toMatchObject({ events: 4, is_internal: true });
  expect(found.used).toEqual([
    {
      name: 'cluster:monitor/health',
      count: 1,
      last: Date.parse(AT),
      // A role that the user no longer has.
      indices: [],
      index_count: 0,
      roles: [],
    },
    {
      name: SEARCH,
      count: 3,
      last: Date.parse(LATER),
      indices: ['hr-1', 'sales-1'],
      index_count: 2,
      roles: ['hr', 'reader', 'sales'],
    },
  ]);
  expect(found.denied).toMatchObject({ uses: 1, examples: [{ user: 'jane', index: 'finance' }] });
});

it('tells roles that were never used from those whose use no event can tell', () => {
  const bulk = event('jane', 'indices:data/write/bulk');
  const found = report('jane', [event('jane', SEARCH, on('sales-1')), bulk]);
  const { roles } = found;
  expect(roles.map(({ name, count, is_uncertain }) => [name, count, is_uncertain])).toEqual([
    ['board', 0, false],
    ['hr', 0, false],
    ['manager', 0, false],
    ['reader', 1, false],
    ['sales', 2, false],
    // The bulk request may have written there.
    ['writer', 1, true],
  ]);
  const named = new Map(roles.map((role) => [role.name, role]));
  expect(named.get('board')).toMatchObject({ unrecorded: ['tenants'], grants: { now: 0 } });
  expect(named.get('manager')?.unrecorded).toEqual(['administration']);
  expect(named.get('hr')).toMatchObject({ unused: [['hr-*']], unrecorded: [] });
  expect(named.get('sales')?.unused).toEqual([['returns-*', 'refunds']]);
  const { now = 0, used = 0 } = named.get('sales')?.grants ?? {};
  expect([used > 0, used < now / 2]).toEqual([true, true]);
});

it('says that backend roles of users from elsewhere are unknown', () => {
  const found = report('ext', [event('ext', SEARCH, on('hr-1', 'sales-1'))]);
  expect(found).toMatchObject({
    is_internal: false,
    used: [{ name: SEARCH, count: 2, roles: ['hr'] }],
    roles: [{ name: 'hr', count: 1 }],
  });
});
