/** Tests of the tenancy settings route. */
import {
  addUser,
  put,
  startSecurityServer,
  type SecurityServer,
} from '../../../../../test/helpers/security_server';

const CONFIG = '/api/v1/configuration/tenancy/config';
const PASSWORD = 'Violet-Harbor-7-Kettle';

describe('tenancy configuration', () => {
  let server: SecurityServer;
  beforeAll(async () => {
    server = await startSecurityServer();
    await addUser(server, 'jane', PASSWORD);
  });
  afterAll(() => server?.stop());

  const config = (changes: object = {}) => ({
    multitenancy_enabled: true,
    private_tenant_enabled: true,
    default_tenant: '',
    ...changes,
  });

  it('takes effect for all users before the response', async () => {
    const admin = await server.admin();
    await put(server, 'rolesmapping/kibana_user', { users: ['jane'] });
    const jane = await server.loggedIn('jane', PASSWORD);
    const state = async () => (await jane.get('/api/v1/multitenancy/state')).body;
    expect((await admin.get(CONFIG)).body).toMatchObject({ multitenancy_enabled: true });
    expect((await state()).private_enabled).toBe(true);
    const changed = config({ private_tenant_enabled: false, default_tenant: 'global' });
    expect(await admin.put(CONFIG, changed)).toMatchObject({ status: 200, body: changed });
    expect(await state()).toMatchObject({ private_enabled: false, default_tenant: 'global' });
    expect((await admin.get(CONFIG)).body).toEqual(changed);
    expect((await admin.put(CONFIG, config())).status).toBe(200);
  });

  it('requires API access and an existing default tenant', async () => {
    const jane = await server.loggedIn('jane', PASSWORD);
    expect((await jane.get(CONFIG)).status).toBe(403);
    expect((await jane.put(CONFIG, config({ multitenancy_enabled: false }))).status).toBe(403);
    expect((await server.client().get(CONFIG)).status).toBe(401);
    const admin = await server.admin();
    const missing = await admin.put(CONFIG, config({ default_tenant: 'absent' }));
    expect(missing.status).toBe(400);
    expect(missing.body.message).toContain('absent can not be set to default tenant');
    expect((await admin.put(CONFIG, { multitenancy_enabled: false })).status).toBe(400);
    expect((await admin.get(CONFIG)).body.multitenancy_enabled).toBe(true);
  });
});
