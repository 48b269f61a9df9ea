import type { ManagementPluginSetup } from '@sd/plugins/management/public';
import type { SecurityPluginStart } from '@sd/plugins/security/public';
import type { NoteTemplate } from '../common';

/** What other plugins may use while they are set up. */
export interface FieldNotesPluginSetup {
  readonly templates: {
    /** @throws for an id that is taken, and after setup */
    register(template: NoteTemplate): void;
  };
}

/** What other plugins may use once everything has started. */
export interface FieldNotesPluginStart {
  /** Opens the form for a new note, filled in from a template when one is named. */
  writeNote(templateId?: string): Promise<void>;
}

/** Both may be missing: the plugin works without tenants and without the Management app. */
export interface SetupPlugins {
  readonly management?: ManagementPluginSetup;
}
export interface StartPlugins {
  readonly security?: SecurityPluginStart;
}
