import { act, screen, within } from '@testing-library/react';
import { toDraft, parseDraft, listSettings } from './settings/setting';
import { STATE, show, bySubject, row, user } from './settings/mocks';

/** Slow on a busy machine. */
jest.setTimeout(30_000);

beforeAll(() => {
  jest
    .spyOn(window, 'requestAnimationFrame')
    .mockImplementation((work) => Number(setTimeout(() => work(0), 0)));
});

describe('settings list', () => {
  it('shows every setting under its category with key, description and default', () => {
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

  it('renders a labeled control for each type', () => {
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

  it('previews Markdown while typing and renders no HTML', async () => {
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

  it('disables settings from the server configuration and gives the reason', () => {
    show();
    expect(screen.getByRole('textbox', { name: 'Default route' })).toBeDisabled();
    expect(row('defaultRoute')).toHaveTextContent(
      "This setting is set in the server configuration and can't be changed here."
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

  it('applies a search from the address', () => {
    show({ path: '?query=banner' });
    expect(screen.getByRole('searchbox')).toHaveValue('banner');
    expect(screen.getByText('1 setting')).toBeInTheDocument();
  });

  it('shows the tenant and disables all settings in a read-only tenant', () => {
    show({ tenant: { name: 'sales', label: 'sales', canWrite: false } });
    expect(bySubject('managementTenant')).toHaveTextContent(
      'You are working in the tenant sales. Read only'
    );
    expect(screen.getByRole('textbox', { name: 'Date format' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Reset to default: Maximum height' })).toBeDisabled();
  });

  it('reflects changes made elsewhere on the page', () => {
    const { state, updates$ } = show();
    state['dateFormat'] = { ...state['dateFormat'], userValue: 'YYYY' };
    act(() => updates$.next(undefined as never));
    expect(screen.getByRole('textbox', { name: 'Date format' })).toHaveValue('YYYY');
  });
});

it('unsubscribes when the page unmounts', () => {
  const { updates$, unmount } = show();
  expect(updates$.observed).toBe(true);
  unmount();
  expect(updates$.observed).toBe(false);
});

describe('setting values and drafts', () => {
  const setting = (key: string) => listSettings(STATE).find((candidate) => candidate.key === key)!;
  it.each([
    ['truncate:maxHeight', ' 1e3 ', 1000],
    ['truncate:maxHeight', 'Infinity', 'Infinity'],
    ['truncate:maxHeight', '-0.5', -0.5],
    ['columns', ' x \n\n y', ['x', 'y']],
    ['dateFormat:scaled', '[1, 2]', '[1, 2]'],
    ['myOwn', '{"a": 2}', { a: 2 }],
    ['dateFormat', ' kept ', ' kept '],
  ])('stores %s input %j as %j', (key, draft, value) => {
    expect(parseDraft(setting(key), draft)).toEqual({ isValid: true, value });
  });
  it.each([
    ['truncate:maxHeight', ''],
    ['truncate:maxHeight', '12px'],
    ['truncate:maxHeight', 'NaN'],
    ['dateFormat:scaled', ''],
  ])('rejects %s input %j', (key, draft) => {
    expect(parseDraft(setting(key), draft).isValid).toBe(false);
  });
  it('rejects images larger than 1 MiB', () => {
    expect(parseDraft(setting('logo'), 'x'.repeat(2 * 1024 * 1024))).toEqual({
      isValid: false,
      reason: 'The image is larger than 1 MiB.',
    });
  });
  it('shows an empty control for null and undefined', () => {
    expect([toDraft(setting('logo'), null), toDraft(setting('dateFormat'), undefined)]).toEqual([
      '',
      '',
    ]);
  });
});
