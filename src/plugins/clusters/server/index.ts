import type { NoPluginDeps, PluginInitializer } from '@sd/core/server';
import { ClustersPlugin } from './plugin';
import type { ClustersPluginSetup, ClustersPluginStart, SetupDeps } from './types';

export const plugin: PluginInitializer<
  ClustersPluginSetup,
  ClustersPluginStart,
  SetupDeps,
  NoPluginDeps
> = (context) => new ClustersPlugin(context);
