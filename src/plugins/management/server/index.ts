import type { PluginInitializer } from '@sd/core/server';
import { ManagementPlugin, type ManagementPluginSetup, type ManagementPluginStart } from './plugin';

export const plugin: PluginInitializer<ManagementPluginSetup, ManagementPluginStart> = (context) =>
  new ManagementPlugin(context);
