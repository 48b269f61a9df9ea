import type { UiSettingsState } from '@sd/core/public';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createAccount, createScreen, renderInCore } from '../../../mocks';
import type { ScreenDeps } from '../../../services/screen_deps';
import { PreferencesDialog } from './preferences_dialog';

const ZONES = ['Browser', 'UTC', ...Array.from({ length: 20 }, (_, index) => `Zone/${index}`)];
const SETTINGS = {
  'i18n:locale': {
    name: 'Language',
    value: 'browser',
    requiresPageReload: true,
    options: ['browser', 'en', 'de'],
    optionLabels: { browser: "The browser's language", en: 'English', de: 'Deutsch' },
  },
  'theme:darkMode': { value: false, userValue: true, requiresPageReload: true },
  'dateFormat:tz': {
    name: 'Time zone',
    value: 'Browser',
    options: ZONES,
    requiresPageReload: true,
  },
  'security:tenant': { personalValue: 'finance' },
};

async function open(settings: UiSettingsState = SETTINGS) {
  const deps = await createScreen({
    account: createAccount({
      tenants: { global_tenant: true, jane: true, finance: true, hr: true },
    }),
  });
  const { uiSettings } = deps.core;
  uiSettings.getAll.mockReturnValue(settings);
  const onClose = jest.fn();
  renderInCore(<PreferencesDialog {...(deps as unknown as ScreenDeps)} onClose={onClose} />);
  const save = () => screen.getByRole('button', { name: 'Save' });
  const chosen = (label: string) =>
    within(screen.getByLabelText(label)).getByRole<HTMLOptionElement>('option', { selected: true })
      .textContent;
  return { ...deps, uiSettings, onClose, save, chosen, user: userEvent.setup() };
}

describe('preferences', () => {
  it('show the effective values and save only changed ones, for the user', async () => {
    const { user, uiSettings, onClose, save, chosen, page, core } = await open();
    expect(chosen('Language')).toBe("Tenant default: The browser's language");
    expect(chosen('Theme')).toBe('Tenant default: Dark');
    expect(chosen('Start in tenant')).toBe('finance');
    expect(save()).toBeDisabled();
    await user.selectOptions(screen.getByLabelText('Theme'), 'Light');
    await user.selectOptions(screen.getByLabelText('Start in tenant'), 'Private');
    await user.click(save());
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(uiSettings.setPersonal).toHaveBeenCalledWith({
      'theme:darkMode': false,
      'security:tenant': '__user__',
    });
    expect(page.reload).not.toHaveBeenCalled();
    expect(core.notifications.toasts.addSuccess).toHaveBeenCalledWith('Preferences saved.');
  });

  it('remove a choice and reload the page for another language', async () => {
    const { user, uiSettings, save, page } = await open();
    await user.selectOptions(screen.getByLabelText('Start in tenant'), 'Set by administrators');
    await user.selectOptions(screen.getByLabelText('Language'), 'Deutsch');
    await user.click(save());
    await waitFor(() => expect(page.reload).toHaveBeenCalled());
    expect(uiSettings.setPersonal).toHaveBeenCalledWith({
      'security:tenant': null,
      'i18n:locale': 'de',
    });
  });

  it('offer many time zones with search and ignore unchanged values', async () => {
    const { user, uiSettings, save } = await open();
    const zone = screen.getByRole('combobox', { name: 'Time zone' });
    await user.type(zone, 'Zone/17');
    await user.click(await screen.findByRole('option', { name: 'Zone/17' }));
    expect(save()).toBeEnabled();
    await user.selectOptions(screen.getByLabelText('Theme'), 'Dark');
    await user.selectOptions(screen.getByLabelText('Theme'), 'Tenant default: Dark');
    await user.click(save());
    expect(uiSettings.setPersonal).toHaveBeenCalledWith({ 'dateFormat:tz': 'Zone/17' });
  });

  it('stay open when they cannot be saved', async () => {
    const { user, uiSettings, save, onClose } = await open();
    uiSettings.setPersonal.mockResolvedValue(false);
    await user.selectOptions(screen.getByLabelText('Theme'), 'Light');
    await user.click(save());
    await waitFor(() => expect(save()).toBeEnabled());
    expect(onClose).not.toHaveBeenCalled();
  });

  it('show a missing tenant and disable values fixed by the configuration', async () => {
    const { chosen } = await open({
      ...SETTINGS,
      'i18n:locale': { ...SETTINGS['i18n:locale'], readonly: true },
      'theme:darkMode': { value: false, userValue: true, isOverridden: true },
      'security:tenant': { personalValue: 'gone' },
    });
    expect(chosen('Start in tenant')).toBe('gone');
    expect(screen.getByText(/Not available right now/)).toBeInTheDocument();
    expect(screen.getByLabelText('Theme')).toBeDisabled();
    expect(screen.getByText('Set in the server configuration.')).toBeInTheDocument();
    expect(screen.queryByLabelText('Language')).not.toBeInTheDocument();
  });
});
