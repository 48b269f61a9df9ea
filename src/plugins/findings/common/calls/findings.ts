/** What is risky, unused, broken or weak in the configuration. */
import {
  ACCEPTANCE_BODY,
  ACCEPTANCES_BODY,
  defineCall,
  ENTRY_ERRORS,
  CALL_ERRORS,
  FINDING_COUNTS,
  FINDINGS,
  NOTHING,
  type RequiredRights,
} from '@sd/contracts';
import { Type } from '@sinclair/typebox';
import { FINDING_ERRORS } from '../errors';

/** As the engine requires. */
const READS: RequiredRights = [
  'GET ROLES',
  'GET ROLESMAPPING',
  'GET ACTIONGROUPS',
  'GET INTERNALUSERS',
];
const query = Type.Object({
  fresh: Type.Optional(
    Type.Boolean({ description: 'Checks again, although there is a result of the last seconds.' })
  ),
});
const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 300 }) });
const errors = [CALL_ERRORS.featureUnsupported];

export const LIST_FINDINGS = defineCall({
  method: 'GET',
  path: '/api/v1/findings',
  forClusters: true,
  summary: 'Findings, from worst to least',
  access: 'admin',
  rights: READS,
  query,
  responses: { 200: FINDINGS },
  errors,
});

export const COUNT_FINDINGS = defineCall({
  method: 'GET',
  path: '/api/v1/findings/counts',
  forClusters: true,
  summary: 'Findings by severity',
  access: 'admin',
  rights: READS,
  responses: { 200: FINDING_COUNTS },
  errors,
});

export const ACCEPT_FINDING = defineCall({
  method: 'PUT',
  path: '/api/v1/findings/{id}/acceptance',
  forClusters: true,
  summary: 'Accept a finding until a date',
  access: 'admin',
  rights: 'full',
  params,
  body: ACCEPTANCE_BODY,
  responses: { 200: NOTHING },
  errors: [...errors, ENTRY_ERRORS.unknownFinding, FINDING_ERRORS.until],
});

export const ACCEPT_FINDINGS = defineCall({
  method: 'POST',
  path: '/api/v1/findings/acceptances',
  forClusters: true,
  summary: 'Accept several findings until a date',
  access: 'admin',
  rights: 'full',
  body: ACCEPTANCES_BODY,
  responses: { 200: NOTHING },
  errors: [...errors, ENTRY_ERRORS.unknownFinding, FINDING_ERRORS.until],
});

export const WITHDRAW_ACCEPTANCE = defineCall({
  method: 'DELETE',
  path: '/api/v1/findings/{id}/acceptance',
  forClusters: true,
  summary: 'Take an acceptance back',
  access: 'admin',
  rights: 'full',
  params,
  responses: { 200: NOTHING },
  errors,
});
