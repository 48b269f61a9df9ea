/** The router with the apps of a test. */
import { act, render } from '@testing-library/react';
import { createMemoryHistory, type History } from 'history';
import { type Observable } from 'rxjs';
import {
  contextServiceMock,
  createCapabilitiesMock,
  httpServiceMock,
  overlayServiceMock,
} from '../../mocks';
import { ApplicationService } from '../application_service';
import { type App, type AppMountParameters, type AppUpdater } from '../types';
import { MAIN_REGION_ID } from './focus_main_region';

interface TestApp {
  readonly app: App;
  readonly mount: jest.Mock;
  readonly unmount: jest.Mock;
  readonly params: () => AppMountParameters;
}

export function testApp(id: string, more: Partial<App> = {}): TestApp {
  const unmount = jest.fn();
  const mount = jest.fn(({ element }: AppMountParameters): unknown => {
    element.textContent = `content of ${id}`;
    return unmount;
  });
  const app: App = { id, title: id, mount: (params) => mount(params) as never, ...more };
  return { app, mount, unmount, params: () => mount.mock.lastCall![0] as AppMountParameters };
}

export const settle = () =>
  act(async () => void (await new Promise((resolve) => setTimeout(resolve, 0))));

interface RenderOptions {
  readonly path?: string;
  readonly navLinks?: Record<string, boolean>;
  readonly updater$?: Observable<AppUpdater>;
  readonly prepareShell?: () => Promise<void>;
  readonly basePath?: string;
}

export async function renderApps(apps: TestApp[], options: RenderOptions = {}) {
  const { path = '/', navLinks = {}, updater$, basePath = '' } = options;
  const http = httpServiceMock.createSetupContract({ basePath });
  http.post.mockImplementation((async () => createCapabilitiesMock({ navLinks })) as never);
  const counts: number[] = [];
  http.addLoadingCountSource.mockImplementation((count$) => {
    count$.subscribe((count) => counts.push(count));
  });
  const service = new ApplicationService();
  let history!: History;
  const setup = service.setup({
    http,
    context: contextServiceMock.createSetupContract(),
    createHistory: () => (history = createMemoryHistory({ initialEntries: [path] })),
  });
  apps.forEach(({ app }) => setup.register(app));
  if (updater$ !== undefined) setup.registerAppUpdater(updater$);
  const start = await service.start({
    http,
    overlays: overlayServiceMock.createStartContract(),
    ...(options.prepareShell === undefined ? {} : { prepareShell: options.prepareShell }),
  });
  const view = render(
    <main id={MAIN_REGION_ID} tabIndex={-1}>
      {start.getComponent()}
    </main>
  );
  await settle();
  const go = async (to: string) => {
    act(() => history.push(to));
    await settle();
  };
  return { service, start, history, counts, view, go };
}
