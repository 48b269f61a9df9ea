/** Tests that the responses of the routes match their contracts exactly. */
import {
  ACCESS_COMPARISON,
  ACCESS_EXPLANATION,
  EFFECTIVE_PERMISSIONS,
  ENTITIES,
  RESOURCE_TYPES,
  ENGINE_ERRORS,
  englishText,
  type ErrorDefinition,
  type ErrorParams,
} from '@sd/contracts';
import Ajv2020 from 'ajv/dist/2020';
import type { HttpClient } from '../../../../../test/helpers/http_client';
import {
  addUser,
  put,
  startSecurityServer,
  type SecurityServer,
} from '../../../../../test/helpers/security_server';

jest.setTimeout(60_000);

const ajv = new Ajv2020({ strict: false, allErrors: true });
const EXPLAIN = '/api/v1/access/explain';
const INDEX_PERMISSION = {
  index_patterns: ['logs-${user.name}-*'],
  dls: '{"match_all":{}}',
  fls: ['~secret'],
  masked_fields: ['ip'],
  allowed_actions: ['read'],
};

let server: SecurityServer;
let admin: HttpClient;
beforeAll(async () => {
  server = await startSecurityServer();
  await put(server, 'tenants/hr', { description: 'Personnel' });
  await put(server, 'actiongroups/reading', { type: 'index', allowed_actions: ['read'] });
  await put(server, 'roles/logs_reader', {
    description: 'Reads logs',
    cluster_permissions: ['cluster_monitor'],
    index_permissions: [INDEX_PERMISSION],
    tenant_permissions: [{ tenant_patterns: ['hr'], allowed_actions: ['kibana_all_read'] }],
  });
  await put(server, 'rolesmapping/logs_reader', {
    users: ['some*'],
    backend_roles: ['devs'],
    and_backend_roles: ['a', 'b'],
  });
  await addUser(server, 'jdoe', 'Jane-doe-secret-7', {
    backend_roles: ['devs', 'a', 'b'],
    attributes: { team: 'x' },
  });
  admin = await server.admin();
});

/** @returns the paths that do not match */
function misfits(schema: object, value: unknown): readonly string[] {
  const fits = ajv.compile(schema);
  if (fits(value)) return [];
  return (fits.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

it.each(RESOURCE_TYPES)('returns entities of %s as in the contract', async (type) => {
  const { body } = await admin.get(`/api/v1/configuration/${type}`);
  const entities = Object.entries(body.data as Record<string, unknown>);
  expect(entities.length).toBeGreaterThan(0);
  const schema = { ...ENTITIES[type].responseSchema, additionalProperties: false };
  for (const [name, entity] of entities)
    expect({ name, misfits: misfits(schema, entity) }).toEqual({ name, misfits: [] });
});

it.each([
  ['granted', { action: 'indices:data/read/search', index: ['logs-jdoe-1'] }],
  ['granted in part', { action: 'indices:data/read/search', index: ['logs-jdoe-1', 'other'] }],
  ['denied', { action: 'indices:data/write/index', index: ['logs-jdoe-1'] }],
  ['about a tenant', { action: 'indices:data/read/search', index: ['.kibana'], tenant: 'hr' }],
  ['on the cluster', { action: 'cluster:monitor/health' }],
])('explanation response matches the contract: %s', async (_what, request) => {
  const { status, body } = await admin.post(EXPLAIN, { user: 'jdoe', ...request });
  expect([status, misfits(ACCESS_EXPLANATION, body)]).toEqual([200, []]);
});

it('comparison and effective permissions responses match the contract', async () => {
  const compared = await admin.post(EXPLAIN, {
    user: 'jdoe',
    action: 'indices:data/read/search',
    index: 'logs-jdoe-1',
    changes: { roles: { logs_reader: null }, internalusers: { jdoe: null } },
  });
  expect([compared.status, misfits(ACCESS_COMPARISON, compared.body)]).toEqual([200, []]);
  expect(compared.body.after).toBeNull();
  const listed = await admin.get('/api/v1/access/effective?user=jdoe');
  expect([listed.status, misfits(EFFECTIVE_PERMISSIONS, listed.body)]).toEqual([200, []]);
});

describe('error codes', () => {
  const CONFIGURATION = '/api/v1/configuration';

  const user = (body: object) => [`${CONFIGURATION}/internalusers/somebody`, body] as const;

  const role = (body: object) => [`${CONFIGURATION}/roles/some_role`, body] as const;

  const E = ENGINE_ERRORS;

  let server: SecurityServer;

  let admin: HttpClient;

  beforeAll(async () => {
    server = await startSecurityServer({});
    admin = await server.admin();
  });

  type Case = readonly [ErrorDefinition, ErrorParams, string, object];

  it.each<Case>([
    [E.passwordRule, {}, ...user({ password: 'aaaaaaaa' })],
    [E.weakPassword, {}, ...user({ password: 'Passw0rd!' })],
    [E.similarPassword, {}, ...user({ password: 'kX9!somebody-Qw7z@Lp2' })],
    [E.static, { name: 'all_access' }, `${CONFIGURATION}/roles/all_access`, { description: 'd' }],
    [E.invalidConfiguration, { details: 'unknown keys extra' }, ...role({ extra: 1 })],
    [
      E.wrongDatatype,
      { details: 'cluster_permissions (Array expected)' },
      ...role({ cluster_permissions: 'x' }),
    ],
    [E.blankElement, {}, ...role({ cluster_permissions: [' '] })],
    [E.tooLong, { limit: 256 }, ...role({ description: 'x'.repeat(257) })],
    [
      E.ownActionGroup,
      { name: 'own' },
      `${CONFIGURATION}/actiongroups/own`,
      { type: 'index', allowed_actions: ['own'] },
    ],
    [
      E.notFound,
      { kind: 'role', name: 'nobody' },
      `${CONFIGURATION}/rolesmapping/nobody`,
      { users: ['a'] },
    ],
    [
      E.wrongCurrentPassword,
      {},
      `${CONFIGURATION}/account`,
      { password: 'Long-enough-secret-9', current_password: 'wrong' },
    ],
    [
      E.userOrSubject,
      {},
      '/api/v1/access/explain',
      { user: 'a', subject: { name: 'b' }, action: 'indices:data/read/get' },
    ],
  ])('sends the code of %p', async (error, params, path, body) => {
    const response = await admin.post(path, body);
    const texts = Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, String(value)])
    );
    expect(response.body).toMatchObject({
      statusCode: error.status,
      message: englishText(error, params),
      attributes: { code: error.code, ...(Object.keys(texts).length > 0 && { params: texts }) },
    });
  });

  it('reports details of an invalid entity as error parameters', async () => {
    const pattern = { index_permissions: [{ index_patterns: ['/(/'], allowed_actions: ['read'] }] };
    const { body } = await admin.post(...role(pattern));
    expect(body.attributes).toMatchObject({
      code: E.invalidPattern.code,
      params: { details: expect.stringContaining('index_patterns') as unknown },
    });
  });

  it('reports the error code of a rejected deletion, single or in bulk', async () => {
    const alone = await admin.delete(`${CONFIGURATION}/roles/all_access`);
    const params = { name: 'all_access' };
    expect(alone.body.attributes).toEqual({ code: E.static.code, params });
    const { body } = await admin.post(`${CONFIGURATION}/roles/_bulk_delete`, {
      names: ['all_access'],
    });
    expect(body.results[0]).toMatchObject({ status: 403, code: E.static.code, params });
  });
});
