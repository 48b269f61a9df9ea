/** Tests of editing several settings and saving them together. */
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { show, bySubject, row, user } from './mocks';

/** Slow on a busy machine. */
jest.setTimeout(30_000);
const bar = () => screen.queryByRole('region', { name: 'Unsaved changes' });
const save = () => screen.getByRole('button', { name: 'Save' });

beforeAll(() => {
  jest
    .spyOn(window, 'requestAnimationFrame')
    .mockImplementation((work) => Number(setTimeout(() => work(0), 0)));
});

describe('editing settings', () => {
  it('collects changes, saves them together and clears the bar', async () => {
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

  it('keeps unsaved input while the user visits another page of the app', async () => {
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

  it('offers a page reload for settings that require one', async () => {
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

  it('ignores a value that was typed back to its original', async () => {
    show();
    const field = screen.getByRole('textbox', { name: 'Date format' });
    await user().type(field, 'x');
    expect(bar()).toBeVisible();
    await user().type(field, '{Backspace}');
    expect(bar()).not.toBeInTheDocument();
  });

  it('discards all changes together', async () => {
    const { core } = show();
    await user().type(screen.getByRole('textbox', { name: 'Date format' }), 'x');
    await user().click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.getByRole('textbox', { name: 'Date format' })).toHaveValue('MMM D');
    expect(core.uiSettings.set).not.toHaveBeenCalled();
  });

  it('treats a reset to the default as an unsaved change', async () => {
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

  it('sends null instead of a copy of the default', async () => {
    const { core } = show();
    const field = screen.getByRole('textbox', { name: 'Maximum height' });
    await user().clear(field);
    await user().type(field, '115');
    await user().click(save());
    await waitFor(() =>
      expect(core.uiSettings.set).toHaveBeenCalledWith('truncate:maxHeight', null)
    );
  });

  it('removes custom settings and saves them with their JSON type', async () => {
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

  it('saves an image as a data URL, with preview and removal', async () => {
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

describe('settings validation', () => {
  it('sends nothing while a value is invalid and focuses the invalid field', async () => {
    const { core } = show();
    await user().click(screen.getByRole('switch', { name: 'Dark mode' }));
    const field = screen.getByRole('textbox', { name: 'Maximum height' });
    await user().clear(field);
    await user().type(field, 'tall');
    const json = screen.getByRole('textbox', { name: 'Scaled' });
    await user().type(json, '!');
    await user().type(screen.getByRole('searchbox'), 'dark');
    expect(bar()).toHaveTextContent('3 unsaved changes (2 hidden by the filters)');
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

  it('shows a rejected setting with its error and saves the others', async () => {
    const { core, errors, leave } = show();
    errors.set('dateFormat', '[validation [dateFormat]]: not a format');
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

  it('shows the error for a setting that was overridden meanwhile', async () => {
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
