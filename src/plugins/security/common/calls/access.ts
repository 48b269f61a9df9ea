/** Explanations of access, document previews and suggestions. */
import {
  ACCESS_COMPARISON,
  ACCESS_EXPLANATION,
  ACCESS_MATRIX,
  CHANGE_IMPACT,
  DLS_PREVIEW,
  DLS_PREVIEW_BODY,
  EFFECTIVE_PERMISSIONS,
  EFFECTIVE_QUERY,
  ENGINE_ERRORS,
  EXPLAIN_BODY,
  EXPLAIN_QUERY,
  FIELDS_QUERY,
  IMPACT_BODY,
  MATRIX_BODY,
  NAMES_QUERY,
  PERMISSION_CATALOGUE,
  SUGGESTED_FIELDS,
  SUGGESTED_NAMES,
  defineCall,
} from '@sd/contracts';
import { SECURITY_ERRORS } from '../errors';
import { Type } from '@sinclair/typebox';

/** The engine serves users alternately; this keeps one address from filling the queues. */
const LIMITS = { perMinute: 600 };
const ERRORS = [
  ENGINE_ERRORS.userOrSubject,
  ENGINE_ERRORS.notFound,
  SECURITY_ERRORS.featureUnsupported,
];

export const EXPLAIN_ACCESS_BY_QUERY = defineCall({
  method: 'GET',
  path: '/api/v1/access/explain',
  forClusters: true,
  summary: 'Why access is granted or denied',
  access: 'user',
  reads: true,
  query: EXPLAIN_QUERY,
  responses: { 200: ACCESS_EXPLANATION },
  errors: ERRORS,
  limits: LIMITS,
});

export const EXPLAIN_ACCESS = defineCall({
  method: 'POST',
  path: '/api/v1/access/explain',
  forClusters: true,
  summary: 'Why access is granted or denied, also for other subjects and unsaved changes',
  access: 'user',
  reads: true,
  body: EXPLAIN_BODY,
  responses: { 200: Type.Union([ACCESS_EXPLANATION, ACCESS_COMPARISON]) },
  errors: ERRORS,
  limits: LIMITS,
});

export const READ_CHANGE_IMPACT = defineCall({
  method: 'POST',
  path: '/api/v1/access/impact',
  forClusters: true,
  summary: 'Impact of unsaved changes or of a revert: who gains and loses access',
  access: 'user',
  reads: true,
  body: IMPACT_BODY,
  responses: { 200: CHANGE_IMPACT },
  errors: [
    ENGINE_ERRORS.noHistoryAccess,
    ENGINE_ERRORS.notFound,
    SECURITY_ERRORS.featureUnsupported,
  ],
  limits: LIMITS,
});

export const READ_ACCESS_MATRIX = defineCall({
  method: 'POST',
  path: '/api/v1/access/matrix',
  forClusters: true,
  summary: 'Access matrix of users or roles',
  access: 'user',
  reads: true,
  body: MATRIX_BODY,
  responses: { 200: ACCESS_MATRIX },
  errors: [SECURITY_ERRORS.featureUnsupported],
  limits: LIMITS,
});

export const READ_EFFECTIVE_PERMISSIONS = defineCall({
  method: 'GET',
  path: '/api/v1/access/effective',
  forClusters: true,
  summary: 'Effective permissions of a user',
  access: 'user',
  reads: true,
  query: EFFECTIVE_QUERY,
  responses: { 200: EFFECTIVE_PERMISSIONS },
  errors: ERRORS,
  limits: LIMITS,
});

export const PREVIEW_DOCUMENTS = defineCall({
  method: 'POST',
  path: '/api/v1/dls/preview',
  forClusters: true,
  summary: 'Validate a DLS query, and preview the documents that it, a role or a user sees',
  access: 'admin',
  rights: 'each',
  reads: true,
  body: DLS_PREVIEW_BODY,
  responses: { 200: DLS_PREVIEW },
  errors: [ENGINE_ERRORS.notFound, SECURITY_ERRORS.featureUnsupported],
  // Up to ten searches of the cluster each.
  limits: { perMinute: 120 },
});

export const SUGGEST_INDICES = defineCall({
  method: 'GET',
  path: '/api/v1/suggestions/indices',
  forClusters: true,
  summary: 'Indices, aliases and data streams that the caller may see',
  access: 'admin',
  rights: 'each',
  query: NAMES_QUERY,
  responses: { 200: SUGGESTED_NAMES },
  limits: LIMITS,
});

export const SUGGEST_FIELDS = defineCall({
  method: 'GET',
  path: '/api/v1/suggestions/fields',
  forClusters: true,
  summary: 'Fields of the indices that patterns match',
  access: 'admin',
  rights: 'each',
  query: FIELDS_QUERY,
  responses: { 200: SUGGESTED_FIELDS },
  errors: [SECURITY_ERRORS.invalidQueryValue],
  limits: LIMITS,
});

export const LIST_PERMISSIONS = defineCall({
  method: 'GET',
  path: '/api/v1/permissions',
  forClusters: true,
  summary: 'Names of single permissions',
  access: 'admin',
  rights: 'any',
  responses: { 200: PERMISSION_CATALOGUE, 304: null },
  headers: { 'if-none-match': 'The `etag` of a list that is known.' },
});
