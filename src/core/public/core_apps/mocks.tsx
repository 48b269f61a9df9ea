/** The apps of core with mocked services. */
import { createMemoryHistory } from 'history';
import { type App } from '../application/types';
import {
  applicationServiceMock,
  httpServiceMock,
  injectedMetadataServiceMock,
  notificationServiceMock,
  uiSettingsServiceMock,
} from '../mocks';
import { CoreApp } from './core_app';

export interface Options {
  readonly href?: string;
  readonly anonymous?: boolean;
  readonly userAgent?: string;
  readonly settings?: Record<string, unknown>;
  readonly basePath?: string;
}

export function setup({
  href = 'http://host/app/home',
  anonymous = false,
  userAgent = 'modern',
  settings = {},
  basePath = '',
}: Options = {}) {
  const application = applicationServiceMock.createSetupContract();
  const http = httpServiceMock.createSetupContract({ basePath });
  const notifications = notificationServiceMock.createSetupContract();
  const history = createMemoryHistory();
  const uiSettings = uiSettingsServiceMock.createSetupContract();
  uiSettings.get.mockImplementation(
    ((key: string, fallback: unknown) => settings[key] ?? fallback) as never
  );
  const location = { href, assign: jest.fn() };
  const coreApp = new CoreApp({ location, userAgent });
  coreApp.setup({
    application,
    http,
    notifications,
    injectedMetadata: injectedMetadataServiceMock.createSetupContract({
      anonymousStatusPage: anonymous,
    }),
  });
  const docTitle = { change: jest.fn(), reset: jest.fn() };
  const setBreadcrumbs = jest.fn();
  const start = () =>
    coreApp.start({
      application: { history },
      chrome: { docTitle, setBreadcrumbs },
      http,
      notifications,
      uiSettings,
    });
  const apps = application.register.mock.calls.map(([app]) => app) as App[];
  return { coreApp, start, apps, docTitle, setBreadcrumbs, http, notifications, history, location };
}
export const appById = (apps: App[], id: string) => apps.find((app) => app.id === id)!;
