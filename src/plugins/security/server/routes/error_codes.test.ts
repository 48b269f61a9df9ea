/**
 * Tests that engine errors reach screens with code and parameters, and with the engine's own text.
 */
import { ENGINE_ERRORS, englishText, type ErrorDefinition, type ErrorParams } from '@sd/contracts';
import type { HttpClient } from '../../../../../test/helpers/http_client';
import {
  startSecurityServer,
  type SecurityServer,
} from '../../../../../test/helpers/security_server';

jest.setTimeout(60_000);

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
afterAll(() => server.stop());

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
