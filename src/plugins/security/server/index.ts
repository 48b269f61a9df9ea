import type { NoPluginDeps, PluginInitializer } from '@sd/core/server';
import type { SecurityConfig } from './config';
import { SecurityPlugin } from './plugin';
import type { SecurityPluginSetup, SecurityPluginStart } from './types';

export { config } from './config';
/** Without it users could not log in. */
export const isEssential = true;
export type { ApplyOptions } from './changes/apply';
export type { ChangeTools } from './changes/change_tools';
export type { ComparedRow, ComparedSides, Entities, SideContent } from './changes/compare_contents';
export type { DesiredEntries } from './changes/plan';
export type { EngineCalls } from './engine_calls';
export type { RouteTools } from './route_tools';
export type { SessionValue } from './auth/session_value';
export type {
  AnnouncedRequest,
  CauseOfImport,
  SecurityEvent,
  SecurityPluginSetup,
  SecurityPluginStart,
  SessionTools,
} from './types';

export const plugin: PluginInitializer<
  SecurityPluginSetup,
  SecurityPluginStart,
  NoPluginDeps,
  NoPluginDeps,
  SecurityConfig
> = (context) => new SecurityPlugin(context);
