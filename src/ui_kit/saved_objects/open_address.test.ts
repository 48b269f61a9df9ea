import { openAddress } from './open_address';

const VIEW = 'https://osd.example/app/dashboards?security_tenant={tenant}#/view/{id}';

it.each([
  ['', 'https://osd.example/app/dashboards?security_tenant=global#/view/a%2Fb%20c'],
  ['__user__', 'https://osd.example/app/dashboards?security_tenant=private#/view/a%2Fb%20c'],
  ['s & r', 'https://osd.example/app/dashboards?security_tenant=s%20%26%20r#/view/a%2Fb%20c'],
  [undefined, 'https://osd.example/app/dashboards?security_tenant=#/view/a%2Fb%20c'],
])('an object in tenant %j opens at its encoded address', (tenant, address) => {
  expect(openAddress({ dashboard: VIEW }, { type: 'dashboard', id: 'a/b c' }, tenant)).toBe(
    address
  );
});

it.each(['search', 'constructor'])('objects of type %s have no address without one', (type) => {
  expect(openAddress({ dashboard: VIEW }, { type, id: '1' }, '')).toBeUndefined();
});
