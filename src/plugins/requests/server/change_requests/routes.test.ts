/** Change requests over HTTP, on an embedded engine. */
import { CHANGE_REQUEST_LIMITS, type ChangeRequest } from '@sd/contracts';
import type { HttpClient } from '../../../../../test/helpers/http_client';
import {
  addUser,
  put,
  startSecurityServer,
  type SecurityServer,
} from '../../../../../test/helpers/security_server';
import { waitForCondition } from '../../../../../test/helpers/wait_for';
import { temporaryFolder } from '../../../../../test/helpers/temporary_folder';

jest.setTimeout(60_000);
const PATH = '/api/v1/change_requests';
const CONFIG = '/api/v1/configuration';
const PASSWORD = 'Vintage-Tractor-42';
const READ = { index_permissions: [{ index_patterns: ['sales-*'], allowed_actions: ['read'] }] };
const ROLE = { kind: 'roles', name: 'sales', action: 'create', entry: READ } as const;
const MAPPING = {
  kind: 'rolesmapping',
  name: 'sales',
  action: 'create',
  entry: { users: ['jdoe'] },
} as const;

let server: SecurityServer;
let strict: SecurityServer;
let author: HttpClient;
let colleague: HttpClient;
const codeOf = ({ body }: { body: { attributes?: { code?: string } } }) => body.attributes?.code;

async function withPeople(target: SecurityServer): Promise<[HttpClient, HttpClient]> {
  for (const name of ['ana', 'ben'])
    await put(target, `internalusers/${name}`, { password: PASSWORD, backend_roles: ['admin'] });
  await addUser(target, 'jdoe', PASSWORD);
  return [await target.loggedIn('ana', PASSWORD), await target.loggedIn('ben', PASSWORD)];
}

beforeAll(async () => {
  server = await startSecurityServer({ requests: {} });
  [author, colleague] = await withPeople(server);
  await put(server, 'actiongroups/basis', { allowed_actions: ['indices:data/read/search'] });
});
afterAll(async () => {
  await server.stop();
  await strict?.stop();
});

/** Each test has entries of its own. */
const named = <T extends { readonly name: string }>(one: T, name: string): T => ({ ...one, name });
const title = 'Sales team reads its indices';

async function requested(changes: readonly object[], client = author): Promise<ChangeRequest> {
  const response = await client.post(PATH, { title, reason: 'Ticket 17', changes });
  expect([response.status, codeOf(response)]).toEqual([200, undefined]);
  return response.body as ChangeRequest;
}
const apply = (
  client: HttpClient,
  { id, revision }: ChangeRequest,
  more: object = {},
  query = ''
) => client.post(`${PATH}/${id}/apply${query}`, { revision, ...more });
const reread = async ({ id }: ChangeRequest, client = author) =>
  (await client.get(`${PATH}/${id}`)).body as ChangeRequest;

it('collect a role and its mapping, and apply both as one change by the approver', async () => {
  const made = await requested([ROLE]);
  expect(made).toMatchObject({
    title,
    reason: 'Ticket 17',
    author: 'ana',
    state: 'open',
    count: 1,
    revision: 1,
    is_own: true,
    can_apply: true,
    can_reject: false,
    changes: [{ kind: 'roles', name: 'sales', action: 'create', state: 'ready' }],
  });
  const added = await author.post(`${PATH}/${made.id}/changes`, {
    revision: 1,
    changes: [MAPPING],
  });
  expect(added.body).toMatchObject({ revision: 2, count: 2 });

  // The author may apply it, but does not wait for that.
  const waiting = async (client: HttpClient) => (await client.get(PATH)).body.waiting;
  expect([await waiting(author), await waiting(colleague)]).toEqual([0, 1]);

  const seen = await reread(made, colleague);
  expect(seen).toMatchObject({ is_own: false, can_apply: true, can_reject: true });
  expect(seen.changes.map(({ after }) => after)).toMatchObject([READ, { users: ['jdoe'] }]);
  expect((await colleague.get(`${CONFIG}/roles/sales`)).status).toBe(404);
  const dry = await apply(colleague, seen, { dry_run: true });
  expect(dry.body).toMatchObject({
    is_whole: true,
    results: [{ is_done: true }, { is_done: true }],
  });
  expect((await colleague.get(`${CONFIG}/roles/sales`)).status).toBe(404);

  expect((await apply(colleague, seen, { comment: 'Fine' })).body.is_done).toBe(true);
  expect(await waiting(colleague)).toBe(0);
  expect(await reread(made)).toMatchObject({
    state: 'applied',
    can_apply: false,
    decided: { by: 'ben', comment: 'Fine', at: expect.any(Number) },
  });
  const { items } = (await colleague.get('/api/v1/history?per_page=2')).body;
  const origin = { kind: 'change_request', id: made.id, text: title, author: 'ana' };
  for (const { actor, cause: from, reason } of items)
    expect([actor, from, reason]).toEqual(['ben', origin, undefined]);
  const details = (await colleague.get(`/api/v1/history/${items[0].id}`)).body;
  expect(details.together).toMatchObject([{ id: items[1].id, cause: origin }]);
  const list = (await colleague.get(PATH)).body.items as ChangeRequest[];
  expect(list.find(({ id }) => id === made.id)).toMatchObject({ state: 'applied', count: 2 });
  expect(codeOf(await apply(colleague, await reread(made)))).toBe('security.change_request_closed');
});

it('are not applied in another revision than the one that was looked at', async () => {
  const seen = await requested([named(ROLE, 'altered')]);
  const more = { revision: 1, changes: [named(MAPPING, 'altered')] };
  await author.post(`${PATH}/${seen.id}/changes`, more);
  for (const decision of ['apply', 'reject']) {
    const response = await colleague.post(`${PATH}/${seen.id}/${decision}`, { revision: 1 });
    expect([response.status, codeOf(response)]).toEqual([409, 'security.change_request_revised']);
  }
  expect((await colleague.get(`${CONFIG}/roles/altered`)).status).toBe(404);
  const removed = [{ kind: 'roles', name: 'altered' }];
  const shorter = await author.post(`${PATH}/${seen.id}/changes`, { revision: 2, removed });
  expect(shorter.body.changes).toMatchObject([{ kind: 'rolesmapping' }]);
});

// @feature change-requests/2
it('name what was changed meanwhile, change nothing then, and never overwrite it', async () => {
  await put(server, 'roles/moved', READ);
  const changes = [
    { ...named(ROLE, 'moved'), action: 'update', entry: { cluster_permissions: ['cluster_all'] } },
    named(ROLE, 'unmoved'),
  ];
  const seen = await requested(changes);
  await put(server, 'roles/moved', { ...READ, description: 'By somebody else' });
  const states = (await reread(seen)).changes.map(({ name, state }) => [name, state]);
  expect(states).toEqual([
    ['moved', 'stale'],
    ['unmoved', 'ready'],
  ]);
  const { body } = await apply(colleague, seen);
  expect(body).toMatchObject({ is_done: false, is_whole: true });
  expect(body.results).toContainEqual(
    expect.objectContaining({ name: 'moved', is_done: false, code: 'security.stale_version' })
  );
  expect((await colleague.get(`${CONFIG}/roles/unmoved`)).status).toBe(404);
  expect((await colleague.get(`${CONFIG}/roles/moved`)).body.description).toBe('By somebody else');
  expect((await reread(seen)).state).toBe('open');
});

it('do not lift a guardrail that asks for a reason, and tell of a lockout', async () => {
  const promise = { rule: 'never', users: ['jdoe'], action: 'read', index: 'secret-*' };
  const guardrails = { secrets: { ...promise, on_breach: 'ask' } };
  expect((await author.put('/api/v1/guardrails', guardrails)).status).toBe(200);
  const entry = { index_permissions: [{ index_patterns: ['sec*'], allowed_actions: ['read'] }] };
  const seen = await requested([{ ...named(ROLE, 'secrets'), entry }, named(MAPPING, 'secrets')]);
  const refused = await apply(colleague, seen);
  expect(refused.body).toMatchObject({
    is_done: false,
    refusal: { code: 'core.engine.guardrail_grant_asks', asks_reason: true },
  });
  const reason = { headers: { 'x-change-reason': encodeURIComponent('Audit of this week') } };
  const path = `${PATH}/${seen.id}/apply`;
  const passed = await colleague.post(path, { revision: seen.revision }, reason);
  expect(passed.body.is_done).toBe(true);
  const [change] = (await colleague.get('/api/v1/history?per_page=1')).body.items;
  expect(change).toMatchObject({
    reason: 'Audit of this week',
    cause: { author: 'ana' },
  });

  const { headers } = await author.get(`${CONFIG}/rolesmapping/all_access`);
  const lockout = await requested([
    {
      kind: 'rolesmapping',
      name: 'all_access',
      action: 'update',
      version: headers.get('etag'),
      entry: { users: ['nobody'] },
    },
  ]);
  expect((await apply(colleague, lockout)).body.refusal).toMatchObject({ lockout: { own: true } });
});

it('contain no passwords, no new users, no repetition of what is there, and name bad entries', async () => {
  const user = { kind: 'internalusers', name: 'jdoe', action: 'update' };
  const big = { description: 'x'.repeat(CHANGE_REQUEST_LIMITS.requestLength) };
  for (const [change, status, code] of [
    [{ ...user, entry: { password: PASSWORD } }, 400, 'security.change_request_secret'],
    [{ ...user, entry: { hash: '$2a$12$x' } }, 400, 'security.change_request_secret'],
    [
      { ...user, name: 'new', action: 'create', entry: {} },
      400,
      'security.change_request_new_user',
    ],
    [{ ...named(ROLE, 'kibana_user') }, 409, 'security.already_exists'],
    [{ ...named(ROLE, 'gone'), action: 'update' }, 409, 'security.stale_version'],
    [
      { ...named(ROLE, 'gone'), action: 'delete', entry: null },
      400,
      'security.change_request_unchanged',
    ],
    [{ ...user, version: 'other', entry: { backend_roles: ['x'] } }, 409, 'security.stale_version'],
    [named(ROLE, 'a%b'), 400, 'security.invalid_name'],
    [{ ...named(ROLE, 'big'), entry: big }, 413, 'security.change_request_too_large'],
  ] as const) {
    const response = await author.post(PATH, { title, changes: [change] });
    expect([response.status, codeOf(response)]).toEqual([status, code]);
  }
  expect((await author.post(PATH, { title, changes: [] })).status).toBe(400);
});

it('are withdrawn by the author alone, and rejected by others with a comment', async () => {
  const first = await requested([named(ROLE, 'first')]);
  const decide = (client: HttpClient, { id }: ChangeRequest, decision: string) =>
    client.post(`${PATH}/${id}/${decision}`, { revision: 1, comment: 'Too much' });
  expect(codeOf(await decide(colleague, first, 'withdraw'))).toBe(
    'security.change_request_author_only'
  );
  expect(codeOf(await decide(author, first, 'reject'))).toBe(
    'security.change_request_own_rejection'
  );
  expect((await decide(colleague, first, 'reject')).body).toMatchObject({
    state: 'rejected',
    decided: { by: 'ben', comment: 'Too much' },
  });
  const second = await requested([named(ROLE, 'second')]);
  expect((await decide(author, second, 'withdraw')).body.state).toBe('withdrawn');
  for (const one of [first, second])
    expect(codeOf(await apply(colleague, await reread(one)))).toBe(
      'security.change_request_closed'
    );
});

it('are hidden from users who cannot read the entries, and unknown ids return 404', async () => {
  const made = await requested([named(ROLE, 'hidden')]);
  const jdoe = await server.loggedIn('jdoe', PASSWORD);
  for (const path of [PATH, `${PATH}/${made.id}`]) expect((await jdoe.get(path)).status).toBe(403);
  expect((await apply(jdoe, made)).status).toBe(403);
  expect((await server.client().get(`${PATH}/${made.id}`)).status).toBe(401);
  for (const id of ['1', 'x'.repeat(36), '__proto__', 'constructor'])
    expect((await colleague.get(`${PATH}/${id}`)).status).toBe(404);
  expect(made.id).toMatch(/^[0-9a-f-]{36}$/);
  // A link only shows.
  expect((await colleague.get(`${PATH}/${made.id}/apply`)).status).toBe(404);
});

it('contain guardrails, for those who may change the security configuration', async () => {
  const disabledEndpoints = { security_rest_api_access: { CONFIG: ['PUT'] } };
  const limited = await startSecurityServer({ requests: {}, settings: { disabledEndpoints } });
  const [ana] = await withPeople(limited);
  await put(limited, 'internalusers/cem', { password: PASSWORD, backend_roles: ['managers'] });
  await put(limited, 'rolesmapping/security_rest_api_access', { backend_roles: ['managers'] });
  const entry = { rule: 'never', users: ['jdoe'], action: 'read', index: 'secret-*' };
  const change = { kind: 'guardrails', name: 'secrets', action: 'create', entry };
  const made = await requested([change], ana);
  expect(made.changes).toMatchObject([{ kind: 'guardrails', state: 'ready', after: entry }]);
  const cem = await limited.loggedIn('cem', PASSWORD);
  expect((await cem.get(PATH)).body).toMatchObject({ waiting: 0, items: [{ id: made.id }] });
  expect(await reread(made, cem)).toMatchObject({ can_apply: false });
  expect((await apply(ana, made)).body.is_done).toBe(true);
  expect((await ana.get('/api/v1/guardrails')).body).toEqual({ secrets: entry });
  await limited.stop();
});

it('have a limited number for each author, until some are decided', async () => {
  let last: ChangeRequest | undefined;
  for (let count = 0; count < CHANGE_REQUEST_LIMITS.openPerAuthor; count++)
    last = await requested([named(ROLE, `many_${count}`)], colleague);
  const body = { title, changes: [named(ROLE, 'one_more')] };
  const response = await colleague.post(PATH, body);
  expect([response.status, codeOf(response)]).toEqual([409, 'security.change_requests_open']);
  await colleague.post(`${PATH}/${last?.id}/withdraw`, { revision: 1 });
  expect((await colleague.post(PATH, body)).status).toBe(200);
});

it('need another approver than the author where four eyes are required', async () => {
  strict = await startSecurityServer({ requests: { change_requests: { four_eyes: true } } });
  const [one, other] = await withPeople(strict);
  const made = await requested([ROLE], one);
  expect(made.can_apply).toBe(false);
  const refused = await apply(one, made);
  expect([refused.status, codeOf(refused)]).toEqual([403, 'security.change_request_four_eyes']);
  // Validation changes nothing, so it is for the author, too.
  expect((await apply(one, made, { dry_run: true })).body.results).toMatchObject([
    { is_done: true },
  ]);
  expect((await apply(other, made)).body.is_done).toBe(true);
});

type Wrap = NonNullable<Parameters<typeof startSecurityServer>[0]>['wrapBackend'];

describe('whose server ends between their changes and the record', () => {
  /** A server that ends with an approval by `ben`, before or after the changes were made. */
  async function interrupted(dataDir: string, areMade: boolean): Promise<ChangeRequest> {
    let isEnding = false;
    const ending = await startSecurityServer({
      requests: {},
      dataDir,
      wrapBackend: endingWith(() => isEnding),
    });
    const [ana, ben] = await withPeople(ending);
    const made = await requested([named(ROLE, 'cut_off')], ana);
    isEnding = true;
    expect((await apply(ben, made, { comment: 'Fine' })).status).toBe(500);
    if (!areMade) await ben.delete(`${CONFIG}/roles/cut_off`);
    await ending.stop();
    return made;
  }

  const endingWith =
    (isEnding: () => boolean): Wrap =>
    (backend) => {
      const store = backend.documents('change_requests');
      const write: typeof store.write = async (contents, ...rest) => {
        if (isEnding() && contents.includes('"decided"')) throw new Error('The process has ended.');
        return store.write(contents, ...rest);
      };
      return Object.assign(Object.create(backend) as typeof backend, {
        documents: (id: Parameters<typeof backend.documents>[0]) =>
          id === 'change_requests'
            ? { read: store.read.bind(store), write }
            : backend.documents(id),
      });
    };

  it('are recorded as applied by the approver when a server starts, before anyone looks', async () => {
    const dataDir = temporaryFolder();
    const made = await interrupted(dataDir, true);
    let read: (() => Promise<string | undefined>) | undefined;
    const after = await startSecurityServer({
      requests: {},
      dataDir,
      wrapBackend: (backend) => {
        read = async () => (await backend.documents('change_requests').read())?.contents;
        return backend;
      },
    });
    await waitForCondition(async () => (await read?.())?.includes('"decided"') === true);
    expect(JSON.parse((await read?.()) ?? '')).toMatchObject([
      { id: made.id, decided: { state: 'applied', by: 'ben', comment: 'Fine' } },
    ]);
    const reader = await after.loggedIn('ana', PASSWORD);
    expect((await reader.get(PATH)).body.items).toMatchObject([
      { id: made.id, state: 'applied', decided: { by: 'ben', comment: 'Fine' } },
    ]);
    expect((await reader.get(`${CONFIG}/roles/cut_off`)).status).toBe(200);
    await after.stop();
  });

  it('stay open if the changes are not there', async () => {
    const dataDir = temporaryFolder();
    const made = await interrupted(dataDir, false);
    const after = await startSecurityServer({ requests: {}, dataDir });
    const reader = await after.loggedIn('ana', PASSWORD);
    expect((await reader.get(PATH)).body.items).toMatchObject([{ id: made.id, state: 'open' }]);
    await after.stop();
  });
});

it('stay possible for everyone, however many a few people leave open', async () => {
  const busy = await startSecurityServer({ requests: {} });
  const { open, openPerAuthor } = CHANGE_REQUEST_LIMITS;
  const people = Array.from({ length: open / openPerAuthor + 1 }, (_, at) => `user_${at}`);
  const clients: HttpClient[] = [];
  for (const name of people) {
    await put(busy, `internalusers/${name}`, { password: PASSWORD, backend_roles: ['admin'] });
    clients.push(await busy.loggedIn(name, PASSWORD));
  }
  const last = clients.pop();
  for (const client of clients)
    for (let count = 0; count < openPerAuthor; count++)
      await requested([named(ROLE, `many_${count}`)], client);
  await requested([named(ROLE, 'urgent')], last);
  await busy.stop();
});
