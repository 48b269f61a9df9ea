/** Second factors of the caller and of other users. */
import {
  defineCall,
  ENGINE_ERRORS,
  FACTOR_ADDED,
  FACTOR_BEGIN_BODY,
  FACTOR_CONFIRM_BODY,
  FACTOR_ENROLLMENT,
  FACTOR_LIMITS,
  FACTOR_REMOVE_BODY,
  FACTOR_REQUIREMENT,
  FACTOR_REQUIREMENT_BODY,
  FACTOR_RENAME_BODY,
  FACTOR_STATE,
  FACTORS_OF_USERS,
  FACTORS_OF_USERS_BODY,
  OWN_FACTORS,
  RECOVERY_BODY,
  RECOVERY_CODES,
} from '@sd/contracts';
import { Type } from '@sinclair/typebox';
import { SECURITY_ERRORS } from '../errors';

const PASSWORD_ERRORS = [
  SECURITY_ERRORS.wrongPassword,
  SECURITY_ERRORS.factorsNeedSession,
  SECURITY_ERRORS.loginBlocked,
  ENGINE_ERRORS.factorsOfOthers,
];

export const READ_OWN_FACTORS = defineCall({
  method: 'GET',
  path: '/api/v1/account/factors',
  summary: "Show the caller's own second factors",
  access: 'user',
  responses: { 200: OWN_FACTORS },
  errors: [ENGINE_ERRORS.factorsOfOthers],
});

export const BEGIN_FACTOR = defineCall({
  method: 'POST',
  path: '/api/v1/account/factors',
  summary: 'Start adding a second factor',
  access: 'user',
  body: FACTOR_BEGIN_BODY,
  responses: { 200: FACTOR_ENROLLMENT },
  errors: [...PASSWORD_ERRORS, ENGINE_ERRORS.passkeysWithoutSite],
  limits: { perMinute: FACTOR_LIMITS.changesPerMinute },
});

export const CONFIRM_FACTOR = defineCall({
  method: 'POST',
  path: '/api/v1/account/factors/_confirm',
  summary: 'Confirm a new second factor; the first one returns recovery codes',
  access: 'user',
  body: FACTOR_CONFIRM_BODY,
  responses: { 200: FACTOR_ADDED },
  errors: [ENGINE_ERRORS.factorNotProven, SECURITY_ERRORS.factorsNeedSession],
  limits: { perMinute: FACTOR_LIMITS.changesPerMinute },
});

export const RENAME_FACTOR = defineCall({
  method: 'POST',
  path: '/api/v1/account/factors/_rename',
  summary: 'Rename a second factor',
  access: 'user',
  body: FACTOR_RENAME_BODY,
  responses: { 200: FACTOR_STATE },
  errors: PASSWORD_ERRORS,
  limits: { perMinute: FACTOR_LIMITS.changesPerMinute },
});

export const REMOVE_FACTOR = defineCall({
  method: 'POST',
  path: '/api/v1/account/factors/_remove',
  summary: 'Remove a second factor; the last one also removes the recovery codes',
  access: 'user',
  body: FACTOR_REMOVE_BODY,
  responses: { 200: FACTOR_STATE },
  errors: [...PASSWORD_ERRORS, ENGINE_ERRORS.factorRequired],
  limits: { perMinute: FACTOR_LIMITS.changesPerMinute },
});

export const RENEW_RECOVERY_CODES = defineCall({
  method: 'POST',
  path: '/api/v1/account/factors/_recovery_codes',
  summary: 'Create new recovery codes, which replace the old ones',
  access: 'user',
  body: RECOVERY_BODY,
  responses: { 200: RECOVERY_CODES },
  errors: PASSWORD_ERRORS,
  limits: { perMinute: FACTOR_LIMITS.changesPerMinute },
});

const params = Type.Object({ id: Type.String({ minLength: 1 }) });

export const LIST_FACTORS_OF_USERS = defineCall({
  method: 'POST',
  path: '/api/v1/factors',
  summary: 'Show which of several users have a second factor',
  access: 'admin',
  rights: ['GET INTERNALUSERS'],
  body: FACTORS_OF_USERS_BODY,
  responses: { 200: FACTORS_OF_USERS },
});

export const READ_FACTORS_OF_USER = defineCall({
  method: 'GET',
  path: '/api/v1/factors/{id}',
  summary: "Show a user's second factors",
  access: 'admin',
  rights: ['GET INTERNALUSERS'],
  params,
  responses: { 200: FACTOR_STATE },
  errors: [ENGINE_ERRORS.notFound],
});

export const RESET_FACTORS = defineCall({
  method: 'DELETE',
  path: '/api/v1/factors/{id}',
  summary: 'Remove all second factors and recovery codes of a user',
  access: 'admin',
  rights: ['PUT INTERNALUSERS'],
  params,
  responses: { 200: FACTOR_STATE },
  errors: [ENGINE_ERRORS.notFound, ENGINE_ERRORS.reserved],
});

export const READ_FACTOR_REQUIREMENT = defineCall({
  method: 'GET',
  path: '/api/v1/factor_requirement',
  summary: 'Show which roles require a second factor',
  access: 'admin',
  rights: ['GET INTERNALUSERS'],
  responses: { 200: FACTOR_REQUIREMENT },
});

export const REQUIRE_FACTORS = defineCall({
  method: 'PUT',
  path: '/api/v1/factor_requirement',
  summary: 'Set which roles require a second factor',
  access: 'admin',
  rights: 'full',
  body: FACTOR_REQUIREMENT_BODY,
  responses: { 200: FACTOR_REQUIREMENT },
  errors: [ENGINE_ERRORS.requirementChanged, ENGINE_ERRORS.requiredRoleUnknown],
  limits: { perMinute: FACTOR_LIMITS.changesPerMinute },
});
