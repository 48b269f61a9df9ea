import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BehaviorSubject, of, Subject } from 'rxjs';
import type { UiSettingsState } from '@sd/core/public';
import { KitProvider } from '@sd/ui_kit';
import { createTestKit } from '@sd/ui_kit/mocks';
import type { CurrentTenant, SecurityPluginStart } from '../../security/public';
import { SettingsPage } from './settings/settings_page';
import { draftOf, parseDraft, settingsOf } from './settings/setting';

/** A processor shared with other work is slow, not wrong. */
jest.setTimeout(30_000);

const STATE: UiSettingsState = {
  dateFormat: {
    value: 'MMM D',
    type: 'string',
    name: 'Date format',
    description: 'How a date is written.',
    category: ['general'],
  },
  'theme:darkMode': {
    value: false,
    type: 'boolean',
    name: 'Dark mode',
    category: ['general'],
    requiresPageReload: true,
  },
  pageNavigation: {
    value: 'modern',
    type: 'select',
    name: 'Navigation',
    category: ['general'],
    options: ['modern', 'legacy'],
    optionLabels: { modern: 'Modern', legacy: 'Old' },
  },
  'truncate:maxHeight': {
    value: 115,
    userValue: 200,
    type: 'number',
    name: 'Maximum height',
    category: ['general'],
  },
  'dateFormat:scaled': {
    value: '[["", "HH"]]',
    type: 'json',
    name: 'Scaled',
    category: ['general'],
  },
  'notifications:banner': {
    value: '',
    type: 'markdown',
    name: 'Custom banner',
    category: ['notifications'],
  },
  defaultRoute: {
    value: '/app/home',
    userValue: '/app/x',
    isOverridden: true,
    type: 'string',
    name: 'Default route',
    category: ['general'],
  },
  columns: { value: ['a', 'b'], name: 'Columns', category: ['discover'] },
  logo: { value: null, type: 'image', name: 'Logo', category: ['general'] },
  buildNum: { type: 'number', readonly: true, name: 'Build number', userValue: 7 },
  myOwn: { userValue: { deep: 1 } },
};

/** jsdom has no `structuredClone`. */
const clone = <T,>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

interface Options {
  readonly tenant?: CurrentTenant;
  readonly path?: string;
}

function show({ tenant, path = '' }: Options = {}) {
  const { core, kit, leave } = createTestKit(`/kibana/settings${path}`);
  const state = clone(STATE) as Record<string, UiSettingsState[string] & { userValue?: unknown }>;
  const updates$ = new Subject<never>();
  const errors$ = new Subject<Error>();
  /** Key to what the server says. */
  const refusals = new Map<string, string>();
  const { uiSettings } = core;
  uiSettings.getAll.mockImplementation(() => clone(state));
  uiSettings.getUpdate$.mockReturnValue(updates$);
  uiSettings.getUpdateErrors$.mockReturnValue(errors$);
  uiSettings.set.mockImplementation(async (key, value) => {
    const refusal = refusals.get(key);
    if (refusal !== undefined) {
      errors$.next(new Error(refusal));
      return false;
    }
    const { userValue: _old, ...rest } = state[key]!;
    if (value === null && !('value' in rest)) delete state[key];
    else state[key] = value === null ? rest : { ...rest, userValue: value };
    updates$.next(undefined as never);
    return true;
  });
  const security =
    tenant &&
    ({
      account$: of(undefined),
      currentTenant$: new BehaviorSubject<CurrentTenant | undefined>(tenant),
      hasApiAccess$: of(false),
      isTenantOffered: () => true,
      openTenantSwitcher: jest.fn(),
    } satisfies SecurityPluginStart);
  const reloadPage = jest.fn();
  const page = (
    <KitProvider services={kit.services}>
      <SettingsPage
        core={core as never}
        initialSearch={kit.services.history.location.search}
        reloadPage={reloadPage}
        {...(security && { security })}
      />
    </KitProvider>
  );
  return { core, refusals, leave, reloadPage, updates$, errors$, state, page, ...render(page) };
}

const bySubject = (subject: string) =>
  document.querySelector<HTMLElement>(`[data-test-subj="${subject}"]`);
const row = (key: string) => bySubject(`setting-${key}`)!;
const user = () => userEvent.setup({ delay: null });
const bar = () => screen.queryByRole('region', { name: 'Unsaved changes' });
const save = () => screen.getByRole('button', { name: 'Save' });

beforeAll(() => {
  jest
    .spyOn(window, 'requestAnimationFrame')
    .mockImplementation((work) => Number(setTimeout(() => work(0), 0)));
});

describe('list', () => {
  it('shows every setting under its category, with key, description and default', () => {
    show();
    const general = screen.getByRole('region', { name: 'General' });
    expect(
      within(general)
        .getAllByRole('heading', { level: 3 })
        .map(({ textContent }) => textContent)
    ).toEqual([
      'Dark mode',
      'Date format',
      'Default route',
      'Logo',
      'Maximum height',
      'Navigation',
      'Scaled',
    ]);
    expect(row('dateFormat')).toHaveTextContent('How a date is written.dateFormatDefault: MMM D');
    expect(row('pageNavigation')).toHaveTextContent('Default: Modern');
    expect(row('theme:darkMode')).toHaveTextContent('Default: Off');
    expect(row('notifications:banner')).toHaveTextContent('Default: empty');
    expect(screen.getByRole('region', { name: 'Discover' })).toBeVisible();
    expect(
      within(screen.getByRole('region', { name: 'Custom settings' })).getByText('Custom')
    ).toBeVisible();
    expect(screen.queryByText('Build number')).not.toBeInTheDocument();
    expect(screen.getByText('10 settings')).toHaveAttribute('role', 'status');
  });

  it('has the right control for each type, named by the setting', () => {
    show();
    expect(screen.getByRole('switch', { name: 'Dark mode' })).not.toBeChecked();
    expect(screen.getByRole('textbox', { name: 'Date format' })).toHaveValue('MMM D');
    expect(screen.getByRole('combobox', { name: 'Navigation' })).toHaveDisplayValue('Modern');
    expect(screen.getByRole('textbox', { name: 'Maximum height' })).toHaveValue('200');
    expect(screen.getByRole('textbox', { name: 'Columns' })).toHaveValue('a\nb');
    expect(screen.getByRole('textbox', { name: 'Scaled' }).tagName).toBe('TEXTAREA');
    expect(screen.getByRole('textbox', { name: 'myOwn' })).toHaveValue('{\n  "deep": 1\n}');
    expect(screen.getByRole('textbox', { name: 'Date format' })).toHaveAccessibleDescription(
      /How a date is written/
    );
  });

  it('shows what Markdown becomes, while it is typed, and no HTML', async () => {
    show();
    const preview = within(row('notifications:banner')).getByRole('button', { name: 'Preview' });
    expect(preview).toBeDisabled();
    await user().type(
      screen.getByRole('textbox', { name: 'Custom banner' }),
      '**Closed** <b id="html">x</b>'
    );
    await user().click(preview);
    const region = await screen.findByRole('region', { name: 'Preview: Custom banner' });
    expect((await within(region).findByText('Closed')).tagName).toBe('STRONG');
    expect(region.querySelector('#html')).toBeNull();
    await user().click(screen.getByRole('button', { name: 'Hide preview' }));
    expect(screen.queryByRole('region', { name: /Preview/ })).not.toBeInTheDocument();
  });

  it('locks what the configuration of the server sets, and says why', () => {
    show();
    expect(screen.getByRole('textbox', { name: 'Default route' })).toBeDisabled();
    expect(row('defaultRoute')).toHaveTextContent(
      "This setting is set in the configuration of the server and can't be changed here."
    );
    expect(within(row('defaultRoute')).queryByRole('button')).not.toBeInTheDocument();
  });

  it('searches name, description and key, and filters by category', async () => {
    show();
    const search = screen.getByRole('searchbox', { name: 'Search settings' });
    await user().type(search, 'date WRITTEN');
    expect(
      screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
    ).toEqual(['Date format']);
    await user().clear(search);
    await user().type(search, 'truncate:max');
    expect(screen.getByText('1 setting')).toBeInTheDocument();
    await user().clear(search);
    await user().selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Notifications');
    expect(
      screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
    ).toEqual(['Custom banner']);
    await user().type(search, 'zzz');
    expect(screen.getByText('No setting matches the search and the category.')).toBeVisible();
    await user().click(screen.getByRole('button', { name: 'Show all settings' }));
    expect(screen.getByText('10 settings')).toBeInTheDocument();
  });

  it('takes a search from the address', () => {
    show({ path: '?query=banner' });
    expect(screen.getByRole('searchbox')).toHaveValue('banner');
    expect(screen.getByText('1 setting')).toBeInTheDocument();
  });

  it('names the tenant, and locks everything where it may only be read', () => {
    show({ tenant: { name: 'sales', label: 'sales', canWrite: false } });
    expect(bySubject('managementTenant')).toHaveTextContent(
      'You work in the tenant sales. Read only'
    );
    expect(screen.getByRole('textbox', { name: 'Date format' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Reset to default: Maximum height' })).toBeDisabled();
  });

  it('follows changes made elsewhere on the page', () => {
    const { state, updates$ } = show();
    state['dateFormat'] = { ...state['dateFormat'], userValue: 'YYYY' };
    act(() => updates$.next(undefined as never));
    expect(screen.getByRole('textbox', { name: 'Date format' })).toHaveValue('YYYY');
  });
});

describe('editing', () => {
  it('collects changes and saves them together, back to a clean page', async () => {
    const { core, leave } = show();
    expect(bar()).not.toBeInTheDocument();
    await user().click(screen.getByRole('switch', { name: 'Dark mode' }));
    expect(bar()).toHaveTextContent('1 unsaved change');
    await user().type(screen.getByRole('textbox', { name: 'Columns' }), '\n c ');
    await user().selectOptions(screen.getByRole('combobox', { name: 'Navigation' }), 'Old');
    expect(bar()).toHaveTextContent('3 unsaved changes');
    expect(leave().type).toBe('confirm');
    expect(core.uiSettings.set).not.toHaveBeenCalled();
    await user().click(save());
    await waitFor(() => expect(bar()).not.toBeInTheDocument());
    expect(core.uiSettings.set.mock.calls).toEqual([
      ['columns', ['a', 'b', 'c']],
      ['theme:darkMode', true],
      ['pageNavigation', 'legacy'],
    ]);
    expect(core.notifications.toasts.addSuccess).toHaveBeenCalledWith('3 settings saved');
    expect(leave().type).toBe('default');
    expect(screen.getByRole('switch', { name: 'Dark mode' })).toBeChecked();
  });

  it('keeps what is typed while one is elsewhere in the app', async () => {
    const { page, unmount, leave } = show();
    await user().type(screen.getByRole('textbox', { name: 'Date format' }), ' YYYY');
    unmount();
    expect(leave().type).toBe('confirm');
    render(page);
    expect(screen.getByRole('textbox', { name: 'Date format' })).toHaveValue('MMM D YYYY');
    await user().click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.getByRole('textbox', { name: 'Date format' })).toHaveValue('MMM D');
    expect(leave().type).toBe('default');
  });

  it('asks for a new page where a setting needs one', async () => {
    const { core, reloadPage } = show();
    await user().click(screen.getByRole('switch', { name: 'Dark mode' }));
    await user().click(save());
    await waitFor(() => expect(core.notifications.toasts.add).toHaveBeenCalledTimes(1));
    const [toast] = (core.notifications.toasts.add as unknown as jest.Mock).mock.calls[0] as [
      { title: string; text: (element: HTMLElement) => () => void },
    ];
    expect(toast.title).toBe('Reload the page to see the changes');
    const element = document.body.appendChild(document.createElement('div'));
    let unmount: () => void = () => undefined;
    act(() => void (unmount = toast.text(element)));
    expect(element).toHaveTextContent('Dark mode');
    await user().click(within(element).getByRole('button', { name: 'Reload page' }));
    expect(reloadPage).toHaveBeenCalledTimes(1);
    await act(async () => unmount());
    element.remove();
  });

  it('counts a value typed back as no change', async () => {
    show();
    const field = screen.getByRole('textbox', { name: 'Date format' });
    await user().type(field, 'x');
    expect(bar()).toBeVisible();
    await user().type(field, '{Backspace}');
    expect(bar()).not.toBeInTheDocument();
  });

  it('discards everything at once', async () => {
    const { core } = show();
    await user().type(screen.getByRole('textbox', { name: 'Date format' }), 'x');
    await user().click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.getByRole('textbox', { name: 'Date format' })).toHaveValue('MMM D');
    expect(core.uiSettings.set).not.toHaveBeenCalled();
  });

  it('resets to the default, as one more change to be saved', async () => {
    const { core } = show();
    expect(
      screen.queryByRole('button', { name: 'Reset to default: Date format' })
    ).not.toBeInTheDocument();
    await user().click(screen.getByRole('button', { name: 'Reset to default: Maximum height' }));
    expect(screen.getByRole('textbox', { name: 'Maximum height' })).toHaveValue('115');
    await user().click(save());
    await waitFor(() =>
      expect(core.uiSettings.set).toHaveBeenCalledWith('truncate:maxHeight', null)
    );
  });

  it('stores no copy of the default', async () => {
    const { core } = show();
    const field = screen.getByRole('textbox', { name: 'Maximum height' });
    await user().clear(field);
    await user().type(field, '115');
    await user().click(save());
    await waitFor(() =>
      expect(core.uiSettings.set).toHaveBeenCalledWith('truncate:maxHeight', null)
    );
  });

  it('removes and edits custom settings as the values they are', async () => {
    const { core } = show();
    const field = screen.getByRole('textbox', { name: 'myOwn' });
    await user().clear(field);
    await user().type(field, '[[1]');
    await user().click(save());
    await waitFor(() => expect(core.uiSettings.set).toHaveBeenCalledWith('myOwn', [1]));
    await user().click(screen.getByRole('button', { name: 'Remove setting: myOwn' }));
    expect(row('myOwn')).toHaveTextContent('Will be removed');
    await user().click(save());
    await waitFor(() => expect(bySubject('setting-myOwn')).not.toBeInTheDocument());
  });

  it('keeps an image as a data URL, to be looked at and taken away', async () => {
    const { core, container } = show();
    const input = container.querySelector<HTMLInputElement>('input[type=file]')!;
    await user().upload(input, new File(['png'], 'logo.png', { type: 'image/png' }));
    expect(await screen.findByRole('img', { name: 'Current image of Logo' })).toHaveAttribute(
      'src',
      expect.stringContaining('data:image/png;base64,')
    );
    await user().click(save());
    await waitFor(() =>
      expect(core.uiSettings.set).toHaveBeenCalledWith(
        'logo',
        expect.stringContaining('data:image/png')
      )
    );
    await user().click(screen.getByRole('button', { name: 'Remove image' }));
    expect(screen.queryByRole('img', { name: /Current image/ })).not.toBeInTheDocument();
  });
});

describe('validation', () => {
  it('sends nothing while a value is known to be wrong, and goes to it', async () => {
    const { core } = show();
    await user().click(screen.getByRole('switch', { name: 'Dark mode' }));
    const field = screen.getByRole('textbox', { name: 'Maximum height' });
    await user().clear(field);
    await user().type(field, 'tall');
    const json = screen.getByRole('textbox', { name: 'Scaled' });
    await user().type(json, '!');
    await user().type(screen.getByRole('searchbox'), 'dark');
    expect(bar()).toHaveTextContent('3 unsaved changes (2 of them hidden by the filters)');
    await user().click(save());
    expect(core.uiSettings.set).not.toHaveBeenCalled();
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: 'Maximum height' })).toHaveFocus()
    );
    expect(screen.getByRole('textbox', { name: 'Maximum height' })).toHaveAccessibleDescription(
      /Enter a number\./
    );
    expect(screen.getByRole('textbox', { name: 'Maximum height' })).toHaveValue('tall');
    expect(row('dateFormat:scaled')).toHaveTextContent('This is not valid JSON');
  });

  it('keeps what the server refuses, with its words beside the field, and saves the rest', async () => {
    const { core, refusals, leave } = show();
    refusals.set('dateFormat', '[validation [dateFormat]]: not a format');
    await user().type(screen.getByRole('textbox', { name: 'Date format' }), 'zz');
    await user().click(screen.getByRole('switch', { name: 'Dark mode' }));
    await user().click(save());
    await waitFor(() => expect(row('dateFormat')).toHaveTextContent('not a format'));
    expect(row('dateFormat')).not.toHaveTextContent('[validation');
    expect(screen.getByRole('textbox', { name: 'Date format' })).toHaveValue('MMM Dzz');
    expect(bar()).toHaveTextContent('1 unsaved change');
    expect(core.notifications.toasts.addSuccess).toHaveBeenCalledWith('1 setting saved');
    expect(leave().type).toBe('confirm');
    await user().type(screen.getByRole('textbox', { name: 'Date format' }), '{Backspace}');
    expect(row('dateFormat')).not.toHaveTextContent('not a format');
  });

  it('shows why a setting overridden meanwhile cannot be saved', async () => {
    const { core, errors$ } = show();
    core.uiSettings.set.mockRejectedValueOnce(
      new Error('Unable to update "dateFormat" because its value is overridden')
    );
    await user().type(screen.getByRole('textbox', { name: 'Date format' }), 'zz');
    await user().click(save());
    await waitFor(() => expect(row('dateFormat')).toHaveTextContent('Unable to update'));
    expect(errors$.observed).toBe(false);
  });
});

it('gives up its subscriptions with the page', () => {
  const { updates$, unmount } = show();
  expect(updates$.observed).toBe(true);
  unmount();
  expect(updates$.observed).toBe(false);
});

describe('values and drafts', () => {
  const setting = (key: string) => settingsOf(STATE).find((candidate) => candidate.key === key)!;
  it.each([
    ['truncate:maxHeight', ' 1e3 ', 1000],
    ['truncate:maxHeight', 'Infinity', 'Infinity'],
    ['truncate:maxHeight', '-0.5', -0.5],
    ['columns', ' x \n\n y', ['x', 'y']],
    ['dateFormat:scaled', '[1, 2]', '[1, 2]'],
    ['myOwn', '{"a": 2}', { a: 2 }],
    ['dateFormat', ' kept ', ' kept '],
  ])('%s: %j is stored as %j', (key, draft, value) => {
    expect(parseDraft(setting(key), draft)).toEqual({ isValid: true, value });
  });
  it.each([
    ['truncate:maxHeight', ''],
    ['truncate:maxHeight', '12px'],
    ['truncate:maxHeight', 'NaN'],
    ['dateFormat:scaled', ''],
  ])('%s: %j is refused', (key, draft) => {
    expect(parseDraft(setting(key), draft).isValid).toBe(false);
  });
  it('refuses images that would slow down every page', () => {
    expect(parseDraft(setting('logo'), 'x'.repeat(2 * 1024 * 1024))).toEqual({
      isValid: false,
      reason: 'The image is larger than 1 MiB.',
    });
  });
  it('shows an empty control for nothing', () => {
    expect([draftOf(setting('logo'), null), draftOf(setting('dateFormat'), undefined)]).toEqual([
      '',
      '',
    ]);
  });
});
