import type { PluginInitializer } from '@sd/core/server';
import { HomePlugin, type HomePluginSetup, type HomePluginStart } from './plugin';

export const plugin: PluginInitializer<HomePluginSetup, HomePluginStart> = (context) =>
  new HomePlugin(context);
