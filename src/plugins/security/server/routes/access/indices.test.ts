/**
 * Tests of an engine without indices. For engines with indices see test/cluster/indices.test.ts.
 */
import type { HttpClient } from '../../../../../../test/helpers/http_client';
import {
  addUser,
  put,
  startSecurityServer,
  type SecurityServer,
} from '../../../../../../test/helpers/security_server';

jest.setTimeout(60_000);
const PREVIEW = '/api/v1/dls/preview';
const INDICES = '/api/v1/suggestions/indices';
const FIELDS = '/api/v1/suggestions/fields';
const PASSWORD = 'Jane-doe-secret-7';

describe('index routes of an engine without indices', () => {
  let server: SecurityServer;
  let admin: HttpClient;
  beforeAll(async () => {
    server = await startSecurityServer();
    const entry = { index_patterns: ['sales-*', 'sales_eu'], allowed_actions: ['read'] };
    await put(server, 'roles/sales', {
      index_permissions: [{ ...entry, fls: ['~margin'], masked_fields: ['customer::SHA-1'] }],
    });
    admin = await server.admin();
  });

  it('validate only the syntax of a query and report that', async () => {
    const body = { index: ['sales-*'], query: '{"term":{"unit":"${user.name}"}}' };
    const good = await admin.post(PREVIEW, body);
    expect(good).toMatchObject({
      status: 200,
      body: { answered_by: 'shape', is_valid: true, indices: [], is_cut: false },
    });
    const bad = await admin.post(PREVIEW, { ...body, query: '{"term":' });
    expect(bad).toMatchObject({
      status: 200,
      body: { answered_by: 'shape', is_valid: false, problem: expect.stringContaining('JSON') },
    });
    const view = await admin.post(PREVIEW, { index: ['sales-*'], role: 'sales' });
    expect(view).toMatchObject({ status: 501 });
    const denied = await admin.post(PREVIEW, { ...body, size: 1 });
    expect(denied).toMatchObject({ status: 400 });
  });

  it('suggest names from roles and audit events', async () => {
    const names = await admin.get(`${INDICES}?search=sales`);
    expect(names.body).toEqual({
      names: [
        { name: 'sales-*', kind: 'pattern', source: 'role' },
        { name: 'sales_eu', kind: 'index', source: 'role' },
      ],
      is_cut: false,
    });
    expect((await admin.get(`${INDICES}?search=s*_eu&limit=1`)).body.names).toHaveLength(1);
    const changed = await admin.get(`${INDICES}?search=opendistro_security`);
    expect(changed.body.names).toEqual([
      { name: '.opendistro_security', kind: 'index', source: 'audit_event' },
    ]);
    const fields = await admin.get(`${FIELDS}?index=sales-*`);
    expect(fields.body).toEqual({
      fields: [
        { name: 'customer', types: [], source: 'role' },
        { name: 'margin', types: [], source: 'role' },
      ],
      is_cut: false,
    });
    expect((await admin.get(`${FIELDS}?index=other-*`)).body.fields).toEqual([]);
    expect(await admin.get(`${FIELDS}?index=%2C`)).toMatchObject({ status: 400 });
  });

  it('require read access to the configuration', async () => {
    await addUser(server, 'jdoe', PASSWORD);
    const jdoe = await server.loggedIn('jdoe', PASSWORD);
    expect(await jdoe.get(INDICES)).toMatchObject({ status: 403 });
    expect(await jdoe.get(`${FIELDS}?index=a`)).toMatchObject({ status: 403 });
    const body = { index: ['a'], query: '' };
    expect(await jdoe.post(PREVIEW, body)).toMatchObject({ status: 403 });
  });
});
