import type { CoreStart } from '@sd/core/public';
import type { SecurityPluginStart } from '@sd/plugins/security/public';
import type { NotesClient } from './notes_client';
import type { TemplateRegistry } from './template_registry';

/** Dependencies of the screens. */
export interface FieldNotesDeps {
  readonly core: CoreStart;
  readonly security?: SecurityPluginStart;
  readonly client: NotesClient;
  readonly templates: TemplateRegistry;
  readonly motto: string;
  /** Stores the path at which the app opens next time. */
  readonly onVisit: (path: string) => void;
}

export const canWrite = ({ core }: Pick<FieldNotesDeps, 'core'>): boolean =>
  core.application.capabilities['fieldNotes']?.['write'] === true;
