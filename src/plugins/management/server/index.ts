import type { PluginInitializer } from '@sd/core/server';
import {
  ManagementPlugin,
  type ManagementPluginSetup,
  type ManagementPluginStart,
  type ManagementSetupDeps,
} from './plugin';

export { config } from './config';

export const plugin: PluginInitializer<
  ManagementPluginSetup,
  ManagementPluginStart,
  ManagementSetupDeps
> = (context) => new ManagementPlugin(context);
