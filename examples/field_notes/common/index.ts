/** What both sides of Field notes share: names, addresses, shapes on the wire. */

export const APP_ID = 'fieldNotes';
export const APP_ROUTE = '/app/field-notes';
export const PRINT_APP_ID = 'fieldNotesPrint';
export const WELCOME_APP_ID = 'fieldNotesWelcome';
/** Needs no sign-in. */
export const WELCOME_ROUTE = '/field-notes/welcome';

export const API = Object.freeze({
  notes: '/api/field_notes/notes',
  author: '/api/field_notes/author',
  about: '/api/field_notes/about',
});
/** Every answer of the API says which version of the plugin gave it. */
export const VERSION_HEADER = 'x-field-notes-version';

export const NOTE_TYPE = 'field-note';
export const TITLE_MAX_LENGTH = 120;
export const TEXT_MAX_LENGTH = 10_000;
/** Notes that pages of the list can be turned to; the others are found by searching. */
export const MAX_REACHABLE = 10_000;

/** A saved object's attributes; a `type`, so that it fits the store's records. */
export type NoteAttributes = {
  readonly title: string;
  readonly text: string;
  /**
   * Who wrote it first, for display. Not a proof: whoever may write in a tenant may change objects
   * in it.
   */
  readonly author: string;
};

export interface NoteRow {
  readonly id: string;
  readonly title: string;
  readonly author: string;
  /** ISO 8601, UTC. */
  readonly changedAt: string | undefined;
}
export interface NotesPage {
  readonly total: number;
  readonly rows: readonly NoteRow[];
}
export interface NewNote {
  readonly title: string;
  readonly text: string;
}
export interface AuthorInfo {
  readonly userName: string;
  readonly roles: readonly string[];
  /** Notes written today, of all tenants. */
  readonly writtenToday: number;
}
export interface AboutInfo {
  readonly version: string;
  readonly motto: string;
}

/** What the server part exposes of the configuration. */
export interface ClientConfig {
  readonly motto: string;
}

export const SETTINGS = Object.freeze({
  pageSize: 'fieldNotes:pageSize',
  sortBy: 'fieldNotes:sortBy',
});
export const SORT_FIELDS = ['changed', 'title'] as const;
export type SortBy = (typeof SORT_FIELDS)[number];

/** A text to begin a note with; other plugins may add more. */
export interface NoteTemplate {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}
