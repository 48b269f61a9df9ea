/**
 * Explanations of wildcards over HTTP, where no indices are known. Measured on 2.19.3 and 3.4.0
 * (docs/reference/engine.md#index-permissions).
 */
import type { HttpClient } from '../../../../../../test/helpers/http_client';
import {
  addUser,
  put,
  startSecurityServer,
  type SecurityServer,
} from '../../../../../../test/helpers/security_server';

jest.setTimeout(60_000);
const EXPLAIN = '/api/v1/access/explain';
const SEARCH = 'indices:data/read/search';
const DELETE = 'indices:data/write/delete/byquery';
const PASSWORD = 'Jane-doe-secret-7';
const entry = (pattern: string, more: object = {}) => ({
  index_permissions: [{ index_patterns: [pattern], allowed_actions: ['read', 'delete'], ...more }],
});
const ROLES = {
  part: entry('index1-45673-*'),
  own: entry('index1-${user.name}-*'),
  lost: entry('index1-${attr.internal.nowhere}-*'),
  digits: entry('/index1-[0-9]+/'),
  writer: entry('index1-*-old', { allowed_actions: ['indices:data/write/delete'] }),
  broken: entry('index1-45673-*', { dls: '{"term":{"a":"${attr.internal.nowhere}"}}' }),
};

const STRICT = {};
const LENIENT = { do_not_fail_on_forbidden: true };
const EMPTY = { ...LENIENT, do_not_fail_on_forbidden_empty: true };

let server: SecurityServer;
let admin: HttpClient;
beforeAll(async () => {
  server = await startSecurityServer();
  for (const [name, body] of Object.entries(ROLES)) await put(server, `roles/${name}`, body);
  await addUser(server, 'jdoe', PASSWORD, { opendistro_security_roles: ['part'] });
  admin = await server.admin();
});

async function configure(settings: object): Promise<void> {
  const path = '/_plugins/_security/api/securityconfig';
  const { body } = await server.engine.request({ kind: 'internal' }, { method: 'GET', path });
  const { dynamic } = (body as any).config;
  const off = { do_not_fail_on_forbidden: false, do_not_fail_on_forbidden_empty: false };
  const { statusCode } = await server.engine.request(
    { kind: 'internal' },
    {
      method: 'PUT',
      path: `${path}/config`,
      body: { dynamic: { ...dynamic, ...off, ...settings } },
    }
  );
  expect(statusCode).toBe(200);
}

async function explained(role: string, index: string, action = SEARCH, more: object = {}) {
  const subject = { name: 'joe', security_roles: [role] };
  const question = { subject, action, ...(index && { index: index.split(',') }), ...more };
  const { status, body } = await admin.post(EXPLAIN, question);
  expect(status).toBe(200);
  return body;
}

const WILDCARD = 'index1-*-*-*';

it.each([
  ['strict', STRICT, 'execute', 'refuse', 'refuse'],
  ['lenient', LENIENT, 'execute', 'reduce', 'refuse'],
  ['lenient about none', EMPTY, 'execute', 'reduce', 'empty'],
])(
  'a wildcard depends on the indices on a %s cluster',
  async (_kind, settings, all, some, none) => {
    await configure(settings);
    const { decision, depends_on_indices: dependence } = await explained('part', WILDCARD);
    expect(dependence).toEqual({
      permitted: ['index1-45673-*'],
      if_all: all,
      if_some: some,
      if_none: none,
    });
    expect(decision.outcome).toBe('denied');
    const { body } = await (
      await server.loggedIn('jdoe', PASSWORD)
    ).get(`${EXPLAIN}?${new URLSearchParams({ action: SEARCH, index: WILDCARD })}`);
    expect(body.depends_on_indices).toEqual(dependence);
  }
);

it.each([
  ['all indices', 'part', '', ['index1-45673-*'], 'execute', 'reduce', 'refuse'],
  [
    'a pattern with the user name',
    'own',
    WILDCARD,
    ['index1-joe-*'],
    'execute',
    'reduce',
    'refuse',
  ],
  [
    'a regular expression',
    'digits',
    'index1-*',
    ['/index1-[0-9]+/'],
    'execute',
    'reduce',
    'refuse',
  ],
  [
    'a name that is not permitted',
    'part',
    `hr,${WILDCARD}`,
    ['index1-45673-*'],
    'reduce',
    'reduce',
    'refuse',
  ],
  [
    'a name that is permitted',
    'part',
    `index1-45673-a,${WILDCARD}`,
    ['index1-45673-*'],
    'execute',
    'reduce',
    'reduce',
  ],
])(
  'a question about %s says which indices are permitted',
  async (_kind, role, index, permitted, all, some, none) => {
    await configure(LENIENT);
    expect((await explained(role, index)).depends_on_indices).toEqual({
      permitted,
      if_all: all,
      if_some: some,
      if_none: none,
    });
  }
);

it('a request that a cluster never reduces depends on all indices being permitted', async () => {
  await configure(EMPTY);
  expect((await explained('part', WILDCARD, DELETE)).depends_on_indices).toMatchObject({
    if_all: 'execute',
    if_some: 'refuse',
    if_none: 'refuse',
  });
});

it.each([
  ['nothing that the role permits', 'part', 'logs-*', SEARCH],
  ['an exclusion of what the role permits', 'part', 'index1-*,-index1-45673-*', SEARCH],
  ['a covered wildcard', 'part', 'index1-45673-*-*', SEARCH],
  ['one name', 'part', 'index1-999-x', SEARCH],
  ['an unknown attribute', 'lost', WILDCARD, SEARCH],
  ['an action that the role lacks', 'writer', WILDCARD, SEARCH],
  ['a query that fails', 'broken', WILDCARD, SEARCH],
])('a question about %s does not depend on the indices', async (_kind, role, index, action) => {
  await configure(LENIENT);
  expect(await explained(role, index, action)).not.toHaveProperty('depends_on_indices');
});

it('known indices decide a wildcard', async () => {
  await configure(LENIENT);
  const names = (...list: string[]) => ({ known_indices: list.map((name) => ({ name })) });
  const ask = async (known: object) => {
    const { decision, depends_on_indices: dependence } = await explained(
      'part',
      WILDCARD,
      SEARCH,
      known
    );
    return [decision.effect, decision.allowed_indices, dependence];
  };
  const own = 'index1-45673-p-q';
  expect(await ask(names(own, 'index1-999-x-y'))).toEqual(['reduce', [own], undefined]);
  expect(await ask(names('index1-999-x-y'))).toEqual(['refuse', [], undefined]);
});

it('an unsaved change that permits a part of a wildcard counts as a change', async () => {
  await configure(LENIENT);
  const changes = { roles: { lost: entry('index1-7-*') } };
  const { is_changed, before, after } = await explained('lost', WILDCARD, SEARCH, { changes });
  expect([is_changed, before.depends_on_indices]).toEqual([true, undefined]);
  expect(after.depends_on_indices.permitted).toEqual(['index1-7-*']);
});
