/** Calls of the plugin: its server handles them, its browser part sends them. */
import { defineCall } from '@sd/contracts';
import { Type } from '@sinclair/typebox';
import { NOTE_ERRORS } from './errors';
import { MAX_REACHABLE, SORT_FIELDS, TEXT_MAX_LENGTH, TITLE_MAX_LENGTH } from './limits';

export const LIST_NOTES = defineCall({
  method: 'GET',
  path: '/api/field_notes/notes',
  summary: 'A page of notes',
  access: 'user',
  query: Type.Object({
    search: Type.String({ default: '', maxLength: 200 }),
    page: Type.Integer({ default: 1, minimum: 1, maximum: MAX_REACHABLE }),
    per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    sort: Type.Optional(Type.Union(SORT_FIELDS.map((field) => Type.Literal(field)))),
    order: Type.Optional(Type.Union([Type.Literal('asc'), Type.Literal('desc')])),
  }),
  responses: {
    200: Type.Object({
      total: Type.Integer(),
      rows: Type.Array(
        Type.Object({
          id: Type.String(),
          title: Type.String(),
          author: Type.String(),
          changedAt: Type.Optional(Type.String({ description: 'ISO 8601, UTC.' })),
        })
      ),
    }),
  },
});

export const CREATE_NOTE = defineCall({
  method: 'POST',
  path: '/api/field_notes/notes',
  summary: 'Write a note',
  access: 'user',
  body: Type.Object({
    title: Type.String({ minLength: 1, maxLength: TITLE_MAX_LENGTH }),
    text: Type.String({ maxLength: TEXT_MAX_LENGTH }),
  }),
  responses: { 201: Type.Object({ id: Type.String() }) },
  errors: [NOTE_ERRORS.readOnly, NOTE_ERRORS.enoughForToday],
  limits: { perMinute: 60 },
});

export const READ_AUTHOR = defineCall({
  method: 'GET',
  path: '/api/field_notes/author',
  summary: 'The caller as an author',
  access: 'user',
  responses: {
    200: Type.Object({
      userName: Type.String(),
      roles: Type.Array(Type.String()),
      writtenToday: Type.Integer({ description: 'Notes written today, across all tenants.' }),
    }),
  },
  errors: [NOTE_ERRORS.nobodyTold],
});

export const READ_ABOUT = defineCall({
  method: 'GET',
  path: '/api/field_notes/about',
  summary: 'Version and motto',
  access: 'public',
  responses: { 200: Type.Object({ version: Type.String(), motto: Type.String() }) },
});

/** Counts of all tenants are for administrators. */
export const READ_ACTIVITY = defineCall({
  method: 'GET',
  path: '/api/field_notes/activity',
  summary: 'Notes of all tenants by day',
  access: 'admin',
  rights: 'any',
  responses: {
    200: Type.Array(
      Type.Object({
        day: Type.String({ description: 'UTC date, `YYYY-MM-DD`.' }),
        writers: Type.Integer(),
        notes: Type.Integer(),
      })
    ),
  },
});
