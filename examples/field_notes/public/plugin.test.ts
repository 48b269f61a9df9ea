import { Subject } from 'rxjs';
import { coreMock } from '@sd/core/public/mocks';
import {
  AppNavLinkStatus,
  type App,
  type FatalErrorInfo,
  type HttpInterceptor,
  type HttpResponse,
} from '@sd/core/public';
import { API, APP_ID, APP_ROUTE, VERSION_HEADER, WELCOME_ROUTE } from '../common';
import { plugin, type FieldNotesPluginSetup, type FieldNotesPluginStart } from '.';
import { Drafts } from './services/drafts';
import type { SetupDeps, StartDeps } from './types';

function setUp(plugins: SetupDeps = {}) {
  const core = coreMock.createSetup<StartDeps, FieldNotesPluginStart>();
  const fatalErrors$ = new Subject<FatalErrorInfo>();
  core.fatalErrors.get$.mockReturnValue(fatalErrors$);
  const instance = plugin(coreMock.createPluginInitializerContext({ motto: 'Look twice' }));
  const contract = instance.setup(core, plugins) as FieldNotesPluginSetup;
  const apps = core.application.register.mock.calls.map(([app]) => app as App);
  return { core, instance, contract, apps, fatalErrors$ };
}

afterEach(() => sessionStorage.clear());

it('registers an app in the navigation and two hidden apps', () => {
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
    expect.objectContaining({ chromeless: true, navLinkStatus: AppNavLinkStatus.hidden }),
  ]);
  expect(core.http.anonymousPaths.isAnonymous(WELCOME_ROUTE)).toBe(true);
  expect(core.http.anonymousPaths.isAnonymous(APP_ROUTE)).toBe(false);
});

it('registers a section with the management plugin if it is installed', () => {
  const register = jest.fn();
  setUp({ management: { sections: { register } } });
  expect(register).toHaveBeenCalledWith(
    expect.objectContaining({ id: 'field-notes', title: 'Field notes' })
  );
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

it('warns once when the server version changes', async () => {
  const { core } = setUp();
  const { response } = core.http.intercept.mock.calls[0]?.[0] as Required<HttpInterceptor>;
  const result = (path: string, version: string) =>
    response(
      {
        fetchOptions: { path },
        request: {} as Request,
        response: { headers: new Map([[VERSION_HEADER, version]]) },
      } as unknown as HttpResponse,
      { halted: false, halt: () => undefined }
    );
  await result(API.notes, '1.0.0');
  await result('/api/other', '2.0.0');
  expect(core.notifications.toasts.addWarning).not.toHaveBeenCalled();
  await result(API.notes, '1.1.0');
  await result(API.notes, '1.1.0');
  expect(core.notifications.toasts.addWarning).toHaveBeenCalledTimes(1);
});

it('stores unsaved input on a fatal error and returns it on the next visit', () => {
  const { instance, fatalErrors$ } = setUp();
  const { drafts } = instance as unknown as { drafts: Drafts };
  drafts.setCurrent({ title: 'Heron', text: 'At the' });
  expect(new Drafts(sessionStorage).hasDraft()).toBe(false);
  fatalErrors$.next({ message: 'Gone', stack: undefined });
  const nextVisit = new Drafts(sessionStorage);
  expect(nextVisit.take()).toEqual({ title: 'Heron', text: 'At the' });
  expect(nextVisit.hasDraft()).toBe(false);
  instance.stop?.();
  expect(fatalErrors$.observed).toBe(false);
});
