import type { NoPluginDeps, PluginInitializer } from '@sd/core/server';
import type { FieldNotesConfig } from './config';
import { FieldNotesPlugin } from './plugin';
import type { FieldNotesPluginSetup, FieldNotesPluginStart } from './types';

export { config } from './config';
export type { FieldNotesPluginSetup, FieldNotesPluginStart } from './types';

export const plugin: PluginInitializer<
  FieldNotesPluginSetup,
  FieldNotesPluginStart,
  NoPluginDeps,
  NoPluginDeps,
  FieldNotesConfig
> = (context) => new FieldNotesPlugin(context);
