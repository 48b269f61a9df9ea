/** What was used, and which of it changes would deny. */
import {
  ACTIVITY_LIMITS,
  CHANGE_REPLAY,
  defineCall,
  ENGINE_ERRORS,
  CALL_ERRORS,
  REPLAY_BODY,
  USAGE,
  USAGE_BODY,
} from '@sd/contracts';

export const READ_USAGE = defineCall({
  method: 'POST',
  path: '/api/v1/access/usage',
  forClusters: true,
  summary: 'What a user, an API key or the holders of a role used, and a smaller role',
  access: 'admin',
  rights: 'each',
  reads: true,
  body: USAGE_BODY,
  responses: { 200: USAGE },
  errors: [ENGINE_ERRORS.notFound, ENGINE_ERRORS.noSuchApiKey, CALL_ERRORS.featureUnsupported],
  limits: { perMinute: 600, bodyBytes: ACTIVITY_LIMITS.bodyBytes },
});

export const REPLAY_CHANGES = defineCall({
  method: 'POST',
  path: '/api/v1/access/replay',
  forClusters: true,
  summary: 'Recorded requests that unsaved changes would deny',
  access: 'admin',
  rights: 'each',
  reads: true,
  body: REPLAY_BODY,
  responses: { 200: CHANGE_REPLAY },
  errors: [CALL_ERRORS.featureUnsupported],
  limits: { perMinute: 600, bodyBytes: ACTIVITY_LIMITS.bodyBytes },
});
