/** Change history and audit events. */
import {
  AUDIT_EVENTS_RESPONSE,
  AUDIT_LIMITS,
  CHANGE_RESPONSE,
  CONFIRM_QUERY,
  defineCall,
  ENGINE_ERRORS,
  FIND_LIMITS,
  HISTORY_DETAILS,
  HISTORY_LIST_RESPONSE,
  REVERT_OPTIONS,
  REVERT_TOGETHER_BODY,
  REVERT_TOGETHER_RESPONSE,
} from '@sd/contracts';
import { Type } from '@sinclair/typebox';
import { LIST_VALUE, NAME_VALUE, PAGE_VALUE, PER_PAGE_VALUE, TIME_VALUE } from '../call_parts';
import { SECURITY_ERRORS } from '../errors';

const HISTORY_QUERY = Type.Object({
  type: LIST_VALUE,
  name: NAME_VALUE,
  actor: NAME_VALUE,
  action: LIST_VALUE,
  search: Type.Optional(Type.String({ maxLength: FIND_LIMITS.searchLength })),
  from: TIME_VALUE,
  to: TIME_VALUE,
  page: PAGE_VALUE,
  per_page: PER_PAGE_VALUE,
});
const params = Type.Object({
  id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
});
/** A missing body means no options. */
const revertBody = Type.Union([REVERT_OPTIONS, Type.Null()]);
const ERRORS = [ENGINE_ERRORS.noHistoryAccess, SECURITY_ERRORS.featureUnsupported];

export const LIST_CHANGES = defineCall({
  method: 'GET',
  path: '/api/v1/history',
  forClusters: true,
  summary: 'A page of the change history',
  access: 'admin',
  rights: 'each',
  query: HISTORY_QUERY,
  responses: { 200: HISTORY_LIST_RESPONSE },
  errors: ERRORS,
});

export const READ_CHANGE = defineCall({
  method: 'GET',
  path: '/api/v1/history/{id}',
  forClusters: true,
  summary: 'One change: before, after and difference',
  access: 'admin',
  rights: 'each',
  params,
  responses: { 200: HISTORY_DETAILS },
  errors: [...ERRORS, ENGINE_ERRORS.notFound],
});

export const REVERT_CHANGE = defineCall({
  method: 'POST',
  path: '/api/v1/history/{id}/revert',
  forClusters: true,
  summary: 'Revert a change',
  access: 'admin',
  rights: 'each',
  params,
  query: CONFIRM_QUERY,
  body: revertBody,
  responses: { 200: CHANGE_RESPONSE },
  errors: [...ERRORS, ENGINE_ERRORS.notFound, ENGINE_ERRORS.partOfRename],
});

export const REVERT_TOGETHER = defineCall({
  method: 'POST',
  path: '/api/v1/history/_revert',
  forClusters: true,
  summary: 'Take changes back that were made together',
  access: 'admin',
  rights: 'each',
  query: CONFIRM_QUERY,
  body: REVERT_TOGETHER_BODY,
  responses: { 200: REVERT_TOGETHER_RESPONSE },
  errors: [...ERRORS, ENGINE_ERRORS.notFound, SECURITY_ERRORS.changedSince],
});

const EVENTS_QUERY = Type.Object({
  from: TIME_VALUE,
  to: TIME_VALUE,
  categories: LIST_VALUE,
  user: NAME_VALUE,
  remote: NAME_VALUE,
  server: Type.Optional(
    Type.Literal('hidden', {
      description: "Leaves out what the server's own account does on a cluster, except refusals.",
    })
  ),
  search: Type.Optional(Type.String({ maxLength: 1_000 })),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  page: PAGE_VALUE,
  per_page: PER_PAGE_VALUE,
  spans: Type.Optional(Type.Integer({ minimum: 1, maximum: AUDIT_LIMITS.spans })),
});

export const LIST_AUDIT_EVENTS = defineCall({
  method: 'GET',
  path: '/api/v1/audit/events',
  forClusters: true,
  summary: 'A page of the audit log, newest first',
  access: 'admin',
  rights: ['GET AUDIT'],
  query: EVENTS_QUERY,
  responses: { 200: AUDIT_EVENTS_RESPONSE },
  errors: [SECURITY_ERRORS.featureUnsupported],
});
