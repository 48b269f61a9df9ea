import { namesTenant, withoutTenant, withTenant } from './tenant_addresses';

it.each([
  ['/app/x', '', '/app/x?security_tenant=global'],
  ['/app/x?a=1', '__user__', '/app/x?a=1&security_tenant=private'],
  ['/app/x?', 'fin & co', '/app/x?security_tenant=fin%20%26%20co'],
  ['/app/x?a=1#/y?b=2', 'ü', '/app/x?a=1&security_tenant=%C3%BC#/y?b=2'],
  ['/app/x?securitytenant=a', 'b', '/app/x?securitytenant=a'],
  ['/app/x?security_tenant=', 'b', '/app/x?security_tenant='],
  ['/app/x?security%5Ftenant=a', 'b', '/app/x?security%5Ftenant=a'],
  ['/app/x?no_security_tenant=a', 'b', '/app/x?no_security_tenant=a&security_tenant=b'],
  ['https://h.example/base/app/x', 'b', 'https://h.example/base/app/x?security_tenant=b'],
])('%s in tenant %j becomes %s', (address, tenant, expected) => {
  expect(withTenant(address, tenant)).toBe(expected);
});

it.each([
  ['/app/x?security_tenant=a', '/app/x'],
  ['/app/x?b=%20&securitytenant=a&c#/d', '/app/x?b=%20&c#/d'],
  ['/app/x?securityTenant_=a&security%5Ftenant=b', '/app/x'],
  ['/app/x#security_tenant=a', '/app/x#security_tenant=a'],
])('%s without its tenant becomes %s', (address, expected) => {
  expect(withoutTenant(address)).toBe(expected);
});

it('reads at most a thousand parameters and skips malformed ones', () => {
  expect(namesTenant(`?${'a=1&'.repeat(999)}security_tenant=x`)).toBe(true);
  expect(namesTenant(`?${'a=1&'.repeat(1_000)}security_tenant=x`)).toBe(false);
  expect(namesTenant('?%=1&security_tenant=x')).toBe(true);
});
