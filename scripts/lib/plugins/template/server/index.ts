import type { NoPluginDeps, PluginInitializer } from '@sd/core/server';
import type { SampleAppConfig } from './config';
import { SampleAppPlugin, type SampleAppPluginSetup, type SampleAppPluginStart } from './plugin';

export { config } from './config';
export type { SampleAppPluginSetup, SampleAppPluginStart } from './plugin';

export const plugin: PluginInitializer<
  SampleAppPluginSetup,
  SampleAppPluginStart,
  // Contracts of other plugins, in setup and in start, as named in plugin.json.
  NoPluginDeps,
  NoPluginDeps,
  SampleAppConfig
> = (context) => new SampleAppPlugin(context);
