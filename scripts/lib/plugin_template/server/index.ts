import type { PluginInitializerContext } from '@sd/core/server';
import type { SampleAppConfig } from './config';
import { SampleAppPlugin } from './plugin';

export { config } from './config';
export type { SampleAppPluginSetup, SampleAppPluginStart } from './plugin';

export const plugin = (context: PluginInitializerContext<never>) =>
  new SampleAppPlugin(context as PluginInitializerContext<SampleAppConfig>);
