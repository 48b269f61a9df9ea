import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UserProvidedSetting } from '../../../common';
import { Type } from '@sinclair/typebox';
import { MemoryPreferenceStore } from '../../../../backend/testing/memory_preferences';
import { openSavedObjects, type Database } from '../../../../backend/testing/stores';
import { loadConfig } from '../../config';
import { HttpService } from '../../http';
import { coreMock } from '../../mocks';
import { inEnglish } from '../../i18n';
import { createI18nMock } from '../../i18n/mocks';
import { UiSettingsService } from '../../ui_settings';
import { SavedObjectsService } from '../saved_objects_service';
import type { SavedObjectsServiceStart } from '../types';

/**
 * A server with the routes of saved objects and settings, over real HTTP. The header `x-scope`
 * selects the permissions.
 */
export interface TestServer {
  readonly savedObjects: SavedObjectsServiceStart;
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>
  ): Promise<{ status: number; body: any; text: string; headers: Headers }>;
  /** Settings embedded in a page of the Global tenant, with or without a user. */
  forPage(userName?: string): Promise<Record<string, UserProvidedSetting>>;
  stop(): Promise<void>;
}

interface TestServerOptions {
  readonly version?: string;
  readonly overrides?: Record<string, unknown>;
  readonly limits?: object;
  /** Receives the database. */
  readonly onOpen?: (database: Database) => void;
}

export interface RestartableServer extends Omit<TestServer, 'stop'> {
  /** Stops the server and starts it on the same data. */
  restart(options: TestServerOptions): Promise<void>;
}

/** Starts a server on new data before each test, and stops it afterwards. */
export function serverForEachTest(options: TestServerOptions = {}): RestartableServer {
  let dir: string;
  let running: TestServer;
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'sd-saved-objects-'));
    running = await startTestServer({ dir, ...options });
  });
  afterEach(async () => {
    await running.stop();
    rmSync(dir, { recursive: true, force: true });
  });
  return {
    get savedObjects() {
      return running.savedObjects;
    },
    send: (...args) => running.send(...args),
    forPage: (userName) => running.forPage(userName),
    restart: async (changed) => {
      await running.stop();
      running = await startTestServer({ dir, ...changed });
    },
  };
}

export async function startTestServer({
  dir,
  version = '7.10.2',
  overrides = {},
  limits = {},
  onOpen,
}: TestServerOptions & { readonly dir: string }): Promise<TestServer> {
  const { core } = await loadConfig({
    args: { configFiles: [], settings: [['server.port', '0']] },
    env: {},
    root: '/nonexistent',
  });
  const logger = coreMock.createLogger();
  const httpService = new HttpService({
    config: { ...core.server, checkAnswers: true },
    productName: 'Security Dashboards',
    version,
    log: logger,
  });
  const http = httpService.setup();
  http.registerAuth((request) =>
    request.headers['x-scope'] === 'nobody'
      ? { type: 'anonymous' }
      : {
          type: 'authenticated',
          auth: coreMock.createAuth({ userName: request.headers['x-user'] ?? 'anna' }),
        }
  );
  const { database, openStore } = openSavedObjects(dir);
  onOpen?.(database);
  const service = new SavedObjectsService({
    openStore,
    router: http.createRouter(),
    logger,
    config: { maxImportPayloadBytes: 10_000, maxImportExportSize: 5, ...limits },
  });
  const setup = service.setup();
  setup.registerType({
    name: 'dashboard',
    attributes: Type.Object({ title: Type.String() }),
    management: { icon: 'dashboardApp' },
  });
  setup.registerType({ name: 'index-pattern' });
  setup.registerType({ name: 'secret', hidden: true });
  setup.setScopeProvider(({ headers }) => {
    const scope = headers['x-scope'] ?? 'global';
    return {
      partition: scope === 'reader' || scope === 'denied' ? 'global' : scope,
      canRead: scope !== 'denied',
      canWrite: scope !== 'denied' && scope !== 'reader',
    };
  });
  const settings = new UiSettingsService();
  settings.setup({
    http,
    savedObjects: setup,
    preferences: new MemoryPreferenceStore(),
    log: logger,
    // A language in which every text starts with the language's name.
    i18n: createI18nMock({
      localeOf: ({ headers }) => (headers['accept-language'] === 'xx' ? 'xx' : 'en'),
      translate: (locale, text) => (locale === 'xx' ? 'xx ' : '') + inEnglish(text),
    }),
    packageInfo: { version, buildNum: 42 },
    overrides,
  });
  const savedObjects = service.start();
  const { asScopedToRequest } = settings.start();
  await httpService.listen();
  await httpService.start();
  return {
    savedObjects,
    async send(method, path, body, headers = {}) {
      const isText = typeof body === 'string';
      const response = await fetch(`${httpService.url}${path}`, {
        method,
        headers: {
          'kbn-xsrf': 'true',
          ...(body !== undefined && {
            'content-type': isText ? 'application/ndjson' : 'application/json',
          }),
          ...headers,
        },
        ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      return {
        status: response.status,
        text,
        headers: response.headers,
        body: response.headers.get('content-type')?.startsWith('application/json')
          ? JSON.parse(text)
          : undefined,
      };
    },
    forPage: (userName) =>
      asScopedToRequest(
        coreMock.createRequest(userName ? { auth: coreMock.createAuth({ userName }) } : {})
      ).getForPage(),
    async stop() {
      await httpService.stop();
      settings.stop();
      service.stop();
      database.close();
    },
  };
}
