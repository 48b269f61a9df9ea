import { coreMock } from '@sd/core/public/mocks';
import { AppNavLinkStatus, type App } from '@sd/core/public';
import { APP_ID, APP_ROUTE, WELCOME_ROUTE } from '../common';
import { plugin, type FieldNotesPluginSetup, type FieldNotesPluginStart } from '.';
import type { StartDeps } from './types';

function setUp() {
  const core = coreMock.createSetup<StartDeps, FieldNotesPluginStart>();
  const instance = plugin(coreMock.createPluginInitializerContext({ motto: 'Look twice' }));
  const contract = instance.setup(core, {}) as FieldNotesPluginSetup;
  const apps = core.application.register.mock.calls.map(([app]) => app as App);
  return { core, instance, contract, apps };
}

it('registers an app in the navigation and a hidden one for visitors', () => {
  const { core, apps } = setUp();
  expect(apps[0]).toMatchObject({
    id: APP_ID,
    title: 'Field notes',
    appRoute: APP_ROUTE,
    category: { id: 'kibana' },
  });
  expect(apps.slice(1)).toEqual([
    expect.objectContaining({
      appRoute: WELCOME_ROUTE,
      exactRoute: true,
      chromeless: true,
      navLinkStatus: AppNavLinkStatus.hidden,
    }),
  ]);
  expect(core.http.anonymousPaths.isAnonymous(WELCOME_ROUTE)).toBe(true);
  expect(core.http.anonymousPaths.isAnonymous(APP_ROUTE)).toBe(false);
});

it('lets other plugins register templates during setup and open the form later', async () => {
  const { instance, contract } = setUp();
  const template = { id: 'tide', title: 'Tide', text: 'High water at ' };
  contract.templates.register(template);
  expect(() => contract.templates.register(template)).toThrow(
    'There already is a template "tide".'
  );
  const core = coreMock.createStart();
  const start = (await instance.start(core, {})) as FieldNotesPluginStart;
  expect(() => contract.templates.register({ ...template, id: 'late' })).toThrow('after setup');
  await start.writeNote('tide');
  expect(core.application.navigateToApp).toHaveBeenCalledWith(APP_ID, {
    path: '/new/from/tide',
  });
});
