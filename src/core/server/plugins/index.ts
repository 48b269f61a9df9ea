export { PluginsService, type PluginsServiceDeps, type UiPlugin } from './plugins_service';
export type {
  CoreSetup,
  CoreStart,
  DiscoveredPlugin,
  NoPluginDeps,
  Plugin,
  PluginInitializer,
  PluginInitializerContext,
  PluginModule,
} from './types';
