/**
 * `POST /api/v1/configuration_files/{kind}/_plan`: what the entries of a file would change. `POST
 * /api/v1/configuration_files/_import`: changes entries, atomically if the backend supports it
 * (`BackendFeatures.changeSets`), otherwise sequentially, continuing after errors; with `trial` as
 * a dry run. The guardrails of an import are one change, which comes last: the others are checked
 * against those that hold before it and those that hold after. Both use the caller's own
 * permissions. Needs API access. Errors: 400 invalid body, 413 too many changes, 501 a kind that
 * the backend lacks; errors of single entries are part of the response.
 */
import { setImmediate } from 'node:timers/promises';
import { partition } from 'lodash';
import {
  CodedError,
  compareEntries,
  englishText,
  isEmptyValue,
  ENGINE_LIMITS,
  ENTITIES,
  IMPORT_KINDS,
  type ImportReceived,
  type ImportKind,
  type ImportPlan,
  type ImportPlanRequest,
  type ImportRequest,
  type ImportResult,
  type ComparedEntry,
  type PlannedImport,
} from '@sd/contracts';
import type {
  EngineRequest,
  EngineResponse,
  RouteRequest,
  ScopedEngineClient,
} from '@sd/core/server';
import {
  CLUSTER_HEADER,
  CONFIRM_LOCKOUT,
  IMPORT_ENTRIES,
  PLAN_IMPORT,
  CLUSTER_ERRORS,
  SECURITY_ERRORS,
  validateResourceName,
} from '../../common';
import { isConfirmed } from '../clusters/confirmation';
import { sentEntry } from '../comparison/file_entries';
import {
  engineMessage,
  errorFields,
  guardrailAttributes,
  lockoutAttributes,
  lostState,
  NOT_TRIED,
  recognise,
} from '../engine_errors';
import { requireKind } from './configuration_files';
import { findingCause } from './shared/checked_findings';
import { expectSuccess, enginePaths, resultOf } from './shared/engine_requests';
import { storedEntries } from './shared/stored_entries';
import type { RouteDeps } from './shared/route_deps';

type Json = Readonly<Record<string, unknown>>;
type Change = ImportRequest['changes'][number];

/** An entity tag that no document has, so that the engine refuses the change like any stale one. */
const NO_VERSION = '"stale"';
/** Entries compared per time slice. */
const SLICE_SIZE = 100;

export function registerConfigurationImport(deps: RouteDeps): void {
  const { handle, clusters } = deps;

  handle(PLAN_IMPORT, ({ params, body, engine, request }) => {
    requireKind(deps, request, params.kind);
    return planOf(engine, params.kind, body);
  });

  handle(IMPORT_ENTRIES, async ({ body, engine, request }) => {
    for (const { kind } of body.changes) requireKind(deps, request, kind);
    const id = request.headers[CLUSTER_HEADER];
    const cluster = clusters.list(request).find((one) => one.id === id);
    const asks = cluster?.environment === 'production' || cluster?.confirm_changes;
    if (cluster && asks && !body.trial && !isConfirmed(request, cluster.id))
      throw new CodedError(CLUSTER_ERRORS.clusterUnconfirmed, { id: cluster.id });
    const work = () => imported(engine, request, body);
    const { finding, trial: isDryRun } = body;
    if (finding === undefined || isDryRun) return work();
    const cause = await findingCause(deps, request, body);
    if (!cause) throw new CodedError(SECURITY_ERRORS.unknownFinding);
    return deps.because(cause, work);
  });
}

/** What entries of a file would change, with the versions that are there now. */
export async function planOf(
  engine: ScopedEngineClient,
  kind: ImportKind,
  { entries, prune = false, removed = [] }: ImportPlanRequest
): Promise<ImportPlan> {
  const stored = await storedEntries(engine, kind);
  // Files of a cluster contain built-in entries, too.
  const sent = new Map(
    Object.entries(entries)
      .filter(([, entry]) => entry?.['static'] !== true)
      .map(([name, entry]) => [name, sentEntry(kind, entry)])
  );
  const isRemoved = new Set(removed);
  const current = new Map([...stored].map(([name, { entity }]) => [name, entity]));
  const items: PlannedImport[] = [];
  let [same, at] = [0, 0];
  for (const compared of compareEntries(kind, current, sent)) {
    if (++at % SLICE_SIZE === 0) await setImmediate();
    const { name, action } = compared;
    if (
      action === 'delete' &&
      (!(prune || isRemoved.has(name)) || kind === 'audit' || isKept(entries, name, current))
    )
      continue;
    const item = plannedItem(kind, compared, sent.get(name), stored.get(name)?.version);
    if (item) items.push(item);
    else same++;
  }
  items.sort((one, other) => (one.name < other.name ? -1 : 1));
  const limit = ENGINE_LIMITS.changeSetSize;
  return { items: items.slice(0, limit), same, more: Math.max(0, items.length - limit) };
}

function isKept(
  entries: ImportPlanRequest['entries'],
  name: string,
  current: ReadonlyMap<string, Json>
): boolean {
  const { reserved, hidden, static: isStatic } = current.get(name) ?? {};
  return Object.hasOwn(entries, name) || [reserved, hidden, isStatic].includes(true);
}

function plannedItem(
  kind: ImportKind,
  { name, action, before, after }: ComparedEntry,
  sent: Json | undefined,
  version: string | undefined
): PlannedImport | undefined {
  const hasSecret = kind === 'internalusers' && !isEmptyValue(sent?.['hash']);
  if (action === 'same' && !hasSecret) return undefined;
  const problem = sent && problemOf(kind, name, sent);
  return {
    name,
    action: action === 'same' ? 'update' : action,
    ...(version !== undefined && { version }),
    ...(before && { before }),
    ...(after && { after }),
    ...(hasSecret && { has_secret: true }),
    ...(problem !== undefined && { problem }),
  };
}

/** Problems that can be found without the engine. */
function problemOf(kind: ImportKind, name: string, entry: Json): string | undefined {
  if (kind === 'audit') return name === 'config' ? undefined : 'The file has one entry, "config".';
  if (kind === 'guardrails') return undefined;
  // Files carry names that were given elsewhere, where they may be longer than our forms allow.
  if (validateResourceName(name).some((one) => one !== 'names.length'))
    return englishText(SECURITY_ERRORS.invalidName);
  if (kind === 'internalusers' && entry['password'] !== undefined)
    return 'Files hold no passwords; give a hash.';
  return undefined;
}

/** Makes the changes as one step if the backend can, otherwise one by one after one check. */
export async function imported(
  engine: ScopedEngineClient,
  request: RouteRequest<unknown, { readonly [CONFIRM_LOCKOUT]?: string | undefined }>,
  { changes, trial: isDryRun = false }: ImportRequest
): Promise<ImportReceived> {
  const query = request.query[CONFIRM_LOCKOUT] === 'true' ? { [CONFIRM_LOCKOUT]: 'true' } : {};
  const calls = await callsOf(engine, changes);
  const requests = calls.map((call) => ({ ...call.request, query }));
  const { signal } = request;
  const { isDone, isWhole, responses, error } = await resultOf(
    engine.changeTogether(requests, { isDryRun, signal })
  );
  return {
    is_done: isDone,
    is_whole: isWhole,
    results: isDryRun && !isWhole ? [] : inOrderOf(changes, calls, responses, isWhole),
    ...(error && { refusal: rejectionOf(error, isDryRun) }),
  };
}

/** A request to the engine, and the changes that it makes. */
interface Call {
  readonly changes: readonly Change[];
  readonly request: EngineRequest;
}

async function callsOf(
  engine: ScopedEngineClient,
  changes: readonly Change[]
): Promise<readonly Call[]> {
  const [promises, others] = partition(changes, ({ kind }) => kind === 'guardrails');
  const calls = inOrder(others).map((one) => ({ changes: [one], request: toEngineRequest(one) }));
  if (promises.length === 0) return calls;
  return [...calls, { changes: promises, request: await guardrailsRequest(engine, promises) }];
}

/** Creates referenced entries before their referrers, and deletes them after. */
function inOrder(changes: readonly Change[]): readonly Change[] {
  const rank = ({ kind, action }: Change): number => {
    const position = IMPORT_KINDS.indexOf(kind);
    return action === 'delete' ? 2 * IMPORT_KINDS.length - position : position;
  };
  return [...changes].sort((one, other) => rank(one) - rank(other));
}

/** Guardrails are one document with one version. Their changes are merged into the present one. */
async function guardrailsRequest(
  engine: ScopedEngineClient,
  changes: readonly Change[]
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

function toEngineRequest({ kind, name, action, version, entry = null }: Change): EngineRequest {
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

function inOrderOf(
  changes: readonly Change[],
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
      return { kind, name, is_done: true, ...warningsOf(response) };
    if (response) return { kind, name, is_done: false, ...failureOf(change, response) };
    return { kind, name, is_done: false, ...(!isWhole && NOT_TRIED) };
  });
}

function warningsOf({ body }: EngineResponse): Pick<ImportResult, 'warnings'> {
  const { warnings } = (body ?? {}) as Pick<ImportResult, 'warnings'>;
  return warnings === undefined ? {} : { warnings };
}

function failureOf({ kind, name, action }: Change, response: EngineResponse) {
  const isStale = response.statusCode === 412 || response.statusCode === 409;
  if (!isStale || lockoutAttributes(response) || guardrailAttributes(response)) {
    const { lockout: _lockout, asks_reason: _asks, ...failure } = errorOf(response);
    return { ...failure, ...lostState(failure.code) };
  }
  if (kind === 'audit') return errorFields(SECURITY_ERRORS.staleAudit);
  if (kind === 'guardrails') return errorFields(SECURITY_ERRORS.staleGuardrails);
  const error = action === 'create' ? SECURITY_ERRORS.alreadyExists : SECURITY_ERRORS.staleVersion;
  return errorFields(error, { kind: ENTITIES[kind].noun, name });
}

/** A dry run tells, but does not ask. */
function rejectionOf(response: EngineResponse, isDryRun: boolean): ImportReceived['refusal'] {
  const { asks_reason: asks, ...error } = errorOf(response);
  return { ...error, ...(asks && !isDryRun && { asks_reason: asks }) };
}

function errorOf(response: EngineResponse): NonNullable<ImportReceived['refusal']> {
  const message = engineMessage(response);
  return {
    message,
    ...(lockoutAttributes(response) ??
      guardrailAttributes(response) ??
      recognise(response.statusCode, message)),
  };
}
