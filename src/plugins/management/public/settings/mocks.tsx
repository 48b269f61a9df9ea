/** Renders the settings section with settings of every type. */
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BehaviorSubject, of, Subject } from 'rxjs';
import type { UiSettingsState } from '@sd/core/public';
import { KitProvider } from '@sd/ui_kit';
import { createTestKit } from '@sd/ui_kit/mocks';
import type { CurrentTenant, SecurityPluginStart } from '../../../security/public';
import { SettingsPage } from './settings_page';

export const STATE: UiSettingsState = {
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

/** jsdom lacks `structuredClone`. */
const clone = <T,>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

interface Options {
  readonly tenant?: CurrentTenant;
  readonly path?: string;
}

export function show({ tenant, path = '' }: Options = {}) {
  const { core, kit, leave } = createTestKit(`/kibana/settings${path}`);
  const state = clone(STATE) as Record<string, UiSettingsState[string] & { userValue?: unknown }>;
  const updates$ = new Subject<never>();
  const errors$ = new Subject<Error>();
  /** Server errors by key. */
  const errors = new Map<string, string>();
  const { uiSettings } = core;
  uiSettings.getAll.mockImplementation(() => clone(state));
  uiSettings.getUpdate$.mockReturnValue(updates$);
  uiSettings.getUpdateErrors$.mockReturnValue(errors$);
  uiSettings.set.mockImplementation(async (key, value) => {
    const error = errors.get(key);
    if (error !== undefined) {
      errors$.next(new Error(error));
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
      loadMyAccess: async () => () => null,
      mayOpenPage: () => true,
      isTenantOffered: () => true,
      addTenant: async (url: string) => url,
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
  return {
    core,
    errors,
    leave,
    reloadPage,
    updates$,
    errors$,
    state,
    page,
    ...render(page),
  };
}

export const bySubject = (subject: string) =>
  document.querySelector<HTMLElement>(`[data-test-subj="${subject}"]`);
export const row = (key: string) => bySubject(`setting-${key}`)!;
export const user = () => userEvent.setup({ delay: null });
