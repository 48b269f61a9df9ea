/** API keys of the caller and of all users. */
import {
  API_KEY_BODY,
  API_KEY_ID,
  API_KEY_LIMITS,
  API_KEY_LIST,
  API_KEYS_QUERY,
  CREATED_API_KEY,
  defineCall,
  ENGINE_ERRORS,
  NOTHING,
  OWN_API_KEYS,
} from '@sd/contracts';
import { Type } from '@sinclair/typebox';
import { SECURITY_ERRORS } from '../errors';

export const LIST_OWN_API_KEYS = defineCall({
  method: 'GET',
  path: '/api/v1/account/api_keys',
  summary: "The caller's own API keys",
  access: 'user',
  responses: { 200: OWN_API_KEYS },
  errors: [ENGINE_ERRORS.apiKeysOfOthers],
});

export const CREATE_API_KEY = defineCall({
  method: 'POST',
  path: '/api/v1/account/api_keys',
  summary: 'Create an API key; its secret is in this response only',
  access: 'user',
  body: API_KEY_BODY,
  responses: { 200: CREATED_API_KEY },
  errors: [
    SECURITY_ERRORS.apiKeysNeedSession,
    SECURITY_ERRORS.wrongPassword,
    SECURITY_ERRORS.loginBlocked,
    ENGINE_ERRORS.apiKeysOfOthers,
    ENGINE_ERRORS.apiKeyNameTaken,
    ENGINE_ERRORS.foreignApiKeyRole,
    ENGINE_ERRORS.tooManyApiKeys,
    ENGINE_ERRORS.tooManyApiKeysOfAll,
  ],
  limits: { perMinute: API_KEY_LIMITS.changesPerMinute },
});

export const REVOKE_OWN_API_KEY = defineCall({
  method: 'DELETE',
  path: '/api/v1/account/api_keys/{id}',
  summary: "Revoke one of the caller's API keys, effective immediately",
  access: 'user',
  params: Type.Object({ id: API_KEY_ID }),
  responses: { 200: NOTHING },
  errors: [SECURITY_ERRORS.apiKeysNeedSession, ENGINE_ERRORS.noSuchApiKey],
  limits: { perMinute: API_KEY_LIMITS.changesPerMinute },
});

export const LIST_API_KEYS = defineCall({
  method: 'GET',
  path: '/api/v1/api_keys',
  summary: 'API keys of all users',
  access: 'admin',
  rights: ['GET INTERNALUSERS'],
  query: API_KEYS_QUERY,
  responses: { 200: API_KEY_LIST },
});

export const REVOKE_API_KEY = defineCall({
  method: 'DELETE',
  path: '/api/v1/api_keys/{id}',
  summary: 'Revoke an API key of any user, effective immediately',
  access: 'admin',
  rights: ['PUT INTERNALUSERS'],
  params: Type.Object({ id: API_KEY_ID }),
  responses: { 200: NOTHING },
  errors: [ENGINE_ERRORS.noSuchApiKey, ENGINE_ERRORS.inPersonOnly],
  limits: { perMinute: API_KEY_LIMITS.changesPerMinute },
});
