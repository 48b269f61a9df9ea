import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryHistory, type MemoryHistory } from 'history';
import { renderApp, ScopedHistory, type AppLeaveHandler } from '@sd/core/public';
import { coreMock } from '../../../core/public/mocks';
import { allowConsole } from '../../../../test/helpers/console_guard';
import { plugin, type ManagementSection, type ManagementSectionMountParams } from '.';
import { mountManagementApp } from './app';
import { findSection } from './services/section_registry';

/** Slow on a busy machine. */
jest.setTimeout(30_000);

const BASE = '/app/management';

const section = (id: string, more: Partial<ManagementSection> = {}): ManagementSection => ({
  id,
  title: `Title of ${id}`,
  description: `About ${id}`,
  mount: ({ element }) => renderApp(element, <h2>{`Content of ${id}`}</h2>),
  ...more,
});

const SECTIONS = [section('kibana/settings'), section('kibana/objects')];

let cleanups: Array<() => void> = [];
afterEach(async () => {
  await act(async () => cleanups.forEach((cleanup) => cleanup()));
  cleanups = [];
});

async function open(path = '', sections: readonly ManagementSection[] = SECTIONS) {
  const core = coreMock.createStart();
  const browser: MemoryHistory = createMemoryHistory({
    initialEntries: ['/app/home', `${BASE}${path}`],
    initialIndex: 1,
  });
  const element = document.body.appendChild(document.createElement('div'));
  let onLeave: AppLeaveHandler | undefined;
  const params = {
    element,
    history: new ScopedHistory(browser, BASE),
    appBasePath: BASE,
    onAppLeave: (handler: AppLeaveHandler) => void (onLeave = handler),
    setHeaderActionMenu: jest.fn(),
  };
  await act(async () => {
    cleanups.push(mountManagementApp(params as never, { core: core as never, sections }), () =>
      element.remove()
    );
  });
  const leave = () =>
    onLeave?.({
      confirm: (text: string, title?: string) => ({ type: 'confirm', text, title }),
      default: () => ({ type: 'default' }),
    } as never);
  return { core, browser, leave, element };
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const nav = () => screen.getByRole('navigation', { name: 'Management' });
const go = (name: string) =>
  act(async () => void fireEvent.click(within(nav()).getByRole('link', { name })));

describe('management plugin', () => {
  it('registers the app, its two sections and sections of other plugins', async () => {
    const core = coreMock.createSetup();
    const instance = plugin(coreMock.createPluginInitializerContext());
    const setup = await instance.setup(core as never, {});
    setup.sections.register(section('alerts', { order: 150 }));
    expect(core.application.register).toHaveBeenCalledWith(
      expect.objectContaining({
        id: 'management',
        title: 'Management',
        order: 9000,
        category: expect.objectContaining({ id: 'management' }),
        euiIconType: 'managementApp',
      })
    );
    const [{ mount }] = core.application.register.mock.calls[0] as [
      { mount(params: unknown): Promise<() => void> },
    ];
    const params = coreMock.createAppMountParameters(BASE);
    document.body.append(params.element);
    await act(async () => void cleanups.push(await mount(params), () => params.element.remove()));
    const links = within(nav())
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
    expect(links).toEqual(['Management', 'Advanced settings', 'Title of alerts', 'Saved objects']);
  });

  it('rejects invalid and duplicate section ids and late registrations', async () => {
    const instance = plugin(coreMock.createPluginInitializerContext());
    const { sections } = await instance.setup(coreMock.createSetup() as never, {});
    expect(() => sections.register(section('kibana/settings'))).toThrow(
      'already registered with the id "kibana/settings"'
    );
    for (const id of ['', '/a', 'a/', 'A', 'a//b', 'a?b']) {
      expect(() => sections.register(section(id))).toThrow('is its address');
    }
    instance.start(coreMock.createStart() as never, {});
    expect(() => sections.register(section('late'))).toThrow(
      'cannot be registered after "setup", got "late"'
    );
  });

  it.each([
    ['settings', 'Advanced settings'],
    ['objects', 'Saved objects'],
  ])('loads the section %s on demand', async (id, title) => {
    const core = coreMock.createSetup();
    const start = coreMock.createStart();
    (start.http.get as unknown as jest.Mock).mockImplementation(async (path: string) =>
      path.endsWith('_types') ? { types: [] } : { total: 0, saved_objects: [] }
    );
    (core.getStartServices as unknown as jest.Mock).mockResolvedValue([start, {}, {}]);
    await plugin(coreMock.createPluginInitializerContext()).setup(core as never, {});
    const [{ mount }] = core.application.register.mock.calls[0] as [
      { mount(params: unknown): Promise<() => void> },
    ];
    const browser = createMemoryHistory({ initialEntries: [`${BASE}/kibana/${id}`] });
    const element = document.body.appendChild(document.createElement('div'));
    const params = {
      ...coreMock.createAppMountParameters(BASE),
      element,
      history: new ScopedHistory(browser, BASE),
    };
    await act(async () => void cleanups.push(await mount(params), () => element.remove()));
    await heading(title);
    expect(await screen.findByRole('searchbox')).toBeVisible();
  });
});

describe('management pages', () => {
  it('starts with the landing page', async () => {
    const { core } = await open();
    await heading('Management');
    expect(document.activeElement).toBe(document.body);
    const main = document.querySelector<HTMLElement>('[data-test-subj="managementLanding"]')!;
    const links = within(main).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Title of kibana/settings', `${BASE}/kibana/settings`],
      ['Title of kibana/objects', `${BASE}/kibana/objects`],
    ]);
    expect(main).toHaveTextContent('About kibana/objects');
    expect(core.chrome.setBreadcrumbs).toHaveBeenLastCalledWith([{ text: 'Management' }]);
    expect(core.chrome.docTitle.change).toHaveBeenLastCalledWith(['Management']);
  });

  it('opens a section with breadcrumbs and title, and focuses its heading', async () => {
    const { core, browser } = await open();
    await go('Title of kibana/objects');
    expect(await heading('Title of kibana/objects')).toHaveFocus();
    expect(
      await screen.findByRole('heading', { level: 2, name: 'Content of kibana/objects' })
    ).toBeVisible();
    expect(browser.location.pathname).toBe(`${BASE}/kibana/objects`);
    expect(core.chrome.setBreadcrumbs).toHaveBeenLastCalledWith([
      expect.objectContaining({ text: 'Management', href: `${BASE}/` }),
      { text: 'Title of kibana/objects' },
    ]);
    expect(core.chrome.docTitle.change).toHaveBeenLastCalledWith([
      'Title of kibana/objects',
      'Management',
    ]);
    const [[root]] = core.chrome.setBreadcrumbs.mock.calls.at(-1) as unknown as [
      [{ onClick(event: unknown): void }],
    ];
    await act(async () => root.onClick({ button: 0, preventDefault: jest.fn() }));
    expect(await heading('Management')).toHaveFocus();
    expect(screen.queryByText('Content of kibana/objects')).not.toBeInTheDocument();
  });

  it('leaves modified clicks on links to the browser', async () => {
    await open();
    allowConsole(/Not implemented: navigation/);
    expect(
      fireEvent.click(within(nav()).getByRole('link', { name: 'Title of kibana/objects' }), {
        ctrlKey: true,
      })
    ).toBe(true);
    expect(await heading('Management')).toBeVisible();
  });

  it('redirects legacy addresses', async () => {
    const { browser } = await open('/opensearch-dashboards/objects?search=x#y');
    await screen.findByText('Content of kibana/objects');
    expect(browser.createHref(browser.location)).toBe(`${BASE}/kibana/objects?search=x#y`);
  });

  it.each([
    ['kibana/settings', /Settings belong to the current tenant/],
    ['kibana/objects', /Saved objects are the dashboards/],
  ])('links %s to the documentation as "Learn more" and offers its own help', async (id, text) => {
    await open(`/${id}`);
    const documentation = screen.getByRole('link', { name: /^Learn more/ });
    expect(documentation).toHaveAttribute('href', expect.stringMatching(/^https:/));
    expect(documentation).toHaveAttribute('target', '_blank');
    await userEvent.click(screen.getByRole('button', { name: 'Help' }));
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('shows a message for an unknown page', async () => {
    await open('/nowhere');
    await heading('Page not found');
    await act(
      async () => void fireEvent.click(screen.getByRole('link', { name: 'Show Management' }))
    );
    await heading('Management');
  });

  it('scopes history and breadcrumbs to the section', async () => {
    let given: ManagementSectionMountParams | undefined;
    const own = section('rules', { mount: (params) => ((given = params), () => undefined) });
    const { core, browser } = await open('/rules/new?x=1', [own]);
    await heading('Title of rules');
    expect(given?.history.location).toMatchObject({ pathname: '/new', search: '?x=1' });
    await act(async () => given?.history.push('/7'));
    expect(browser.location.pathname).toBe(`${BASE}/rules/7`);
    expect(given?.history.createHref({ pathname: '/8' })).toBe(`${BASE}/rules/8`);
    act(() => given?.setBreadcrumbs([{ text: 'Seven' }]));
    expect(core.chrome.setBreadcrumbs).toHaveBeenLastCalledWith([
      expect.objectContaining({ text: 'Management' }),
      { text: 'Title of rules' },
      { text: 'Seven' },
    ]);
  });

  it('reports a section that fails to load and retries on demand', async () => {
    allowConsole(/chunk is gone/);
    const unmount = jest.fn();
    const mount = jest
      .fn()
      .mockRejectedValueOnce(new Error('chunk is gone'))
      .mockResolvedValue(unmount);
    await open('/broken', [section('broken', { mount })]);
    expect(await screen.findByRole('alert')).toHaveTextContent("Couldn't load the page");
    await act(
      async () => void fireEvent.click(screen.getByRole('button', { name: 'Retry loading' }))
    );
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
    expect(mount).toHaveBeenCalledTimes(2);
    await go('Management');
    expect(unmount).toHaveBeenCalledTimes(1);
  });

  it('unmounts a section that finishes loading after the user left it', async () => {
    let arrive: (unmount: () => void) => void = () => undefined;
    const slow = section('slow', { mount: () => new Promise((resolve) => (arrive = resolve)) });
    await open('/slow', [slow, section('other')]);
    expect(screen.getByLabelText('Loading page')).toBeInTheDocument();
    await go('Title of other');
    const unmount = jest.fn();
    await act(async () => arrive(unmount));
    expect(unmount).toHaveBeenCalledTimes(1);
  });

  it('matches the section with the longest path', () => {
    const sections = [section('a'), section('a/b')];
    expect([
      findSection(sections, '/a/b/c')?.id,
      findSection(sections, '/a/bc')?.id,
      findSection(sections, '/ab'),
    ]).toEqual(['a/b', 'a', undefined]);
  });
});

describe('unsaved changes in a section', () => {
  async function openDirty() {
    let given: ManagementSectionMountParams | undefined;
    const form = section('form', {
      mount: (params) => {
        given = params;
        return renderApp(params.element, <input aria-label="Field" defaultValue="typed" />);
      },
    });
    const opened = await open('/form', [form, section('other')]);
    await screen.findByRole('textbox', { name: 'Field' });
    act(() => given?.setUnsavedChanges(true));
    /** The latest mount: each visit mounts again. */
    return { ...opened, latest: () => given! };
  }

  it('allows navigation to another section without confirmation', async () => {
    const { core, browser, leave } = await openDirty();
    await go('Title of other');
    await heading('Title of other');
    expect(browser.location.pathname).toBe(`${BASE}/other`);
    expect(core.overlays.openConfirm).not.toHaveBeenCalled();
    // Reported changes without a draft end with the section.
    expect(leave()).toEqual({ type: 'default' });
  });

  it('stores the draft of a section and lists it as not saved', async () => {
    const { leave, latest } = await openDirty();
    const { kit, history } = latest();
    const href = history.createHref({ pathname: '/step-2' });
    act(() => kit.drafts.keep({ href, label: 'Second step' }, () => 'typed'));
    await go('Title of other');
    const waiting = screen.getByRole('region', { name: 'Unsaved changes on other pages' });
    expect(within(waiting).getByRole('link', { name: 'Second step' })).toHaveAttribute(
      'href',
      `${BASE}/form/step-2`
    );
    expect(kit.drafts.get(href)).toBe('typed');
    expect(leave()).toMatchObject({ type: 'confirm' });
    await userEvent.click(within(waiting).getByRole('button', { name: 'Discard: Second step' }));
    expect(leave()).toEqual({ type: 'default' });
  });

  it('allows navigation within the section without confirmation', async () => {
    const { core, latest, browser } = await openDirty();
    await act(async () => latest().history.push('/step-2'));
    expect(browser.location.pathname).toBe(`${BASE}/form/step-2`);
    expect(core.overlays.openConfirm).not.toHaveBeenCalled();
  });

  it('asks for confirmation before opening another app while changes are unsaved', async () => {
    const { leave, latest } = await openDirty();
    expect(leave()).toEqual({
      type: 'confirm',
      text: 'You will lose your unsaved changes.',
      title: 'Leave without saving?',
    });
    act(() => latest().setUnsavedChanges(false));
    expect(leave()).toEqual({ type: 'default' });
  });
});

it('unmounts the management app completely', async () => {
  const { element } = await open('/kibana/settings');
  await heading('Title of kibana/settings');
  await act(async () => cleanups.splice(0, 1).forEach((cleanup) => cleanup()));
  expect(element).toBeEmptyDOMElement();
});
