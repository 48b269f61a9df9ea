/** Comparisons of two clusters, or of a cluster and files. */
import {
  BACKEND_ERRORS,
  COMPARISON,
  COMPARISON_BODY,
  COMPARISON_ENTRY,
  COMPARISON_ENTRY_QUERY,
  COMPARISON_FILTERS,
  COMPARISON_LIMITS,
  COMPARISON_PAGE,
  COMPARISON_QUERY,
  CONFIGURATION_FILE,
  defineCall,
  IMPORT_LIMITS,
  SELECTION,
  SELECTION_BODY,
  CLUSTER_REQUEST_ERRORS,
  CALL_ERRORS,
} from '@sd/contracts';
import { Type } from '@sinclair/typebox';
import { CLUSTER_ERRORS } from '../errors';

const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 40 }) });
const errors = [CLUSTER_ERRORS.noComparison, BACKEND_ERRORS.clusterCredentials];

export const COMPARE = defineCall({
  method: 'POST',
  path: '/api/v1/comparisons',
  summary: 'Compare two clusters, or a cluster and files',
  access: 'admin',
  rights: 'each',
  reads: true,
  body: COMPARISON_BODY,
  responses: { 200: COMPARISON },
  errors: [
    CLUSTER_ERRORS.comparisonSide,
    CLUSTER_ERRORS.comparisonTooLarge,
    CALL_ERRORS.differencesTooLarge,
    CLUSTER_REQUEST_ERRORS.unknownCluster,
    BACKEND_ERRORS.clusterCredentials,
  ],
  limits: { perMinute: COMPARISON_LIMITS.perMinute, bodyBytes: IMPORT_LIMITS.bodyBytes },
});

export const READ_COMPARISON = defineCall({
  method: 'GET',
  path: '/api/v1/comparisons/{id}',
  summary: 'A page of a comparison',
  access: 'admin',
  rights: 'each',
  params,
  query: COMPARISON_QUERY,
  responses: { 200: COMPARISON_PAGE },
  errors,
});

export const READ_COMPARED_ENTRY = defineCall({
  method: 'GET',
  path: '/api/v1/comparisons/{id}/_entry',
  summary: 'Both sides of an entry that differs',
  access: 'admin',
  rights: 'each',
  params,
  query: COMPARISON_ENTRY_QUERY,
  responses: { 200: COMPARISON_ENTRY },
  errors,
});

export const READ_COMPARISON_TABLE = defineCall({
  method: 'GET',
  path: '/api/v1/comparisons/{id}/_csv',
  summary: 'The filtered rows of a comparison as a table',
  access: 'admin',
  rights: 'each',
  params,
  query: COMPARISON_FILTERS,
  responses: { 200: CONFIGURATION_FILE },
  errors,
});

export const SELECT_COMPARED_ENTRIES = defineCall({
  method: 'POST',
  path: '/api/v1/comparisons/{id}/_selection',
  summary: 'What promoting entries would write, for the plan of an import',
  access: 'admin',
  rights: 'each',
  reads: true,
  params,
  body: SELECTION_BODY,
  responses: { 200: SELECTION },
  errors,
});
