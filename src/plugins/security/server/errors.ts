/** Texts and responses of the plugin's own errors. For engine errors see `engine_errors.ts`. */
import {
  getAttributes,
  englishText,
  errorBody,
  type ErrorDefinition,
  type ErrorParams,
} from '@sd/contracts';
import type {
  AuthenticationResult,
  ResponseFactory,
  RouteResponse,
  LoginChallenge,
} from '@sd/core/server';
import { SECURITY_ERRORS } from '../common';

/** For interfaces with plain text responses. */
export const ENGINE_UNAVAILABLE_MESSAGE = englishText(SECURITY_ERRORS.backendUnavailable);

type Failure = Extract<AuthenticationResult, { ok: false }> & { readonly limit?: string };
type Rejection = Pick<Failure, 'reason' | 'retryAfterSeconds' | 'limit' | 'needs'>;

/** Rejected credentials, for routes whose router converts the error. */
export class CredentialsError extends Error {
  constructor(readonly failure: Rejection) {
    super(`The credentials were rejected (${failure.reason}).`);
  }
}

/** @param limit - the exceeded limit, if it may be disclosed */
export function blockedMessage(
  retryAfterSeconds: number,
  limit = 'Too many failed logins.'
): string {
  const unit = retryAfterSeconds === 1 ? 'second' : 'seconds';
  return `${limit} Try again in ${retryAfterSeconds} ${unit}.`;
}

/** Response to rejected credentials. */
export function credentialsRefused(error: Rejection, response: ResponseFactory): RouteResponse {
  if (error.reason === 'blocked') {
    const seconds = Math.max(1, Math.ceil(error.retryAfterSeconds ?? 60));
    return response.customError({
      statusCode: 429,
      headers: { 'retry-after': String(seconds) },
      body: {
        message: blockedMessage(seconds, error.limit),
        attributes: { ...getAttributes(SECURITY_ERRORS.loginBlocked, { seconds }) },
      },
    });
  }
  if (error.reason === 'unavailable') return engineUnavailable(response);
  if (error.reason === 'incomplete') return refuse(response, incompleteError(error));
  if (error.reason === 'off') return refuse(response, SECURITY_ERRORS.apiKeysOff);
  return refuse(response, SECURITY_ERRORS.invalidCredentials);
}

/** The missing step, for a request that carries a password. */
export const incompleteError = ({ needs }: Pick<Failure, 'needs'>): ErrorDefinition =>
  needs === 'new_password' ? SECURITY_ERRORS.newPasswordNeeded : SECURITY_ERRORS.secondFactorNeeded;

/** The credentials are correct, but a further login step is required. */
export function furtherStep(
  step: {
    readonly id: string;
    readonly fields: readonly string[];
    readonly challenge?: LoginChallenge;
  },
  response: ResponseFactory
): RouteResponse {
  const { status: statusCode } = SECURITY_ERRORS.furtherStep;
  const body = errorBody(SECURITY_ERRORS.furtherStep, {}, { round: getStep(step) });
  return response.customError({ statusCode, body });
}

/** The schema is `FURTHER_STEP` in `@sd/contracts`. */
export const getStep = ({
  id,
  fields,
  challenge,
}: {
  readonly id: string;
  readonly fields: readonly string[];
  readonly challenge?: LoginChallenge;
}) => ({ id, fields, ...(challenge && { question: challenge }) });

export const engineUnavailable = (response: ResponseFactory): RouteResponse =>
  temporaryError(response, SECURITY_ERRORS.backendUnavailable);

/** Without the provider that authenticated the session, its validity cannot be checked. */
export const providerUnavailable = (response: ResponseFactory): RouteResponse =>
  temporaryError(response, SECURITY_ERRORS.providerUnavailable);

const temporaryError = (response: ResponseFactory, error: ErrorDefinition): RouteResponse =>
  response.customError({
    statusCode: error.status,
    headers: { 'retry-after': '5' },
    body: errorBody(error),
  });

/** Response for an error of the catalog. */
export const refuse = (
  response: ResponseFactory,
  error: ErrorDefinition,
  params?: ErrorParams
): RouteResponse =>
  response.customError({ statusCode: error.status, body: errorBody(error, params) });
