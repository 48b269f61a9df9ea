/** Names, addresses and wire formats that both parts of Field notes share. */

export const APP_ID = 'fieldNotes';
export const APP_ROUTE = '/app/field-notes';
export const WELCOME_APP_ID = 'fieldNotesWelcome';
/** Page of the Security app. */
export const ACTIVITY_PATH = '/fieldNotes';
/** Open without login. */
export const WELCOME_ROUTE = '/field-notes/welcome';

export const API = Object.freeze({
  notes: '/api/field_notes/notes',
  author: '/api/field_notes/author',
  about: '/api/field_notes/about',
  activity: '/api/field_notes/activity',
});

export const NOTE_TYPE = 'field-note';
export const TITLE_MAX_LENGTH = 120;
export const TEXT_MAX_LENGTH = 10_000;
/** Number of notes that paging reaches. Search finds the others. */
export const MAX_REACHABLE = 10_000;

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
  /** Notes written today, across all tenants. */
  readonly writtenToday: number;
}
export interface AboutInfo {
  readonly version: string;
  readonly motto: string;
}

/** Notes of one day, across all tenants. */
export interface DailyActivity {
  /** UTC date, `YYYY-MM-DD`. */
  readonly day: string;
  readonly writers: number;
  readonly notes: number;
}

/** Configuration values that the server exposes to the browser. */
export interface ClientConfig {
  readonly motto: string;
}

export const SETTINGS = Object.freeze({
  pageSize: 'fieldNotes:pageSize',
  sortBy: 'fieldNotes:sortBy',
});
export const SORT_FIELDS = ['changed', 'title'] as const;
export type SortBy = (typeof SORT_FIELDS)[number];

/** Template for a new note. Other plugins can add more. */
export interface NoteTemplate {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}
