/** Public entry point of the browser part. Screens load by dynamic import. */
import type { PluginInitializer } from '@sd/core/public';
import { FieldNotesPlugin } from './plugin';
import type { FieldNotesPluginSetup, FieldNotesPluginStart, SetupDeps, StartDeps } from './types';

export type { FieldNotesPluginSetup, FieldNotesPluginStart } from './types';

export const plugin: PluginInitializer<
  FieldNotesPluginSetup,
  FieldNotesPluginStart,
  SetupDeps,
  StartDeps
> = (context) => new FieldNotesPlugin(context);
