/** The application service at a given URL, for tests. */
import { createMemoryHistory, type MemoryHistory } from 'history';
import { type Observable } from 'rxjs';
import type { Capabilities } from '../../common';
import { ContextService } from '../context';
import { createCapabilitiesMock, httpServiceMock, overlayServiceMock } from '../mocks';
import { ApplicationService } from './application_service';
import { type App } from './types';

export const coreId = Symbol('core');
export const pluginId = Symbol('plugin1');

export function collect<T>(source$: Observable<T>): T[] {
  const values: T[] = [];
  source$.subscribe((value) => values.push(value));
  return values;
}

export const app = (id: string, more: Partial<App> = {}): App => ({
  id,
  title: id,
  mount: () => () => undefined,
  ...more,
});

export function setUp({
  basePath = '',
  path = '/',
  navLinks = {},
  firstCapabilities,
}: {
  basePath?: string;
  path?: string;
  navLinks?: Record<string, boolean>;
  firstCapabilities?: Capabilities;
} = {}) {
  const http = httpServiceMock.createSetupContract({ basePath });
  http.post.mockImplementation((async () => createCapabilitiesMock({ navLinks })) as never);
  const overlays = overlayServiceMock.createStartContract();
  const redirectTo = jest.fn();
  const context = new ContextService(coreId).setup({
    pluginDependencies: new Map([[pluginId, []]]),
  });
  const service = new ApplicationService(coreId);
  let history!: MemoryHistory;
  const setup = service.setup({
    http,
    context,
    redirectTo,
    createHistory: (options) => {
      history = createMemoryHistory({
        getUserConfirmation: options.getUserConfirmation,
        initialEntries: [path],
      });
      return history;
    },
  });
  const start = () =>
    service.start({ http, overlays, ...(firstCapabilities && { firstCapabilities }) });
  return { service, setup, start, http, overlays, redirectTo, getHistory: () => history };
}
