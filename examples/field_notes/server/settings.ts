/** Settings under Management › Advanced settings; each tenant has its own values. */
import { Type } from '@sinclair/typebox';
import { defineMessage } from '@sd/core/common';
import type { UiSettingsParams } from '@sd/core/server';
import { SETTINGS } from '../common';

const CATEGORY = ['fieldNotes'];

export const fieldNotesSettings: Readonly<Record<string, UiSettingsParams>> = {
  [SETTINGS.pageSize]: {
    name: defineMessage('fieldNotes.settings.pageSize.name', { defaultMessage: 'Notes on a page' }),
    description: defineMessage('fieldNotes.settings.pageSize.description', {
      defaultMessage: 'Number of notes per page, from 5 to 100.',
    }),
    value: 10,
    schema: Type.Integer({ minimum: 5, maximum: 100 }),
    category: CATEGORY,
  },
  [SETTINGS.sortBy]: {
    name: defineMessage('fieldNotes.settings.sortBy.name', { defaultMessage: 'Order of notes' }),
    description: defineMessage('fieldNotes.settings.sortBy.description', {
      defaultMessage: 'What comes first in the list.',
    }),
    value: 'changed',
    type: 'select',
    options: ['changed', 'title'],
    optionLabels: {
      changed: defineMessage('fieldNotes.settings.sortBy.changed', {
        defaultMessage: 'Last changed',
      }),
      title: defineMessage('fieldNotes.settings.sortBy.title', { defaultMessage: 'Title' }),
    },
    category: CATEGORY,
  },
};
