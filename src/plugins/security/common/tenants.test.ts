import {
  decodeFieldSecurity,
  encodeFieldSecurity,
  mergeCatalogue,
  tenantPermissionActions,
  tenantPermissionType,
  roleTenantPermissionDetail,
} from './permissions';
import { isAppAllowedReadOnly, isReadOnlyUser } from './read_only';
import { customTenants, tenantList } from './tenant_list';
import { engineTenantName, tenantLabel, tenantValue } from './tenants';

describe('tenantLabel', () => {
  it.each([
    ['', 'Global'],
    [undefined, 'Global'],
    [null, 'Global'],
    ['undefined', 'Global'],
    ['global_tenant', 'Global'],
    ['__user__', 'Private'],
    ['jdoe', 'Private'],
    ['hr', 'hr'],
  ])('labels %j as %j', (tenant, label) => expect(tenantLabel(tenant, 'jdoe')).toBe(label));
});

describe('wire names of tenants', () => {
  it.each([
    ['global_tenant', ''],
    ['jdoe', '__user__'],
    ['hr', 'hr'],
  ])('converts %j to %j and back', (name, value) => {
    expect(tenantValue(name, 'jdoe')).toBe(value);
    expect(engineTenantName(value, 'jdoe')).toBe(name);
  });
  it('lists custom tenants in ascending order without the global and the private one', () => {
    expect(
      customTenants({ zoo: true, global_tenant: true, jdoe: true, art: false }, 'jdoe')
    ).toEqual(['art', 'zoo']);
  });
});

describe('tenantList', () => {
  const tenants = {
    global_tenant: { reserved: true, description: 'x' },
    hr: { description: 'HR' },
  };
  const rows = [
    { tenant: 'Global', reserved: true, description: 'Everyone can see it', tenantValue: '' },
    { tenant: 'hr', reserved: false, description: 'HR', tenantValue: 'hr' },
  ];
  it('describes the global tenant', () => expect(tenantList(tenants, false)).toEqual(rows));
  it('puts the private tenant second', () => {
    const withPrivate = tenantList(tenants, true);
    expect(withPrivate.map((row) => row.tenant)).toEqual(['Global', 'Private', 'hr']);
    expect(withPrivate[1]).toEqual({
      tenant: 'Private',
      reserved: true,
      description: 'Only visible to the current logged in user',
      tenantValue: '__user__',
    });
  });

  it('adds details only to rows that name one existing tenant', () => {
    const detail = (...patterns: string[]) =>
      roleTenantPermissionDetail(
        { tenant_patterns: patterns, allowed_actions: ['kibana_all_read'] },
        rows
      );
    expect(detail('hr')).toMatchObject({
      tenant: 'hr',
      reserved: false,
      description: 'HR',
      tenantValue: 'hr',
      permissionType: 'Read only',
    });
    expect(detail('global_tenant')).toMatchObject({ tenant: 'Global', tenantValue: '' });
    for (const row of [detail('h*'), detail('hr', 'global_tenant'), detail()]) {
      expect(row).toMatchObject({
        tenant: 'N/A',
        reserved: 'N/A',
        description: 'N/A',
        tenantValue: undefined,
      });
    }
  });
});

describe('permission rules', () => {
  it.each([
    [['kibana_all_write'], 'Read and Write'],
    [['kibana_all_read', 'kibana_all_write'], 'Read and Write'],
    [['kibana_all_read'], 'Read only'],
    [[], 'None'],
    [undefined, 'None'],
    [['other'], 'None'],
  ])('maps %j to %j', (actions, type) => expect(tenantPermissionType(actions)).toBe(type));
  it.each(['None', 'Read only', 'Read and Write'] as const)('maps %j to actions and back', (type) =>
    expect(tenantPermissionType(tenantPermissionActions(type))).toBe(type)
  );
  it('decodes field lists as exclude if any entry starts with a tilde', () => {
    expect(decodeFieldSecurity(['~a', 'b'])).toEqual({ mode: 'exclude', fields: ['a', 'b'] });
    expect(decodeFieldSecurity(['a'])).toEqual({ mode: 'include', fields: ['a'] });
    expect(decodeFieldSecurity([])).toEqual({ mode: 'exclude', fields: [] });
    expect(encodeFieldSecurity('exclude', ['a'])).toEqual(['~a']);
    expect(encodeFieldSecurity('include', ['a'])).toEqual(['a']);
  });
  it('recognizes read-only users and the apps they may open', () => {
    expect(isReadOnlyUser(['kibana_read_only'], ['kibana_read_only'], false)).toBe(true);
    expect(isReadOnlyUser(['kibana_read_only'], ['kibana_read_only'], true)).toBe(false);
    expect(isReadOnlyUser(['other'], ['kibana_read_only'], false)).toBe(false);
    expect(
      [
        'home',
        'dashboards',
        'kibana',
        'login',
        'customerror',
        'missing-role',
        'error',
        'status',
        'security',
      ].filter(isAppAllowedReadOnly)
    ).toEqual(['home', 'dashboards', 'kibana', 'login', 'customerror', 'missing-role', 'error']);
  });
  it('merges known and configured permissions without duplicates', () => {
    const config = {
      clusterPermissions: { include: ['b', 'a'] },
      indexPermissions: { include: [] },
    };
    expect(mergeCatalogue({ cluster: ['b', 'c'], index: ['i'] }, config)).toEqual({
      cluster: ['a', 'b', 'c'],
      index: ['i'],
    });
  });
});
