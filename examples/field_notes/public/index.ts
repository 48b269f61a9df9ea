/** Public entry point of the browser part. Screens load by dynamic import. */
import type { NoPluginDeps, PluginInitializer } from '@sd/core/public';
import { FieldNotesPlugin } from './plugin';
import type { FieldNotesPluginSetup, FieldNotesPluginStart, StartDeps } from './types';

export type { FieldNotesPluginSetup, FieldNotesPluginStart } from './types';

export const plugin: PluginInitializer<
  FieldNotesPluginSetup,
  FieldNotesPluginStart,
  NoPluginDeps,
  StartDeps
> = (context) => new FieldNotesPlugin(context);
