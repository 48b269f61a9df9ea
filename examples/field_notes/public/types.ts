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

/** Both may be missing, for the manifest names them as optional: no tenants, no Management app. */
export interface SetupDeps {
  readonly management?: ManagementPluginSetup;
}
export interface StartDeps {
  readonly security?: SecurityPluginStart;
}
