/** Engine requests of the routes: engine errors become responses of the route. */
import type { ErrorDefinition } from '@sd/contracts';
import type {
  EngineResult,
  EngineResponse,
  Logger,
  ResponseFactory,
  RouteRequest,
  RouteResponse,
} from '@sd/core/server';
import { SECURITY_ERRORS } from '../common';
import { answeredByCore, EngineUnavailableError } from './engine_unavailable';
import { engineError, EngineRequestError, errorFields } from './engine_errors';
import { CredentialsError, credentialsRefused, engineUnavailable } from './errors';

const ROOT = '/_plugins/_security';

export const enginePaths = Object.freeze({
  authInfo: `${ROOT}/authinfo`,
  dashboardsInfo: `${ROOT}/dashboardsinfo`,
  permissionsInfo: `${ROOT}/api/permissionsinfo`,
  account: `${ROOT}/api/account`,
  audit: `${ROOT}/api/audit`,
  auditConfig: `${ROOT}/api/audit/config`,
  cache: `${ROOT}/api/cache`,
  tenancyConfig: `${ROOT}/api/tenancy/config`,
  securityConfig: `${ROOT}/api/securityconfig`,
  guardrails: `${ROOT}/api/guardrails`,
  loginDryRun: `${ROOT}/api/securityconfig/trial`,
  /** Resource sharing. */
  resources: (name: 'types' | 'list' | 'share') => `${ROOT}/api/resource/${name}`,
  collection: (resource: string) => `${ROOT}/api/${encodeURIComponent(resource)}`,
  entity: (resource: string, name: string) =>
    `${ROOT}/api/${encodeURIComponent(resource)}/${encodeURIComponent(name)}`,
});

/** Converts errors of the engine, and rejected credentials, to responses. */
export const engineErrorResponse =
  (logger: Logger) =>
  (error: unknown, response: ResponseFactory): RouteResponse | undefined => {
    if (error instanceof EngineRequestError) return engineError(error, response);
    if (error instanceof CredentialsError) return credentialsRefused(error.failure, response);
    if (!(error instanceof EngineUnavailableError)) return undefined;
    logger.error('The security engine could not be reached.', { reason: String(error.cause) });
    // Core knows specific messages for unreachable clusters.
    const cause = answeredByCore(error);
    if (cause) throw cause;
    return engineUnavailable(response);
  };

/** The result for a change that the backend gave no answer to. */
export const lostResult = ({ cause }: EngineUnavailableError) =>
  errorFields(
    (cause as { readonly response?: ErrorDefinition }).response ??
      SECURITY_ERRORS.backendUnavailable
  );

/** @throws {EngineUnavailableError} */
export const mapEngineErrors = <T>(pending: Promise<T>): Promise<T> =>
  pending.catch((error: unknown) => {
    throw new EngineUnavailableError(error);
  });

/** @throws {EngineRequestError} for status 400 and above, {EngineUnavailableError} */
export async function expectSuccess(pending: Promise<EngineResponse>): Promise<EngineResponse> {
  const response = await mapEngineErrors(pending);
  if (response.statusCode >= 400) throw new EngineRequestError(response);
  return response;
}

/** @throws {EngineRequestError} for engine errors, {EngineUnavailableError} */
export async function toResult<T>(pending: Promise<EngineResult<T>>): Promise<T> {
  const outcome = await mapEngineErrors(pending);
  if (!outcome.ok) throw new EngineRequestError(outcome.response);
  return outcome.result;
}

export type Preconditions = Readonly<Partial<Record<'if-match' | 'if-none-match', string>>>;

export function getPreconditions({ headers }: RouteRequest): Preconditions {
  const ifMatch = headers['if-match'];
  const ifNoneMatch = headers['if-none-match'];
  return {
    ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
  };
}

/** Copies the entity version of an engine response to the response headers. */
export const withTag = ({ headers: { etag } }: EngineResponse) =>
  etag === undefined ? {} : { headers: { etag } };
