/**
 * The core contracts that each plugin receives: the public ones, bound to the plugin's identity.
 */
import type { InternalApplicationSetup } from '../application';
import type { InternalApplicationStart } from '../application/types';
import type { InternalChromeStart } from '../chrome/types';
import type { InjectedMetadataSetup } from '../injected_metadata/types';
import type { PluginWrapper } from './plugin_wrapper';
import type { CoreSetup, CoreStart, PluginInitializerContext } from './types';

export type InternalCoreSetup = Omit<
  CoreSetup,
  'application' | 'injectedMetadata' | 'getStartServices'
> & {
  readonly application: InternalApplicationSetup;
  readonly injectedMetadata: InjectedMetadataSetup;
};

export type InternalCoreStart = Omit<CoreStart, 'application' | 'chrome' | 'injectedMetadata'> & {
  readonly application: InternalApplicationStart;
  readonly chrome: InternalChromeStart;
  readonly injectedMetadata: InjectedMetadataSetup;
};

export function createInitializerContext(
  injectedMetadata: InjectedMetadataSetup,
  opaqueId: symbol,
  config: Readonly<Record<string, unknown>> = {}
): PluginInitializerContext {
  return {
    opaqueId,
    env: injectedMetadata.getEnv(),
    config: { get: <T>() => config as unknown as T },
  };
}

const publicMetadata = ({
  getInjectedVar,
  getOutage,
  getBranding,
}: InjectedMetadataSetup): CoreSetup['injectedMetadata'] => ({
  getInjectedVar,
  getOutage,
  getBranding,
});

export function createPluginSetupContext(
  core: InternalCoreSetup,
  plugin: PluginWrapper
): CoreSetup {
  const { application, injectedMetadata, ...rest } = core;
  return {
    ...rest,
    application: {
      register: (app) => application.register(app, plugin.opaqueId),
      registerAppUpdater: application.registerAppUpdater,
      registerMountContext: (name, provider) =>
        application.registerMountContext(name, provider, plugin.opaqueId),
    },
    injectedMetadata: publicMetadata(injectedMetadata),
    getStartServices: () => plugin.startServices as ReturnType<CoreSetup['getStartServices']>,
  };
}

export function createPluginStartContext(core: InternalCoreStart): CoreStart {
  const { application, chrome, injectedMetadata } = core;
  const { getHeaderComponent: _header, ...publicChrome } = chrome;
  const { capabilities, applications$, currentAppId$ } = application;
  return {
    ...core,
    application: {
      capabilities,
      applications$,
      currentAppId$,
      navigateToApp: application.navigateToApp,
      navigateToUrl: application.navigateToUrl,
      getUrlForApp: application.getUrlForApp,
    },
    chrome: publicChrome,
    injectedMetadata: publicMetadata(injectedMetadata),
  };
}
