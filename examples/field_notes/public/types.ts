import type { SecurityPluginSetup, SecurityPluginStart } from '@sd/plugins/security/public';
import type { NoteTemplate } from '../common';

/** Contract for other plugins during setup. */
export interface FieldNotesPluginSetup {
  readonly templates: {
    /** @throws if the id is already registered, and after setup */
    register(template: NoteTemplate): void;
  };
}

/** Contract for other plugins after start. */
export interface FieldNotesPluginStart {
  /** Opens the form for a new note, filled in from the template if one is given. */
  writeNote(templateId?: string): Promise<void>;
}

/** Optional in the manifest: without it there is no Security app. */
export interface SetupDeps {
  readonly security?: SecurityPluginSetup;
}

/** Optional in the manifest: without it there are no tenants. */
export interface StartDeps {
  readonly security?: SecurityPluginStart;
}
