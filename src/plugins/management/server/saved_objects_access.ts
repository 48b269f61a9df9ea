/** Shared by the routes: manageable types. */
import type { SavedObjectsServiceStart, SavedObjectsType } from '@sd/core/server';

export const DEFAULT_TITLE_FIELD = 'title';

export type GetSavedObjects = () => Promise<SavedObjectsServiceStart>;

export const isExportable = ({ hidden, management }: SavedObjectsType): boolean =>
  !hidden && management?.importableAndExportable !== false;
