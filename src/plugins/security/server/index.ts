import type { NoPluginDeps, PluginInitializer } from '@sd/core/server';
import type { SecurityConfig } from './config';
import { SecurityPlugin } from './plugin';
import type { SecurityPluginSetup, SecurityPluginStart } from './types';

export { config } from './config';
/** Without it users could not log in. */
export const isEssential = true;
export type {
  AnnouncedRequest,
  ConnectedFindings,
  Finding,
  SecurityEvent,
  SecurityPluginSetup,
  SecurityPluginStart,
  ServerFindings,
} from './types';

export const plugin: PluginInitializer<
  SecurityPluginSetup,
  SecurityPluginStart,
  NoPluginDeps,
  NoPluginDeps,
  SecurityConfig
> = (context) => new SecurityPlugin(context);
