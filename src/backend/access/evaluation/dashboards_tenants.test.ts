/** Decisions on requests for the indices of tenants. */
import { DECISION_SETTINGS as SETTINGS } from '../../testing/decisions';
import { tenantIndexName } from './dashboards_index';
import { SEARCH, type Rules, decide, index, role } from './mocks';

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
  ])('decides on tenant %j for %s: %s', (tenant, action, reason) => {
    const decision = decide(rules, { action, tenant });
    expect([decision.outcome, decision.tenant?.reason]).toEqual([
      reason ? 'denied' : 'allowed',
      reason,
    ]);
  });
  it('require index permissions in addition for the global tenant only', () => {
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
  it('default to the global tenant for requests to the dashboards index', () => {
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
  describe('requests whose names resolve to the dashboards index', () => {
    const reader = role(index(['.kibana*'], ['*']));
    const roles = { r: { ...reader, ...grant('hr', WRITE) } };
    const alone = [{ name: '.kibana' }];
    const alias = [{ name: '.kibana_1', aliases: ['.kibana'] }];
    const withOther = [...alone, { name: '.kibana_3338_hr' }];
    const withOtherAlias = [...alias, { name: '.kibana_3338_hr_1', aliases: ['.kibana_3338_hr'] }];
    it.each<[string, readonly string[], readonly { name: string; aliases?: string[] }[], boolean]>([
      ['a wildcard that matches it alone', ['.kibana*'], alone, true],
      ['a wildcard that matches no other alias', ['.kib*'], alias, true],
      ['its alias beside an index', ['.kibana', '.kibana_1'], alias, true],
      ['a wildcard that matches another index', ['.kibana*'], withOther, false],
      ['a wildcard that matches another alias', ['.kibana*'], withOtherAlias, false],
      ['the index behind its alias', ['.kibana_1'], alias, false],
      ['everything', ['*'], alone, false],
      ['a wildcard without known indices', ['.kibana*'], [], false],
    ])('address the dashboards index or not: %s', (_what, indices, knownIndices, isLed) => {
      const of = (tenant?: string) =>
        decide({ roles, tenants: ['hr', 'global_tenant'] }, { indices, knownIndices, tenant });
      expect(of('hr').tenant?.kind).toBe('custom');
      expect(of()).toMatchObject(isLed ? { reason: 'tenant_not_granted' } : { outcome: 'allowed' });
    });
    it('need only the tenant permission', () => {
      const request = { indices: ['.kibana*'], knownIndices: alone, tenant: 'hr' };
      const granted = { roles: { r: grant('hr', WRITE) }, tenants: ['hr'] };
      expect(decide(granted, request).outcome).toBe('allowed');
    });
  });
  it('reject updates without an entry for the dashboards index, except on 2.x', () => {
    const update = { action: 'indices:data/write/update', tenant: 'hr' };
    const writer = { ...grant('hr', WRITE), cluster_permissions: ['*'] };
    const of = (hidesUnmatched: boolean, more: object = {}) =>
      decide({ ...rules, roles: { w: { ...writer, ...more } } }, update, {}, { hidesUnmatched });
    expect(of(true).reason).toBe('refused_under_restrictions');
    expect(of(false).reason).toBe('granted');
    const restricted = role(index(['.kibana'], ['read'], { dls: '{"match_all":{}}' }));
    expect(of(false, restricted).reason).toBe('refused_under_restrictions');
  });
  it('treat global_tenant as an ordinary tenant with its own index', () => {
    const global = { roles: { g: grant('global_tenant', WRITE) }, tenants: ['global_tenant'] };
    expect(decide(global, { tenant: 'global_tenant' })).toMatchObject({
      outcome: 'allowed',
      tenant: { kind: 'custom', index: '.kibana_-1224600378_globaltenant' },
    });
  });
  it('reject disabled private tenants, and do not grant other indices', () => {
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
  ])('store the objects of %s in %s', (tenant, name) =>
    expect(tenantIndexName('.kibana', tenant)).toBe(name)
  );
});
