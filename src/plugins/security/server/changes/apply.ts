/**
 * Makes planned changes, as one change of the engine, with the caller's own permissions. The
 * guardrails of a plan are one change, which comes last: the others are checked against those that
 * hold before it and those that hold after.
 */
import { partition } from 'lodash';
import {
  ENTITIES,
  IMPORT_KINDS,
  type ImportChange,
  type ImportReceived,
  type ImportResult,
  sentEntry,
} from '@sd/contracts';
import type {
  EngineRequest,
  EngineResponse,
  RouteRequest,
  ScopedEngineClient,
} from '@sd/core/server';
import { CONFIRM_LOCKOUT, SECURITY_ERRORS } from '../../common';
import {
  engineMessage,
  errorFields,
  guardrailAttributes,
  lockoutAttributes,
  lostState,
  NOT_TRIED,
  recognise,
} from '../engine_errors';
import { enginePaths, expectSuccess, toResult } from '../engine_requests';

type Json = Readonly<Record<string, unknown>>;

/** An entity tag that no document has, so that the engine refuses the change like any stale one. */
const NO_VERSION = '"stale"';

export interface ApplyOptions {
  /** Validates everything and changes nothing. */
  readonly isDryRun: boolean;
  readonly confirmsLockout: boolean;
  readonly signal?: AbortSignal;
}

/** What a request says about the changes that it makes. */
export const applyOptions = (
  {
    query,
    signal,
  }: Pick<
    RouteRequest<unknown, { readonly [CONFIRM_LOCKOUT]?: string | undefined }>,
    'query' | 'signal'
  >,
  isDryRun = false
): ApplyOptions => ({ isDryRun, confirmsLockout: query[CONFIRM_LOCKOUT] === 'true', signal });

/** Makes the changes as one step if the backend can, otherwise one by one after one check. */
export async function applyChanges(
  engine: ScopedEngineClient,
  changes: readonly ImportChange[],
  { isDryRun, confirmsLockout, signal }: ApplyOptions
): Promise<ImportReceived> {
  const query = confirmsLockout ? { [CONFIRM_LOCKOUT]: 'true' } : {};
  const calls = await getCalls(engine, changes);
  const requests = calls.map((call) => ({ ...call.request, query }));
  const { isDone, isWhole, responses, error } = await toResult(
    engine.changeTogether(requests, { isDryRun, signal })
  );
  return {
    is_done: isDone,
    is_whole: isWhole,
    results: isDryRun && !isWhole ? [] : inRequestOrder(changes, calls, responses, isWhole),
    ...(error && { refusal: getRejection(error, isDryRun) }),
  };
}

/** A request to the engine, and the changes that it makes. */
interface Call {
  readonly changes: readonly ImportChange[];
  readonly request: EngineRequest;
}

async function getCalls(
  engine: ScopedEngineClient,
  changes: readonly ImportChange[]
): Promise<readonly Call[]> {
  const [promises, others] = partition(changes, ({ kind }) => kind === 'guardrails');
  const calls = inOrder(others).map((one) => ({ changes: [one], request: toEngineRequest(one) }));
  if (promises.length === 0) return calls;
  return [...calls, { changes: promises, request: await guardrailsRequest(engine, promises) }];
}

/** Creates referenced entries before their referrers, and deletes them after. */
function inOrder(changes: readonly ImportChange[]): readonly ImportChange[] {
  const rank = ({ kind, action }: ImportChange): number => {
    const position = IMPORT_KINDS.indexOf(kind);
    return action === 'delete' ? 2 * IMPORT_KINDS.length - position : position;
  };
  return [...changes].sort((one, other) => rank(one) - rank(other));
}

/** Guardrails are one document with one version. Their changes are merged into the present one. */
async function guardrailsRequest(
  engine: ScopedEngineClient,
  changes: readonly ImportChange[]
): Promise<EngineRequest> {
  const path = enginePaths.guardrails;
  const { body, headers } = await expectSuccess(engine.request({ method: 'GET', path }));
  const promises = new Map(Object.entries(body as Readonly<Record<string, Json>>));
  const { etag } = headers;
  const isStale = changes.some(
    ({ action, name, version = etag }) =>
      version !== etag || (action === 'create' && promises.has(name))
  );
  for (const { name, action, entry = null } of changes)
    if (action === 'delete') promises.delete(name);
    else promises.set(name, sentEntry('guardrails', entry));
  return {
    method: 'PUT',
    path,
    body: Object.fromEntries(promises),
    headers: isStale
      ? { 'if-match': NO_VERSION }
      : etag === undefined
        ? { 'if-none-match': '*' }
        : { 'if-match': etag },
  };
}

function toEngineRequest({
  kind,
  name,
  action,
  version,
  entry = null,
}: ImportChange): EngineRequest {
  const path = kind === 'audit' ? enginePaths.auditConfig : enginePaths.entity(kind, name);
  const headers: Record<string, string> =
    version !== undefined
      ? { 'if-match': version }
      : action === 'create'
        ? { 'if-none-match': '*' }
        : {};
  return action === 'delete'
    ? { method: 'DELETE', path, headers }
    : { method: 'PUT', path, headers, body: sentEntry(kind, entry) };
}

function inRequestOrder(
  changes: readonly ImportChange[],
  calls: readonly Call[],
  responses: readonly EngineResponse[],
  isWhole: boolean
): readonly ImportResult[] {
  const byChange = new Map(
    calls.flatMap((call, at) => call.changes.map((change) => [change, responses[at]] as const))
  );
  return changes.map((change) => {
    const { kind, name } = change;
    const response = byChange.get(change);
    if (response && response.statusCode < 400)
      return { kind, name, is_done: true, ...findWarnings(response) };
    if (response) return { kind, name, is_done: false, ...findFailure(change, response) };
    return { kind, name, is_done: false, ...(!isWhole && NOT_TRIED) };
  });
}

function findWarnings({ body }: EngineResponse): Pick<ImportResult, 'warnings'> {
  const { warnings } = (body ?? {}) as Pick<ImportResult, 'warnings'>;
  return warnings === undefined ? {} : { warnings };
}

function findFailure({ kind, name, action }: ImportChange, response: EngineResponse) {
  const isStale = response.statusCode === 412 || response.statusCode === 409;
  if (!isStale || lockoutAttributes(response) || guardrailAttributes(response)) {
    const { lockout: _lockout, asks_reason: _asks, ...failure } = findError(response);
    return { ...failure, ...lostState(failure.code) };
  }
  if (kind === 'audit') return errorFields(SECURITY_ERRORS.staleAudit);
  if (kind === 'guardrails') return errorFields(SECURITY_ERRORS.staleGuardrails);
  const error = action === 'create' ? SECURITY_ERRORS.alreadyExists : SECURITY_ERRORS.staleVersion;
  return errorFields(error, { kind: ENTITIES[kind].noun, name });
}

/** A dry run tells, but does not ask. */
function getRejection(response: EngineResponse, isDryRun: boolean): ImportReceived['refusal'] {
  const { asks_reason: asks, ...error } = findError(response);
  return { ...error, ...(asks && !isDryRun && { asks_reason: asks }) };
}

function findError(response: EngineResponse): NonNullable<ImportReceived['refusal']> {
  const message = engineMessage(response);
  return {
    message,
    ...(lockoutAttributes(response) ??
      guardrailAttributes(response) ??
      recognise(response.statusCode, message)),
  };
}
