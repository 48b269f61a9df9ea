/** The only entry point of the browser part. Keep it small: screens load by dynamic import. */
import type { PluginInitializer } from '@sd/core/public';
import { SampleAppPlugin, type SampleAppPluginSetup, type SampleAppPluginStart } from './plugin';

export type { SampleAppPluginSetup, SampleAppPluginStart } from './plugin';

export const plugin: PluginInitializer<SampleAppPluginSetup, SampleAppPluginStart> = () =>
  new SampleAppPlugin();
