/** Public entry point of the browser part. The screen loads by dynamic import. */
import type { NoPluginDeps, PluginInitializer } from '@sd/core/public';
import {
  HomePlugin,
  type HomePluginSetup,
  type HomePluginStart,
  type HomeStartDeps,
} from './plugin';

export type { HomePluginSetup, HomePluginStart } from './plugin';

export const plugin: PluginInitializer<
  HomePluginSetup,
  HomePluginStart,
  NoPluginDeps,
  HomeStartDeps
> = () => new HomePlugin();
