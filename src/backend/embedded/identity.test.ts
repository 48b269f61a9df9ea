/**
 * `Engine.identify`: changes are visible within `identityMaxAgeMs`, as the engine interface
 * promises.
 */
import {
  ADMIN_PASSWORD,
  cleanUp,
  clientOf,
  INTERNAL,
  login,
  startEngine,
} from '../testing/embedded';

const PASSWORD = 'Str0ng!Passw0rd-9';

afterEach(cleanUp);

it('revokes permissions before the change is acknowledged', async () => {
  const { engine } = await startEngine();
  const server = clientOf(engine, INTERNAL);
  const admin = clientOf(engine, await login(engine, 'admin', ADMIN_PASSWORD));
  await server('PUT', '/api/roles/team', { tenant_permissions: [] });
  await server('PUT', '/api/tenants/sales', { description: '' });
  await server('PUT', '/api/internalusers/jdoe', { password: PASSWORD, backend_roles: ['dev'] });
  const jdoe = await login(engine, 'jdoe', PASSWORD);
  expect(engine.identityMaxAgeMs).toBe(0);
  const access = async () => {
    // Twice: the result of the first call is cached and must not outlive the change.
    await engine.identify(jdoe);
    const identity = await engine.identify(jdoe);
    return identity && [identity.roles.join(), identity.hasApiAccess, identity.tenants['sales']];
  };
  const sales = [{ tenant_patterns: ['sales'], allowed_actions: ['kibana_all_write'] }];
  const all = { backend_roles: ['dev'] };
  const steps: ReadonlyArray<readonly [string, () => Promise<unknown>, unknown]> = [
    ['nothing', async () => undefined, ['', false, undefined]],
    ['mapped', () => admin('PUT', '/api/rolesmapping/team', all), ['team', false, undefined]],
    [
      'a tenant',
      () => admin('PUT', '/api/roles/team', { tenant_permissions: sales }),
      ['team', false, true],
    ],
    [
      'no tenant',
      () => admin('PUT', '/api/roles/team', { tenant_permissions: [] }),
      ['team', false, undefined],
    ],
    ['unmapped', () => admin('DELETE', '/api/rolesmapping/team'), ['', false, undefined]],
    [
      'API access',
      () => admin('PUT', '/api/internalusers/jdoe', { backend_roles: ['admin'] }),
      ['all_access', true, true],
    ],
    [
      'no API access',
      () => admin('PUT', '/api/internalusers/jdoe', { backend_roles: [] }),
      ['', false, undefined],
    ],
    ['deleted', () => admin('DELETE', '/api/internalusers/jdoe'), undefined],
  ];
  for (const [what, change, expected] of steps) {
    await access();
    await change();
    expect([what, await access()]).toEqual([what, expected]);
  }
});
