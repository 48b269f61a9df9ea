/** Sessions of the caller and of other users. */
import {
  defineCall,
  ENGINE_ERRORS,
  LAST_LOGINS_BODY,
  LAST_LOGINS_RESPONSE,
  NOTHING,
  SESSION_LIST_RESPONSE,
  SESSIONS_ENDED_RESPONSE,
  SESSIONS_OF_USER_RESPONSE,
} from '@sd/contracts';
import { SESSION_LIMITS } from '@sd/core/common';
import { Type } from '@sinclair/typebox';
import { SECURITY_ERRORS } from '../errors';

const PER_PAGE = 100;
const PAGE_QUERY = Type.Object({
  page: Type.Integer({ minimum: 1, maximum: SESSION_LIMITS.listed / PER_PAGE, default: 1 }),
  per_page: Type.Integer({ minimum: 1, maximum: PER_PAGE, default: 25 }),
});
/** Session key as in lists. */
const id = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' });
const user = Type.String({ minLength: 1, maxLength: 256 });

export const LIST_OWN_SESSIONS = defineCall({
  method: 'GET',
  path: '/api/v1/account/sessions',
  summary: "The caller's own sessions",
  access: 'user',
  query: PAGE_QUERY,
  responses: { 200: SESSION_LIST_RESPONSE },
  errors: [SECURITY_ERRORS.sharedSessions],
});

export const END_OWN_SESSIONS = defineCall({
  method: 'DELETE',
  path: '/api/v1/account/sessions',
  summary: 'End all other sessions of the caller',
  access: 'user',
  responses: { 200: SESSIONS_ENDED_RESPONSE },
  errors: [SECURITY_ERRORS.sharedSessions, ENGINE_ERRORS.inPersonOnly],
});

export const END_OWN_SESSION = defineCall({
  method: 'DELETE',
  path: '/api/v1/account/sessions/{id}',
  summary: "End one of the caller's sessions",
  access: 'user',
  params: Type.Object({ id }),
  responses: { 200: NOTHING },
  errors: [
    SECURITY_ERRORS.sharedSessions,
    SECURITY_ERRORS.noSuchSession,
    ENGINE_ERRORS.inPersonOnly,
  ],
});

export const LIST_SESSIONS = defineCall({
  method: 'GET',
  path: '/api/v1/sessions/{user}',
  summary: 'The sessions of a user',
  access: 'admin',
  rights: ['GET INTERNALUSERS'],
  params: Type.Object({ user }),
  query: PAGE_QUERY,
  responses: { 200: SESSIONS_OF_USER_RESPONSE },
  errors: [SECURITY_ERRORS.sessionsForbidden],
});

export const LIST_LAST_LOGINS = defineCall({
  method: 'POST',
  path: '/api/v1/sessions',
  summary: 'Show the last logins of several users',
  access: 'admin',
  rights: ['GET INTERNALUSERS'],
  body: LAST_LOGINS_BODY,
  responses: { 200: LAST_LOGINS_RESPONSE },
  errors: [SECURITY_ERRORS.sessionsForbidden],
});

export const END_SESSIONS = defineCall({
  method: 'DELETE',
  path: '/api/v1/sessions/{user}',
  summary: 'End all sessions of a user',
  access: 'admin',
  rights: ['PATCH INTERNALUSERS'],
  params: Type.Object({ user }),
  responses: { 200: SESSIONS_ENDED_RESPONSE },
  errors: [SECURITY_ERRORS.sessionsForbidden, ENGINE_ERRORS.inPersonOnly],
});

export const END_SESSION = defineCall({
  method: 'DELETE',
  path: '/api/v1/sessions/{user}/{id}',
  summary: 'End one session of a user',
  access: 'admin',
  rights: ['PATCH INTERNALUSERS'],
  params: Type.Object({ user, id }),
  responses: { 200: NOTHING },
  errors: [
    SECURITY_ERRORS.sessionsForbidden,
    SECURITY_ERRORS.noSuchSession,
    ENGINE_ERRORS.inPersonOnly,
  ],
});
