import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { BehaviorSubject, of } from 'rxjs';
import { coreMock, createCapabilitiesMock } from '@sd/core/public/mocks';
import { HttpFetchError, type AppLeaveHandler } from '@sd/core/public';
import { CREATE_NOTE, LIST_NOTES, APP_ROUTE, NOTE_TYPE, SETTINGS } from '../common';
import { mountNotesApp } from './apps/notes';
import type { FieldNotesDeps } from './services/deps';
import { NotesClient } from './services/notes_client';
import { TemplateRegistry } from './services/template_registry';

const ROWS = [
  { id: 'n1', title: 'Heron', author: 'anna', changedAt: '2026-03-01T08:00:00Z' },
  { id: 'n2', title: 'Swan', author: 'bert', changedAt: undefined },
];

const error = (statusCode: number, message: string) =>
  new HttpFetchError(message, 'Error', {} as Request, { status: statusCode } as Response, {
    statusCode,
    message,
  });

jest.setTimeout(30_000);

let cleanups: Array<() => void> = [];
afterEach(async () => {
  await act(async () => cleanups.forEach((cleanup) => cleanup()));
  cleanups = [];
});

async function open(path = '', { write = true, pageSize = new BehaviorSubject(10) } = {}) {
  const core = coreMock.createStart();
  Object.assign(core.application, {
    capabilities: createCapabilitiesMock({ fieldNotes: { write } }),
  });
  core.uiSettings.get$.mockImplementation(
    (key) => (key === SETTINGS.pageSize ? pageSize : of()) as never
  );
  core.uiSettings.get.mockImplementation(() => pageSize.value as never);
  core.http.get.mockResolvedValue({ total: 2, rows: ROWS });
  core.http.post.mockResolvedValue({ id: 'n3' });
  jest.mocked(core.savedObjects.client.get).mockImplementation(
    async (type, id) =>
      ({
        type,
        id,
        attributes: { title: 'Heron', text: 'Grey', author: 'anna' },
        _version: 'v1',
      }) as never
  );
  const params = coreMock.createAppMountParameters(APP_ROUTE);
  if (path !== '') params.history.push(path);
  const element = document.body.appendChild(params.element);
  const deps: FieldNotesDeps = {
    core,
    security: { currentTenant$: of({ name: 'sales', label: 'sales', canWrite: true }) } as never,
    client: new NotesClient(core.http, core.savedObjects.client),
    templates: new TemplateRegistry(),
    motto: 'Look twice',
    onVisit: jest.fn(),
  };
  await act(async () => {
    cleanups.push(mountNotesApp(params, deps), () => element.remove());
  });
  const leave = () => {
    const [handler] = params.onAppLeave.mock.calls[0] as [AppLeaveHandler];
    return handler({
      confirm: (text: string, title?: string) => ({ type: 'confirm', text, title }),
      default: () => ({ type: 'default' }),
    } as never);
  };
  return { core, params, deps, leave, pageSize };
}

const type = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

it('lists the notes of the tenant and adds opened notes to recently viewed', async () => {
  const { core, params, deps } = await open();
  await heading('Field notes');
  expect(screen.getByText('Notes of the tenant sales')).toBeVisible();
  expect(screen.getByText('anna')).toBeVisible();
  fireEvent.click(await screen.findByRole('link', { name: 'Heron' }));
  await heading('Heron');
  expect(params.history.location.pathname).toBe('/note/n1');
  expect(deps.onVisit).toHaveBeenCalledWith('/note/n1');
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveValue('Grey');
  expect(core.chrome.recentlyAccessed.add).toHaveBeenCalledWith(
    `${APP_ROUTE}/note/n1`,
    'Heron',
    'n1'
  );
  expect(core.chrome.docTitle.change).toHaveBeenLastCalledWith(['Heron', 'Field notes']);
});

it('reloads the list when the page size setting changes', async () => {
  const { core, pageSize } = await open();
  await heading('Field notes');
  core.http.get.mockClear();
  await act(async () => pageSize.next(25));
  expect(core.http.get).toHaveBeenCalledTimes(1);
});

it('saves a new note, shows a toast and opens the note', async () => {
  const { core, params } = await open('/new');
  await screen.findByRole('textbox', { name: 'Title' });
  type('Title', ' Heron ');
  fireEvent.click(screen.getByRole('button', { name: 'Save note' }));
  await waitFor(() => expect(params.history.location.pathname).toBe('/note/n3'));
  expect(core.http.post).toHaveBeenCalledWith(LIST_NOTES.path, {
    call: CREATE_NOTE,
    body: JSON.stringify({ title: 'Heron', text: '' }),
  });
  expect(core.notifications.toasts.addSuccess).toHaveBeenCalledWith(
    expect.objectContaining({ title: 'Note "Heron" is saved' })
  );
});

it('requires a title and keeps the input when saving fails', async () => {
  const { core, leave } = await open('/new');
  core.http.post.mockRejectedValueOnce(error(429, 'You have written 3 notes today'));
  await screen.findByRole('textbox', { name: 'Text' });
  type('Text', 'At the pond');
  fireEvent.click(screen.getByRole('button', { name: 'Save note' }));
  expect((await screen.findAllByText('A note needs a title'))[0]).toBeVisible();
  type('Title', 'Heron');
  fireEvent.click(screen.getByRole('button', { name: 'Save note' }));
  expect(await screen.findByText('You have written 3 notes today')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveValue('At the pond');
  expect(leave()).toMatchObject({ type: 'confirm' });
});

it('asks for confirmation before unsaved input is lost', async () => {
  const { leave } = await open('/new');
  expect(leave()).toEqual({ type: 'default' });
  await screen.findByRole('textbox', { name: 'Text' });
  type('Text', 'At the pond');
  expect(leave()).toMatchObject({ type: 'confirm' });
});

it('fills the form from a template and resets it for a new empty note', async () => {
  const { params } = await open('/new');
  await screen.findByRole('textbox', { name: 'Title' });
  type('Title', 'Heron');
  await act(async () => params.history.push('/new/from/observation'));
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Observation');
  expect(screen.getByRole('region', { name: 'Unsaved changes on other pages' })).toBeVisible();
  await act(async () => params.history.push('/new'));
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Heron');
});

it('saves against the version it read and shows the other version on conflict', async () => {
  const { core, params } = await open('/note/n1');
  await screen.findByRole('textbox', { name: 'Text' });
  type('Text', 'Grey, one leg');
  const { client } = core.savedObjects;
  jest.mocked(client.update).mockRejectedValueOnce(error(409, 'Conflict'));
  jest.mocked(client.get).mockResolvedValueOnce({
    attributes: { title: 'Heron', text: 'Grey', author: 'bert' },
    _version: 'v2',
  } as never);
  fireEvent.click(screen.getByRole('button', { name: 'Save note' }));
  expect(await screen.findByText('Someone else changed “Heron”')).toBeVisible();
  fireEvent.click(await screen.findByRole('button', { name: 'Save merged' }));
  await waitFor(() => expect(params.history.location.pathname).toBe('/'));
  expect(jest.mocked(client.update).mock.calls).toEqual([
    [NOTE_TYPE, 'n1', { title: 'Heron', text: 'Grey, one leg', author: 'anna' }, { version: 'v1' }],
    [NOTE_TYPE, 'n1', { title: 'Heron', text: 'Grey, one leg', author: 'bert' }, { version: 'v2' }],
  ]);
});

it('reports a deleted note', async () => {
  const { core, params } = await open('/new');
  jest.mocked(core.savedObjects.client.get).mockResolvedValueOnce({
    attributes: {},
    error: { statusCode: 404, error: 'Not Found', message: 'Not Found' },
  } as never);
  await act(async () => params.history.push('/note/n9'));
  await heading('Note not found');
});

it('deletes a note after confirmation and reloads the list', async () => {
  const { core } = await open();
  await heading('Field notes');
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for Heron' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete 1 note?' });
  expect(core.savedObjects.client.delete).not.toHaveBeenCalled();
  core.http.get.mockClear();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(core.http.get).toHaveBeenCalledTimes(1));
  expect(core.savedObjects.client.delete).toHaveBeenCalledWith(NOTE_TYPE, 'n1');
});

it('shows a Read only badge instead of buttons and fields to readers', async () => {
  const { core, params } = await open('/note/n1', { write: false });
  await heading('Heron');
  expect(core.chrome.setBadge).toHaveBeenCalledWith(expect.objectContaining({ text: 'Read only' }));
  expect(screen.getByText('Grey')).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
  await act(async () => params.history.push('/'));
  expect(await screen.findByRole('link', { name: 'Heron' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Write a note' })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

it('shows why notes cannot be loaded and retries on demand', async () => {
  const { core, params } = await open('/new');
  core.http.get.mockRejectedValueOnce(error(403, 'No permission here'));
  await act(async () => params.history.push('/'));
  expect(await screen.findByText('No permission here')).toBeVisible();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Retry loading' })));
  expect(await screen.findByRole('link', { name: 'Heron' })).toBeVisible();
});
