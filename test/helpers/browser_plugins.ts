/** Browser plugins and the real plugins service for its tests. Loads no scripts. */
import type { InjectedMetadata } from '../../src/core/common';
import {
  applicationServiceMock,
  chromeServiceMock,
  coreMock,
  injectedMetadataServiceMock,
} from '../../src/core/public/mocks';
import type { IToasts } from '../../src/core/public/notifications/types';
import type {
  InternalCoreSetup,
  InternalCoreStart,
} from '../../src/core/public/plugins/plugin_context';
import type { PluginModule, PluginRegistry } from '../../src/core/public/plugins/plugin_scripts';
import { PluginsService } from '../../src/core/public/plugins/plugins_service';
import type { PluginInitializer } from '../../src/core/public/plugins/types';

interface Deps {
  readonly required?: string[];
  readonly optional?: string[];
  readonly config?: Record<string, unknown>;
}

/** A plugin as the page metadata lists it. */
export const uiPlugin = (id: string, { required = [], optional = [], config }: Deps = {}) => ({
  id,
  plugin: { id, configPath: id, requiredPlugins: required, optionalPlugins: optional },
  scripts: [`/bundles/${id}.js`],
  ...(config === undefined ? {} : { config }),
});

function registryOf(modules: Record<string, PluginModule | unknown>): PluginRegistry {
  return {
    has: (key) => Object.hasOwn(modules, key),
    get: (key) => modules[key],
  };
}

/** A plugin without faults that records its lifecycle steps in `order`. */
export function recordingPlugin(
  order: string[],
  id: string,
  contracts: { setup?: unknown; start?: unknown } = {}
) {
  const instance = {
    setup: jest.fn((_core: unknown, _plugins: unknown) => {
      order.push(`setup ${id}`);
      return contracts.setup;
    }),
    start: jest.fn((_core: unknown, _plugins: unknown) => {
      order.push(`start ${id}`);
      return contracts.start;
    }),
    stop: jest.fn(() => void order.push(`stop ${id}`)),
  };
  const plugin = jest.fn(() => instance) as unknown as jest.Mock & PluginInitializer;
  return { plugin, ...instance };
}

/** @param modules - the modules that plugin scripts have registered, by `plugin/{id}` */
export function createPluginsService(
  uiPlugins: InjectedMetadata['uiPlugins'],
  modules: Record<string, unknown>
) {
  const loadScripts = jest.fn(
    async (_uiPlugins: InjectedMetadata['uiPlugins']): Promise<void> => undefined
  );
  const injectedMetadata = injectedMetadataServiceMock.createSetupContract({ uiPlugins });
  const service = new PluginsService(injectedMetadata, {
    loadScripts,
    getRegistry: () => registryOf(modules),
  });
  const application = { ...applicationServiceMock.createSetupContract(), withdraw: jest.fn() };
  const coreSetup = {
    ...coreMock.createSetup(),
    application,
    injectedMetadata,
  } as unknown as InternalCoreSetup & { application: typeof application };
  const { notifications, ...start } = coreMock.createStart();
  const coreStart = {
    ...start,
    notifications,
    application: applicationServiceMock.createInternalStartContract(),
    chrome: chromeServiceMock.createStartContract(),
    injectedMetadata,
  } as unknown as InternalCoreStart;
  return {
    service,
    loadScripts,
    coreSetup,
    coreStart,
    toasts: notifications.toasts as jest.Mocked<IToasts>,
  };
}
