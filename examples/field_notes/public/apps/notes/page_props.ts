import type { History } from 'history';
import type { UnsavedChangesGuard } from '@sd/core/public';
import type { FieldNotesDeps } from '../../services/deps';

/** What every screen of the app is given. */
export interface PageProps extends FieldNotesDeps {
  readonly history: History;
  readonly guard: UnsavedChangesGuard;
}
