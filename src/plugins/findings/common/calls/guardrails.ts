/** Promises about access, which the engine checks and keeps. */
import {
  BROKEN_GUARDRAILS,
  defineCall,
  ENTRY_ERRORS,
  CALL_ERRORS,
  GUARDRAILS,
  PRECONDITIONS,
} from '@sd/contracts';

const errors = [CALL_ERRORS.featureUnsupported];

export const READ_GUARDRAILS = defineCall({
  method: 'GET',
  path: '/api/v1/guardrails',
  forClusters: true,
  summary: 'Show all guardrails',
  access: 'admin',
  rights: ['GET CONFIG'],
  responses: { 200: GUARDRAILS },
  errors,
});

export const REPLACE_GUARDRAILS = defineCall({
  method: 'PUT',
  path: '/api/v1/guardrails',
  forClusters: true,
  summary: 'Replace all guardrails',
  access: 'admin',
  rights: ['PUT CONFIG'],
  body: GUARDRAILS,
  responses: { 200: GUARDRAILS },
  errors: [...errors, ENTRY_ERRORS.staleGuardrails],
  headers: { 'if-match': PRECONDITIONS['if-match'] },
});

/** Also those that are not stored, before they are. */
export const CHECK_GUARDRAILS = defineCall({
  method: 'POST',
  path: '/api/v1/guardrails/check',
  forClusters: true,
  summary: 'Check guardrails against the present configuration',
  access: 'admin',
  rights: ['GET ROLES', 'GET ROLESMAPPING', 'GET ACTIONGROUPS', 'GET INTERNALUSERS'],
  reads: true,
  body: GUARDRAILS,
  responses: { 200: BROKEN_GUARDRAILS },
  errors,
  limits: { perMinute: 600 },
});
