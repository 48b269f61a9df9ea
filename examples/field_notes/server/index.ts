import type { PluginInitializerContext } from '@sd/core/server';
import type { FieldNotesConfig } from './config';
import { FieldNotesPlugin } from './plugin';

export { config } from './config';
export type { FieldNotesPluginSetup, FieldNotesPluginStart } from './types';

export const plugin = (context: PluginInitializerContext<never>) =>
  new FieldNotesPlugin(context as PluginInitializerContext<FieldNotesConfig>);
