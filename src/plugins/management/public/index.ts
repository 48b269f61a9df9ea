/** The browser part's only door. Light: screens come by dynamic import. */
import type { PluginInitializer } from '@sd/core/public';
import { ManagementPlugin } from './plugin';
import type { ManagementPluginSetup, ManagementPluginStart } from './types';

export type {
  ManagementPluginSetup,
  ManagementPluginStart,
  ManagementSection,
  ManagementSectionMountParams,
} from './types';

export const plugin: PluginInitializer<ManagementPluginSetup, ManagementPluginStart> = () =>
  new ManagementPlugin();
