import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { BehaviorSubject, of } from 'rxjs';
import { coreMock, createCapabilitiesMock } from '@sd/core/public/mocks';
import type { AppLeaveHandler } from '@sd/core/public';
import { API, APP_ROUTE, NOTE_TYPE, SETTINGS } from '../common';
import { mountNotesApp } from './apps/notes';
import type { FieldNotesDeps } from './services/deps';
import { Drafts } from './services/drafts';
import { NotesExport } from './services/export_notes';
import { NotesClient } from './services/notes_client';
import { TemplateRegistry } from './services/template_registry';

const ROWS = [
  { id: 'n1', title: 'Heron', author: 'anna', changedAt: '2026-03-01T08:00:00Z' },
  { id: 'n2', title: 'Swan', author: 'bert', changedAt: undefined },
];

let cleanups: Array<() => void> = [];
afterEach(async () => {
  await act(async () => cleanups.forEach((cleanup) => cleanup()));
  cleanups = [];
  sessionStorage.clear();
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
    drafts: new Drafts(sessionStorage),
    exporting: new NotesExport(),
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

it('lists the notes of the tenant and opens one, which is then recently viewed', async () => {
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

it('follows a change of the setting', async () => {
  const { core, pageSize } = await open();
  await heading('Field notes');
  core.http.get.mockClear();
  await act(async () => pageSize.next(25));
  expect(core.http.get).toHaveBeenCalledTimes(1);
});

it('saves a new note, says so, and shows it', async () => {
  const { core, params } = await open('/new');
  await screen.findByRole('textbox', { name: 'Title' });
  type('Title', ' Heron ');
  fireEvent.click(screen.getByRole('button', { name: 'Save note' }));
  await waitFor(() => expect(params.history.location.pathname).toBe('/note/n3'));
  expect(core.http.post).toHaveBeenCalledWith(API.notes, {
    body: JSON.stringify({ title: 'Heron', text: '' }),
  });
  expect(core.notifications.toasts.addSuccess).toHaveBeenCalledWith('Note "Heron" is saved');
});

it('asks for a title, and keeps the typed text when saving fails', async () => {
  const { core, leave } = await open('/new');
  core.http.post.mockRejectedValue(new Error('You have written 3 notes today'));
  await screen.findByRole('textbox', { name: 'Text' });
  type('Text', 'At the pond');
  fireEvent.click(screen.getByRole('button', { name: 'Save note' }));
  expect(await screen.findByText('A note needs a title')).toBeVisible();
  type('Title', 'Heron');
  fireEvent.click(screen.getByRole('button', { name: 'Save note' }));
  await waitFor(() =>
    expect(core.notifications.toasts.addDanger).toHaveBeenCalledWith(
      expect.objectContaining({ text: 'You have written 3 notes today' })
    )
  );
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveValue('At the pond');
  expect(leave()).toMatchObject({ type: 'confirm' });
});

it('asks before typed text is lost, and only then', async () => {
  const { leave } = await open('/new');
  expect(leave()).toEqual({ type: 'default' });
  await screen.findByRole('textbox', { name: 'Text' });
  type('Text', 'At the pond');
  expect(leave()).toMatchObject({ type: 'confirm' });
});

it('fills the form from a template', async () => {
  await open('/new?template=observation');
  expect(await screen.findByRole('textbox', { name: 'Title' })).toHaveValue('Observation');
});

it('offers a kept draft, once', async () => {
  sessionStorage.setItem('fieldNotes::draft', '{"title":"Owl","text":"Heard it"}');
  const { core, params } = await open();
  const [mount] = jest.mocked(core.overlays.banners.add).mock.calls[0] ?? [];
  const banner = document.body.appendChild(document.createElement('div'));
  await act(async () => void cleanups.push(mount!(banner), () => banner.remove()));
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Continue writing' })));
  expect(params.history.location.pathname).toBe('/new');
  expect(await screen.findByRole('textbox', { name: 'Title' })).toHaveValue('Owl');
  expect(core.overlays.banners.remove).toHaveBeenCalled();
  expect(new Drafts(sessionStorage).hasKept()).toBe(false);
});

it('deletes after a confirmation', async () => {
  const { core, params } = await open('/note/n1');
  core.overlays.openConfirm.mockResolvedValueOnce(false);
  const button = await screen.findByRole('button', { name: 'Delete note' });
  await act(async () => fireEvent.click(button));
  expect(core.savedObjects.client.delete).not.toHaveBeenCalled();
  await act(async () => fireEvent.click(button));
  expect(core.savedObjects.client.delete).toHaveBeenCalledWith(NOTE_TYPE, 'n1');
  expect(params.history.location.pathname).toBe('/');
});

it('shows readers a badge instead of buttons', async () => {
  const { core } = await open('/note/n1', { write: false });
  await heading('Heron');
  expect(core.chrome.setBadge).toHaveBeenCalledWith(expect.objectContaining({ text: 'Read only' }));
  expect(screen.queryByRole('button', { name: 'Save note' })).toBeNull();
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveAttribute('readonly');
});

it('says why notes cannot be read, and tries again', async () => {
  const { core, params } = await open('/new');
  core.http.get.mockRejectedValueOnce(new Error('No permission here'));
  await act(async () => params.history.push('/'));
  expect(await screen.findByText('No permission here')).toBeVisible();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })));
  expect(await screen.findByRole('link', { name: 'Heron' })).toBeVisible();
});
