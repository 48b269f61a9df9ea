/** Changes for a colleague to look at and approve. */
import {
  CHANGE_REQUEST,
  CHANGE_REQUEST_ADDITION,
  CHANGE_REQUEST_APPLY,
  CHANGE_REQUEST_BODY,
  CHANGE_REQUEST_DECISION,
  CHANGE_REQUEST_LIMITS,
  CHANGE_REQUESTS,
  CONFIRM_QUERY,
  defineCall,
  ENTRY_ERRORS,
  IMPORT_RESPONSE,
} from '@sd/contracts';
import { Type } from '@sinclair/typebox';
import { CHANGE_REQUEST_ERRORS } from '../change_requests';

const { perMinute, bodyBytes } = CHANGE_REQUEST_LIMITS;
const LIMITS = { perMinute, bodyBytes };
const { unknown, forbidden, revised, closed, authorOnly, fourEyes, ownRejection, ...OF_CHANGES } =
  CHANGE_REQUEST_ERRORS;

const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 100 }) });
const CHANGE_ERRORS = [
  ...Object.values(OF_CHANGES),
  ENTRY_ERRORS.invalidName,
  ENTRY_ERRORS.alreadyExists,
  ENTRY_ERRORS.staleVersion,
];
const OPEN_ERRORS = [unknown, forbidden, revised, closed];

export const LIST_CHANGE_REQUESTS = defineCall({
  method: 'GET',
  path: '/api/v1/change_requests',
  summary: 'Change requests that the caller may see',
  access: 'admin',
  rights: 'each',
  responses: { 200: CHANGE_REQUESTS },
});

export const CREATE_CHANGE_REQUEST = defineCall({
  method: 'POST',
  path: '/api/v1/change_requests',
  summary: 'Request approval for changes',
  access: 'admin',
  rights: 'each',
  body: CHANGE_REQUEST_BODY,
  responses: { 200: CHANGE_REQUEST },
  errors: [forbidden, ...CHANGE_ERRORS],
  limits: LIMITS,
});

export const READ_CHANGE_REQUEST = defineCall({
  method: 'GET',
  path: '/api/v1/change_requests/{id}',
  summary: 'One change request with its changes',
  access: 'admin',
  rights: 'each',
  params,
  responses: { 200: CHANGE_REQUEST },
  errors: [unknown, forbidden],
});

export const ALTER_CHANGE_REQUEST = defineCall({
  method: 'POST',
  path: '/api/v1/change_requests/{id}/changes',
  summary: 'Add changes to an open change request, or take some out',
  access: 'admin',
  rights: 'each',
  params,
  body: CHANGE_REQUEST_ADDITION,
  responses: { 200: CHANGE_REQUEST },
  errors: [...OPEN_ERRORS, authorOnly, ...CHANGE_ERRORS],
  limits: LIMITS,
});

export const APPLY_CHANGE_REQUEST = defineCall({
  method: 'POST',
  path: '/api/v1/change_requests/{id}/apply',
  summary: 'Approve a change request and make its changes',
  access: 'admin',
  rights: 'each',
  params,
  query: CONFIRM_QUERY,
  body: CHANGE_REQUEST_APPLY,
  responses: { 200: IMPORT_RESPONSE },
  errors: [...OPEN_ERRORS, fourEyes],
  limits: LIMITS,
});

export const REJECT_CHANGE_REQUEST = defineCall({
  method: 'POST',
  path: '/api/v1/change_requests/{id}/reject',
  summary: 'Reject a change request',
  access: 'admin',
  rights: 'each',
  params,
  body: CHANGE_REQUEST_DECISION,
  responses: { 200: CHANGE_REQUEST },
  errors: [...OPEN_ERRORS, ownRejection],
  limits: LIMITS,
});

export const WITHDRAW_CHANGE_REQUEST = defineCall({
  method: 'POST',
  path: '/api/v1/change_requests/{id}/withdraw',
  summary: 'Withdraw an own change request',
  access: 'admin',
  rights: 'each',
  params,
  body: CHANGE_REQUEST_DECISION,
  responses: { 200: CHANGE_REQUEST },
  errors: [...OPEN_ERRORS, authorOnly],
  limits: LIMITS,
});
