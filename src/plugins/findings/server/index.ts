import type { NoPluginDeps, PluginInitializer } from '@sd/core/server';
import type { FindingsConfig } from './config';
import { FindingsPlugin } from './plugin';
import type { FindingsPluginSetup, FindingsPluginStart, SetupDeps } from './types';

export { config } from './config';
export type {
  ConnectedFindings,
  Finding,
  FindingsPluginSetup,
  FindingsPluginStart,
  ServerFindings,
} from './types';

export const plugin: PluginInitializer<
  FindingsPluginSetup,
  FindingsPluginStart,
  SetupDeps,
  NoPluginDeps,
  FindingsConfig
> = (context) => new FindingsPlugin(context);
