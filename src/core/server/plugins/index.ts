export { STACK_FRAMES } from './late_errors';
export { PluginsService, type PluginsServiceDeps, type UiPlugin } from './plugins_service';
export type {
  CoreSetup,
  CoreStart,
  DiscoveredPlugin,
  PluginInitializerContext,
  PluginModule,
} from './types';
