/**
 * Texts and answers of the plugin's own refusals; the engine's: `engine_refusals.ts`.
 */
import {
  attributesOf,
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

/** For interfaces that answer with text alone. */
export const ENGINE_UNAVAILABLE_MESSAGE = englishText(SECURITY_ERRORS.backendUnavailable);

type Error = Extract<AuthenticationResult, { ok: false }> & { readonly limit?: string };

/** @param limit - which limit it was, where that may be told */
export function blockedMessage(
  retryAfterSeconds: number,
  limit = 'Too many failed sign-in attempts.'
): string {
  const unit = retryAfterSeconds === 1 ? 'second' : 'seconds';
  return `${limit} Try again in ${retryAfterSeconds} ${unit}.`;
}

/** Answer to credentials that did not hold. */
export function credentialsRefused(
  error: Pick<Error, 'reason' | 'retryAfterSeconds' | 'limit' | 'needs'>,
  response: ResponseFactory
): RouteResponse {
  if (error.reason === 'blocked') {
    const seconds = Math.max(1, Math.ceil(error.retryAfterSeconds ?? 60));
    return response.customError({
      statusCode: 429,
      headers: { 'retry-after': String(seconds) },
      body: {
        message: blockedMessage(seconds, error.limit),
        attributes: { ...attributesOf(SECURITY_ERRORS.loginBlocked, { seconds }) },
      },
    });
  }
  if (error.reason === 'unavailable') return engineUnavailable(response);
  if (error.reason === 'incomplete') return refused(response, incompleteError(error));
  if (error.reason === 'off') return refused(response, SECURITY_ERRORS.apiKeysOff);
  return refused(response, SECURITY_ERRORS.invalidCredentials);
}

/** What a password that came with a call lacks. */
export const incompleteError = ({ needs }: Pick<Error, 'needs'>): ErrorDefinition =>
  needs === 'new_password' ? SECURITY_ERRORS.newPasswordNeeded : SECURITY_ERRORS.secondFactorNeeded;

/** Credentials that held so far. */
export function furtherStep(
  step: {
    readonly id: string;
    readonly fields: readonly string[];
    readonly question?: LoginChallenge;
  },
  response: ResponseFactory
): RouteResponse {
  const { status: statusCode } = SECURITY_ERRORS.furtherRound;
  const body = errorBody(SECURITY_ERRORS.furtherRound, {}, { round: stepOf(step) });
  return response.customError({ statusCode, body });
}

/** As `FURTHER_ROUND` describes it. */
export const stepOf = ({
  id,
  fields,
  question: request,
}: {
  readonly id: string;
  readonly fields: readonly string[];
  readonly question?: LoginChallenge;
}) => ({ id, fields, ...(request && { question: request }) });

export const engineUnavailable = (response: ResponseFactory): RouteResponse =>
  passing(response, SECURITY_ERRORS.backendUnavailable);

/** Whoever proved the session cannot be asked whether it still stands. */
export const providerUnavailable = (response: ResponseFactory): RouteResponse =>
  passing(response, SECURITY_ERRORS.providerUnavailable);

const passing = (response: ResponseFactory, error: ErrorDefinition): RouteResponse =>
  response.customError({
    statusCode: error.status,
    headers: { 'retry-after': '5' },
    body: errorBody(error),
  });

/** The answer to an error of the catalogue. */
export const refused = (
  response: ResponseFactory,
  error: ErrorDefinition,
  params?: ErrorParams
): RouteResponse =>
  response.customError({ statusCode: error.status, body: errorBody(error, params) });
