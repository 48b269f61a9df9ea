import {
  coreMock,
  createTemporarySavedObjects,
  startHttp,
  stopHttp,
  type StartedHttp,
  type TemporarySavedObjects,
} from '@sd/core/server/mocks';
import type {
  AuthOutcome,
  CapabilitiesSwitcher,
  RouteRequest,
  ServiceStatus,
} from '@sd/core/server';
import { LIST_NOTES, READ_AUTHOR, READ_ABOUT, READ_ACTIVITY, NOTE_TYPE, SETTINGS } from '../common';
import { config, plugin } from '.';
import { activityType } from './activity';
import { noteType } from './note_type';

const CONFIG = { motto: 'Look twice', max_notes_per_day: 3, reader_roles: ['reader'] };
const NOTE = { title: 'Heron', text: 'At the pond' };

let objects: TemporarySavedObjects;
let http: StartedHttp;
let core: ReturnType<typeof coreMock.createSetup>['core'];
let engine: ReturnType<typeof coreMock.createSetup>['engine'];
let settings: Record<string, unknown>;
let status: ServiceStatus | undefined;

/** Authenticates by a header. Roles and tenant come from further headers. */
const authenticate = ({ headers }: RouteRequest): AuthOutcome => {
  const userName = headers['x-user'];
  if (userName === undefined) return { type: 'anonymous' };
  const roles = headers['x-roles']?.split(',') ?? [];
  return {
    type: 'authenticated',
    auth: coreMock.createAuth({
      userName,
      roles,
      tenant: headers['x-tenant'] ?? '',
      hasApiAccess: headers['x-admin'] === 'true',
    }),
  };
};

beforeEach(async () => {
  objects = createTemporarySavedObjects([noteType, activityType]);
  settings = { [SETTINGS.pageSize]: 10, [SETTINGS.sortBy]: 'title' };
  ({ core, engine } = coreMock.createSetup());
  core.status.set.mockImplementation((status$) => {
    status$.subscribe((next: ServiceStatus) => (status = next));
  });
  const start = coreMock.createStart();
  core.getStartServices.mockResolvedValue([
    {
      ...start,
      savedObjects: {
        ...start.savedObjects,
        getScopedClient: ({ auth }: RouteRequest) =>
          objects.clientFor({ partition: auth?.tenant ?? '' }),
        createInternalClient: (partition: string) => objects.internalClient(partition),
      },
      uiSettings: { asScopedToRequest: () => ({ get: async (key: string) => settings[key] }) },
    },
    {},
  ]);
  http = await startHttp((setup) => {
    setup.registerAuth(authenticate);
    const context = coreMock.createPluginContext(CONFIG);
    const instance = plugin(context as never);
    instance.setup({ ...core, http: setup } as never, {});
  });
});
afterEach(async () => {
  await stopHttp();
  objects.dispose();
});

const as = (user: string, more: Record<string, string> = {}): Record<string, string> => ({
  'content-type': 'application/json',
  'kbn-xsrf': 'true',
  'x-user': user,
  ...more,
});
const write = (note: object, headers = as('anna')) =>
  http.send('POST', LIST_NOTES.path, JSON.stringify(note), headers);
const titles = async (path: string = LIST_NOTES.path, headers = as('anna')) =>
  (await http.get(path, headers)).json.rows.map(({ title }: { title: string }) => title);

it('stores the logged-in user as the author', async () => {
  const { status: code, json } = await write(NOTE);
  expect(code).toBe(201);
  const { attributes } = await objects.clientFor({ partition: '' }).get(NOTE_TYPE, json.id);
  expect(attributes).toEqual({ ...NOTE, author: 'anna' });
});

it('rejects an author in the body and a note without a title', async () => {
  expect((await write({ ...NOTE, author: 'mallory' })).status).toBe(400);
  expect((await write({ ...NOTE, title: '' })).status).toBe(400);
  expect(await titles()).toEqual([]);
});

it('rejects readers with 403 and unauthenticated requests with 401', async () => {
  expect((await write(NOTE, as('rudi', { 'x-roles': 'reader' }))).status).toBe(403);
  const { 'x-user': _user, ...anonymous } = as('anna');
  expect((await write(NOTE, anonymous)).status).toBe(401);
  expect((await http.get(LIST_NOTES.path, {})).status).toBe(401);
});

it('lists the notes of one tenant in the configured order', async () => {
  await write({ ...NOTE, title: 'Swan' });
  await write({ ...NOTE, title: 'Heron' });
  await write({ ...NOTE, title: 'Secret' }, as('anna', { 'x-tenant': 'sales' }));
  expect(await titles()).toEqual(['Heron', 'Swan']);
  expect(await titles(LIST_NOTES.path, as('anna', { 'x-tenant': 'sales' }))).toEqual(['Secret']);
  expect(await titles(`${LIST_NOTES.path}?search=swan`)).toEqual(['Swan']);
  settings[SETTINGS.pageSize] = 1;
  expect(await titles(`${LIST_NOTES.path}?page=2`)).toEqual(['Swan']);
});

it('rejects notes beyond the daily limit of each user', async () => {
  for (let count = 0; count < CONFIG.max_notes_per_day; count++)
    expect((await write(NOTE)).status).toBe(201);
  const refused = await write(NOTE);
  expect(refused.status).toBe(429);
  expect(refused.json.message).toContain('3 notes today');
  expect((await write(NOTE, as('bert'))).status).toBe(201);
});

it('counts notes that are written concurrently', async () => {
  const responses = await Promise.all([write(NOTE), write(NOTE), write(NOTE), write(NOTE)]);
  expect(responses.map(({ status: code }) => code).sort()).toEqual([201, 201, 201, 429]);
});

it('calls the engine as the current user', async () => {
  engine.request.mockResolvedValue({ statusCode: 200, headers: {}, body: { roles: ['all'] } });
  await write(NOTE);
  const { json } = await http.get(READ_AUTHOR.path, as('anna'));
  expect(json).toEqual({ userName: 'anna', roles: ['all'], writtenToday: 1 });
  expect(core.engine.asScoped).toHaveBeenCalled();
});

it('returns the motto and the version to unauthenticated requests', async () => {
  const about = await http.get(READ_ABOUT.path);
  expect(about.json).toEqual({ version: '1.0.0', motto: CONFIG.motto });
});

it('reports degraded while notes cannot be counted', async () => {
  const probe = () => http.get('/field-notes/probe/now');
  expect(await probe()).toMatchObject({ status: 200, text: 'available\n' });
  objects.dispose();
  expect((await write(NOTE)).status).toBe(503);
  expect(status?.level).toBe('degraded');
  expect(await probe()).toMatchObject({ status: 503, text: 'degraded\n' });
});

it('removes the write capability for readers', () => {
  const [[provider]] = core.capabilities.registerProvider.mock.calls;
  const [[switcher]] = core.capabilities.registerSwitcher.mock.calls as [[CapabilitiesSwitcher]];
  const forRoles = (...roles: string[]) =>
    switcher(coreMock.createRequest({ auth: coreMock.createAuth({ roles }) }), provider());
  expect(provider()).toEqual({ fieldNotes: { write: true } });
  expect(forRoles('writer')).toMatchObject({ fieldNotes: { write: true } });
  expect(forRoles('writer', 'reader')).toMatchObject({ fieldNotes: { write: false } });
  expect(switcher(coreMock.createRequest(), provider())).toEqual({
    fieldNotes: { write: false },
    navLinks: { fieldNotesWelcome: true },
  });
});

it('exposes only the motto of its configuration to the browser', () => {
  expect(config.exposeToBrowser).toEqual({ motto: true });
  expect(config.validate?.({ ...CONFIG, motto: '  ' })).toEqual([
    expect.stringMatching(/^field_notes\.motto: /),
  ]);
});

it('counts the notes of all tenants by day, for administrators only', async () => {
  await write(NOTE);
  await write({ ...NOTE, title: 'Swan' }, as('anna', { 'x-tenant': 'sales' }));
  await write(NOTE, as('bert'));
  expect((await http.get(READ_ACTIVITY.path, as('anna'))).status).toBe(403);
  const { json } = await http.get(READ_ACTIVITY.path, as('root', { 'x-admin': 'true' }));
  expect(json).toEqual([{ day: new Date().toISOString().slice(0, 10), writers: 2, notes: 3 }]);
});
