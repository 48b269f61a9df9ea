/** Guardrails over HTTP, on an embedded engine. */
import type { HttpClient } from '../../../../../test/helpers/http_client';
import {
  addUser,
  put,
  startSecurityServer,
  type SecurityServer,
} from '../../../../../test/helpers/security_server';

jest.setTimeout(60_000);
const PATH = '/api/v1/guardrails';
const PASSWORD = 'Vintage-Tractor-42';
const SALARIES = { rule: 'only', backend_roles: ['hr'], action: 'read', index: 'salaries-*' };

let server: SecurityServer;
let admin: HttpClient;
const etagOf = (headers: Headers) => ({ headers: { 'if-match': headers.get('etag') ?? '' } });
const codeOf = ({ body }: { body: { attributes?: { code?: string } } }) => body.attributes?.code;

beforeAll(async () => {
  server = await startSecurityServer();
  await put(server, 'roles/payroll', {
    index_permissions: [{ index_patterns: ['sal*'], allowed_actions: ['read'] }],
  });
  await addUser(server, 'jdoe', PASSWORD);
  admin = await server.admin();
});
afterAll(() => server.stop());

it('are replaced by version, and refuse the change that breaks one, by name and way', async () => {
  const empty = await admin.get(PATH);
  expect(empty.body).toEqual({});
  const saved = await admin.put(PATH, { salaries: SALARIES });
  expect([saved.status, saved.body]).toEqual([200, { salaries: SALARIES }]);
  const seen = await admin.get(PATH);
  expect(seen.body).toEqual({ salaries: SALARIES });
  const others = { salaries: { ...SALARIES, backend_roles: ['hr', 'board'] } };
  expect((await admin.put(PATH, others, etagOf(seen.headers))).status).toBe(200);
  const stale = await admin.put(PATH, {}, etagOf(seen.headers));
  expect([stale.status, codeOf(stale)]).toEqual([409, 'security.stale_guardrails']);

  const mapping = '/api/v1/configuration/rolesmapping/payroll';
  const broken = await admin.post(mapping, { users: ['jdoe'] });
  expect([broken.status, codeOf(broken)]).toEqual([409, 'core.engine.guardrail_grant']);
  expect(broken.body.message).toMatch(/salaries.*jdoe → payroll → sal\*/);
  expect((await admin.post(mapping, { backend_roles: ['hr'] })).status).toBe(200);
});

it('say what is wrong with a promise, and are for administrators only', async () => {
  const wrong = await admin.put(PATH, { x: { rule: 'never', action: 'read', index: 'a' } });
  expect([wrong.status, codeOf(wrong)]).toEqual([400, 'core.engine.invalid_guardrail']);
  expect(wrong.body.message).toContain('x: [never] needs');
  const jdoe = await server.loggedIn('jdoe', PASSWORD);
  expect((await jdoe.get(PATH)).status).toBe(403);
  expect((await jdoe.put(PATH, {})).status).toBe(403);
});
