import type { PluginInitializerContext } from '@sd/core/server';
import type { SecurityConfig } from './config';
import { SecurityPlugin } from './plugin';

export { config } from './config';
/** Without it nobody could sign in. */
export const isEssential = true;
export type { SecurityPluginSetup, SecurityPluginStart } from './types';

export const plugin = (context: PluginInitializerContext<never>) =>
  new SecurityPlugin(context as PluginInitializerContext<SecurityConfig>);
