/** How the configuration differs from a folder of files. */
import {
  CONFIRM_QUERY,
  defineCall,
  DRIFT,
  DRIFT_ACCEPT,
  DRIFT_ACCEPTED,
  DRIFT_LIMITS,
  DRIFT_PUT_BACK,
  DRIFT_QUERY,
  IMPORT_RESPONSE,
} from '@sd/contracts';
import { DRIFT_ERRORS } from '../drift';

const CHANGE_ERRORS = [
  DRIFT_ERRORS.off,
  DRIFT_ERRORS.broken,
  DRIFT_ERRORS.stale,
  DRIFT_ERRORS.unknownEntry,
];

export const READ_DRIFT = defineCall({
  method: 'GET',
  path: '/api/v1/drift',
  summary: 'How the configuration differs from the folder with the desired one',
  access: 'admin',
  rights: 'each',
  query: DRIFT_QUERY,
  responses: { 200: DRIFT },
  errors: [DRIFT_ERRORS.off],
  limits: { perMinute: DRIFT_LIMITS.perMinute },
});

export const PUT_DRIFT_BACK = defineCall({
  method: 'POST',
  path: '/api/v1/drift/put_back',
  summary: 'Change entries to what the folder says',
  access: 'admin',
  rights: 'each',
  query: CONFIRM_QUERY,
  body: DRIFT_PUT_BACK,
  responses: { 200: IMPORT_RESPONSE },
  errors: [...CHANGE_ERRORS, DRIFT_ERRORS.variables],
  limits: { perMinute: DRIFT_LIMITS.perMinute },
});

export const ACCEPT_DRIFT = defineCall({
  method: 'POST',
  path: '/api/v1/drift/accept',
  summary: 'Write the current state of entries into the folder',
  access: 'admin',
  rights: 'full',
  body: DRIFT_ACCEPT,
  responses: { 200: DRIFT_ACCEPTED },
  errors: [...CHANGE_ERRORS, DRIFT_ERRORS.unwritable, DRIFT_ERRORS.secretOnly],
  limits: { perMinute: DRIFT_LIMITS.perMinute },
});
