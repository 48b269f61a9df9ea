import type { NoPluginDeps, PluginInitializer } from '@sd/core/server';
import type { AlarmsConfig } from './config';
import { AlarmsPlugin } from './plugin';
import type { AlarmsPluginSetup, AlarmsPluginStart, SetupDeps } from './types';

export { config } from './config';

export const plugin: PluginInitializer<
  AlarmsPluginSetup,
  AlarmsPluginStart,
  SetupDeps,
  NoPluginDeps,
  AlarmsConfig
> = (context) => new AlarmsPlugin(context);
