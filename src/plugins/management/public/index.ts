/** The browser part's only entry point. Light: screens come by dynamic import. */
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
> = () => new ManagementPlugin();
