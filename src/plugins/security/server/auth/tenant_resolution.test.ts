import fc from 'fast-check';
import { tenantInAddress } from '../../common';
import {
  resolveTenant,
  tenantInHeaders,
  usableTenant,
  type TenancyRules,
} from './tenant_resolution';

const rules = (changes: Partial<TenancyRules> = {}): TenancyRules => ({
  isEnabled: true,
  isGlobalEnabled: true,
  isPrivateEnabled: true,
  preferred: [],
  defaultTenant: '',
  ...changes,
});
const user = {
  userName: 'jdoe',
  tenants: { global_tenant: true, jdoe: true, hr: false, Finance: true },
};
const resolve = (requested: string | undefined, changes?: Partial<TenancyRules>, who = user) =>
  resolveTenant(requested, who, rules(changes));

describe('resolveTenant', () => {
  it.each([
    ['hr', 'hr'],
    ['Finance', 'Finance'],
    ['', ''],
    ['global', ''],
    ['Global', ''],
    ['global_tenant', ''],
    ['__user__', '__user__'],
    ['private', '__user__'],
    ['Private', '__user__'],
    ['jdoe', '__user__'],
    ['finance', ''],
    ['unknown', ''],
    ['__proto__', ''],
    ['constructor', ''],
    [undefined, ''],
  ])('resolves %j to %j', (requested, expected) => expect(resolve(requested)).toBe(expected));

  it('falls back to preferred tenants, whose names are case-sensitive', () => {
    expect(resolve(undefined, { preferred: ['nope', 'Finance', 'hr'] })).toBe('Finance');
    expect(resolve(undefined, { preferred: ['PRIVATE'] })).toBe('__user__');
    expect(resolve('unknown', { preferred: ['hr'] })).toBe('hr');
  });
  it('falls back from the requested tenant to preferred ones, then to the default', () => {
    const rules_ = { preferred: ['Finance'], defaultTenant: 'private' };
    expect(resolve('hr', rules_)).toBe('hr');
    expect(resolve(undefined, rules_)).toBe('Finance');
    expect(resolve('unknown', { ...rules_, preferred: ['unknown too'] })).toBe('__user__');
  });
  it('uses the default tenant only if none was requested', () => {
    expect(resolve(undefined, { defaultTenant: 'hr' })).toBe('hr');
    expect(resolve('Finance', { defaultTenant: 'hr' })).toBe('Finance');
  });
  it('scans the tenants of a user only once', () => {
    let lookups = 0;
    const tenants = new Proxy(
      { hr: true, Finance: true },
      {
        ownKeys: (target) => {
          lookups++;
          return Reflect.ownKeys(target);
        },
      }
    );
    const tenantUser = { userName: 'jdoe', tenants };
    for (let call = 0; call < 50; call++) {
      expect(resolve('hr', {}, tenantUser as never)).toBe('hr');
      expect(resolve('gone', {}, tenantUser as never)).toBe('hr');
      expect(resolve(undefined, {}, tenantUser as never)).toBe('hr');
    }
    expect(lookups).toBe(1);
  });
  it('falls back to global, then private, then a custom tenant', () => {
    expect(resolve(undefined, { isGlobalEnabled: false })).toBe('__user__');
    expect(resolve('global', { isGlobalEnabled: false, isPrivateEnabled: false })).toBe('hr');
    expect(resolve('global_tenant', { isGlobalEnabled: false, isPrivateEnabled: false })).toBe(
      'hr'
    );
    expect(resolve('jdoe', { isPrivateEnabled: false })).toBe('');
  });
  it('skips the global tenant for users without a permission in it', () => {
    const outsider = { userName: 'x', tenants: { x: true } };
    expect(resolve('', {}, outsider as never)).toBe('__user__');
    expect(resolve('', { isPrivateEnabled: false }, outsider as never)).toBeUndefined();
  });
  it('skips the private tenant for users without a permission in it, whatever its alias', () => {
    const outsider = { userName: 'x', tenants: { hr: true, ops: true } };
    for (const requested of ['private', 'Private', '__user__', 'x', undefined])
      expect(resolve(requested, { preferred: ['private'] }, outsider as never)).toBe('hr');
    expect(usableTenant('__user__', outsider, rules())).toBeUndefined();
    const homeless = { userName: 'x', tenants: {} };
    expect(resolve('private', {}, homeless as never)).toBeUndefined();
  });
  it('returns no tenant when all are disabled', () => {
    const outsider = { userName: 'x', tenants: { x: true, global_tenant: true } };
    expect(
      resolve(undefined, { isGlobalEnabled: false, isPrivateEnabled: false }, outsider as never)
    ).toBeUndefined();
  });
  it('returns only the global tenant when multitenancy is disabled', () => {
    for (const requested of ['hr', 'private', 'global'])
      expect(resolve(requested, { isEnabled: false })).toBe('');
  });

  it('returns only tenants that the user has and the rules allow (property)', () => {
    const names = fc.constantFrom(
      'hr',
      'ops',
      'jdoe',
      'global_tenant',
      'global',
      'private',
      '__user__',
      '',
      'Private'
    );
    fc.assert(
      fc.property(
        fc.option(names, { nil: undefined }),
        fc.dictionary(names, fc.boolean()),
        fc.record({
          isEnabled: fc.boolean(),
          isGlobalEnabled: fc.boolean(),
          isPrivateEnabled: fc.boolean(),
          preferred: fc.array(names),
          defaultTenant: names,
        }),
        (choice, tenants, given) => {
          const tenantUser = { userName: 'jdoe', tenants };
          const tenant = resolveTenant(choice, tenantUser, given);
          if (tenant === undefined) return;
          expect(usableTenant(tenant, tenantUser, given)).toBe(tenant);
        }
      )
    );
  });
});

describe('tenant parameters and headers', () => {
  it('prefer the newest spelling in the address', () => {
    expect(tenantInAddress('/?security_tenant=a&securitytenant=b&securityTenant_=c')).toBe('c');
    expect(tenantInAddress('?security_tenant=a&securitytenant=b#x')).toBe('b');
    expect(tenantInAddress('/app/x?security_tenant=')).toBe('');
    expect(tenantInAddress('/app/x?x=1#?security_tenant=a')).toBeUndefined();
  });
  it('are read from both headers', () => {
    expect(tenantInHeaders({ security_tenant: 'a', securitytenant: 'b' })).toBe('b');
    expect(tenantInHeaders({ security_tenant: 'a' })).toBe('a');
  });
});
