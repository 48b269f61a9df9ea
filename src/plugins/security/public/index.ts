/** Public entry point of the browser part. Screens load by dynamic import. */
import type { PluginInitializer } from '@sd/core/public';
import { SecurityPlugin } from './plugin';
import type { SecurityPluginSetup, SecurityPluginStart } from './types';

export type {
  AdminPage,
  AdminPageConditions,
  AdminPageGroup,
  AdminPageHelp,
  CurrentTenant,
  SecurityPluginSetup,
  SecurityPluginStart,
} from './types';
export type { AccountInfo, Needs } from '../common';

export const plugin: PluginInitializer<SecurityPluginSetup, SecurityPluginStart> = (context) =>
  new SecurityPlugin(context);
