import { parse } from 'yaml';
import type { HttpClient } from '../../../../../test/helpers/http_client';
import {
  addUser,
  startSecurityServer,
  type SecurityServer,
} from '../../../../../test/helpers/security_server';

jest.setTimeout(60_000);
const PASSWORD = 'Jane-doe-secret-7';

describe('configuration files', () => {
  let server: SecurityServer;
  let admin: HttpClient;
  beforeAll(async () => {
    server = await startSecurityServer();
    await addUser(server, 'jdoe', PASSWORD);
    admin = await server.admin();
  });
  afterAll(() => server.stop());

  const get = (kind: string, client = admin) => client.get(`/api/v1/configuration_files/${kind}`);

  it("contain the entries of a kind in the cluster's format without built-in entries", async () => {
    const body = {
      description: 'Yes: "quoted", and on',
      tenant_permissions: [{ tenant_patterns: ['*'], allowed_actions: ['kibana_all_read'] }],
    };
    expect((await admin.post('/api/v1/configuration/roles/no', body)).status).toBe(200);
    const { status, body: response } = await get('roles');
    expect([status, response.file]).toEqual([200, 'roles.yml']);
    const file = parse(response.text);
    expect(file._meta).toEqual({ type: 'roles', config_version: 2 });
    expect(file.no).toEqual({ reserved: false, ...body });
    expect(Object.keys(file)).toHaveLength(response.entries + 1);
    const stored = (await admin.get('/api/v1/configuration/roles')).body.data;
    const own = Object.keys(stored).filter((name) => !stored[name].static);
    expect(Object.keys(file).filter((name) => name !== '_meta')).toEqual(own);
  });

  it('escape stored text that looks like a variable', async () => {
    const body = { attributes: { '${env.HOME}': 'a\\${env.HOME:-x}' }, description: '${envbc.A}' };
    const path = '/api/v1/configuration/internalusers/varied';
    expect((await admin.post(path, { ...body, password: PASSWORD })).status).toBe(200);
    const { text } = (await get('internalusers')).body;
    expect(text).not.toContain('${env');
    expect(parse(text).varied).toEqual({ reserved: false, ...body });
  });

  it('contain no password hashes, but the audit logging settings', async () => {
    const users = await get('internalusers');
    expect(parse(users.body.text).jdoe).toMatchObject({ reserved: false });
    expect(users.body.text).not.toMatch(/hash|argon2/);
    const audit = parse((await get('audit')).body.text);
    expect(audit._meta).toEqual({ type: 'audit', config_version: 2 });
    expect(audit.config).toMatchObject({ enabled: true });
  });

  it('are available as CSV tables without hashes and formulas', async () => {
    const odd = {
      description: '=1+1, "told"',
      cluster_permissions: ['cluster_monitor', 'cluster_composite_ops'],
    };
    expect((await admin.post('/api/v1/configuration/roles/-odd', odd)).status).toBe(200);
    const { status, body: response } = await get('roles?format=csv');
    expect([status, response.file]).toEqual([200, 'roles.csv']);
    const [heading = '', ...lines] = (response.text as string).split('\r\n');
    expect(heading).toMatch(/^name,reserved,hidden,/);
    expect(lines.slice(0, -1)).toHaveLength(response.entries);
    const line = lines.find((one) => one.startsWith(`"'-odd"`));
    expect(line).toContain('"cluster_monitor\ncluster_composite_ops"');
    expect(line).toContain(`"'=1+1, ""told"""`);
    // Built-in entries are part of a review as well.
    expect(lines.some((one) => one.startsWith('all_access,'))).toBe(true);
    const users = await get('internalusers?format=csv');
    expect(users.body.text).toMatch(/^jdoe,/m);
    expect(users.body.text).not.toMatch(/hash|argon2/);
    expect((await get('audit?format=csv')).body.text).toMatch(
      /^name,value\r\nenabled,true\r\naudit\./
    );
    expect((await get('roles?format=xml')).status).toBe(400);
  });

  it('require API access and a known kind', async () => {
    expect((await get('roles', server.client())).status).toBe(401);
    expect((await get('roles', await server.loggedIn('jdoe', PASSWORD))).status).toBe(403);
    expect((await get('config')).status).toBe(404);
  });
});
