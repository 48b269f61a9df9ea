/** Names, addresses and wire formats that both parts of Field notes share. */
import type { CallResult } from '@sd/contracts';
import type { LIST_NOTES, READ_ABOUT, READ_ACTIVITY } from './calls';

export * from './calls';
export * from './limits';

export const APP_ID = 'fieldNotes';
export const APP_ROUTE = '/app/field-notes';
export const WELCOME_APP_ID = 'fieldNotesWelcome';
/** Page of the Security app. */
export const ACTIVITY_PATH = '/fieldNotes';
/** Open without login. */
export const WELCOME_ROUTE = '/field-notes/welcome';

export const NOTE_TYPE = 'field-note';

/**
 * Attributes of the saved object. A `type` alias, because interfaces do not match the store's
 * record type.
 */
export type NoteAttributes = {
  readonly title: string;
  readonly text: string;
  /**
   * First author, for display only: any user with write access to the tenant can change the object.
   */
  readonly author: string;
};

export type NotesPage = CallResult<typeof LIST_NOTES>;
export type NoteRow = NotesPage['rows'][number];
export interface NewNote {
  readonly title: string;
  readonly text: string;
}
export type AboutInfo = CallResult<typeof READ_ABOUT>;

/** Notes of one day, across all tenants. */
export type DailyActivity = CallResult<typeof READ_ACTIVITY>[number];

/** Configuration values that the server exposes to the browser. */
export interface ClientConfig {
  readonly motto: string;
}

export const SETTINGS = Object.freeze({
  pageSize: 'fieldNotes:pageSize',
  sortBy: 'fieldNotes:sortBy',
});

/** Template for a new note. Other plugins can add more. */
export interface NoteTemplate {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}
