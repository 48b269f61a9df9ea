import type { PluginInitializer } from '@sd/core/server';
import {
  HomePlugin,
  type HomePluginSetup,
  type HomePluginStart,
  type HomeSetupDeps,
} from './plugin';

export const plugin: PluginInitializer<HomePluginSetup, HomePluginStart, HomeSetupDeps> = (
  context
) => new HomePlugin(context);
