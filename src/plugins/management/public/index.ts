/** Public entry point of the browser part. Screens load by dynamic import. */
import type { NoPluginDeps, PluginInitializer } from '@sd/core/public';
import { ManagementPlugin } from './plugin';
import type { ManagementPluginSetup, ManagementPluginStart, ManagementStartDeps } from './types';

export type {
  ManagementPluginSetup,
  ManagementPluginStart,
  ManagementSection,
  ManagementSectionMountParams,
} from './types';

export const plugin: PluginInitializer<
  ManagementPluginSetup,
  ManagementPluginStart,
  NoPluginDeps,
  ManagementStartDeps
> = (context) => new ManagementPlugin(context);
