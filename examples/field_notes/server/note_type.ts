/** Saved object type of a note. Objects belong to the tenant in which they are saved. */
import { Type } from '@sinclair/typebox';
import type { SavedObjectsType } from '@sd/core/server';
import { NOTE_TYPE, TEXT_MAX_LENGTH, TITLE_MAX_LENGTH } from '../common';

export const noteType: SavedObjectsType = {
  name: NOTE_TYPE,
  attributes: Type.Object({
    title: Type.String({ minLength: 1, maxLength: TITLE_MAX_LENGTH }),
    text: Type.String({ maxLength: TEXT_MAX_LENGTH }),
    author: Type.String({ maxLength: 200 }),
  }),
  titleField: 'title',
  // Listed in Management, with export, import and copy to another tenant.
  management: { icon: 'notebookApp', importableAndExportable: true },
};
