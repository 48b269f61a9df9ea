import type { NoPluginDeps, PluginInitializer } from '@sd/core/server';
import type { RequestsConfig } from './config';
import { RequestsPlugin } from './plugin';
import type { RequestsPluginSetup, RequestsPluginStart, SetupDeps } from './types';

export { config } from './config';

export const plugin: PluginInitializer<
  RequestsPluginSetup,
  RequestsPluginStart,
  SetupDeps,
  NoPluginDeps,
  RequestsConfig
> = (context) => new RequestsPlugin(context);
