/** The browser part's only door. Light: screens come by dynamic import. */
import type { PluginInitializer } from '@sd/core/public';
import { FieldNotesPlugin } from './plugin';
import type { FieldNotesPluginSetup, FieldNotesPluginStart } from './types';

export type { FieldNotesPluginSetup, FieldNotesPluginStart } from './types';

export const plugin: PluginInitializer<FieldNotesPluginSetup, FieldNotesPluginStart> = (context) =>
  new FieldNotesPlugin(context);
