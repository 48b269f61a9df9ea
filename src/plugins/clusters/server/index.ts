import type { NoPluginDeps, PluginInitializer } from '@sd/core/server';
import type { ClustersConfig } from './config';
import { ClustersPlugin } from './plugin';
import type { ClustersPluginSetup, ClustersPluginStart, SetupDeps } from './types';

export { config } from './config';

export const plugin: PluginInitializer<
  ClustersPluginSetup,
  ClustersPluginStart,
  SetupDeps,
  NoPluginDeps,
  ClustersConfig
> = (context) => new ClustersPlugin(context);
