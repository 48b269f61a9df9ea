/**
 * Entity versions for a backend without them: hashes of the `GET` response, checked before the
 * write is passed on. A change elsewhere in between is overwritten
 * (`BackendFeatures.conditionalWrites`).
 */
import { createHash } from 'node:crypto';
import type { Entity } from '../../contracts/entities';
import type { EngineSupplies } from '../api/backend';
import type { Engine, EngineRequest, EngineResponse, RequestCaller } from '../api/engine';
import type { CheckError } from '../changes/checks';
import { entityOfPath } from '../changes/requests/change_request';
import { preconditionProblem } from '../model/precondition';
import { message } from '../model/responses';
import { backendPrecheck } from './backend_precheck';
import type { PendingChange } from './pending_change';

const CONDITIONS: readonly string[] = ['if-match', 'if-none-match'];

type Requests = Pick<Engine, 'request'>;

export async function versionError(
  engine: Requests,
  settings: EngineSupplies['settings'],
  { caller, parsed: { request, entity } }: PendingChange
): Promise<CheckError> {
  if (!entity || !CONDITIONS.some((name) => request.headers?.[name] !== undefined))
    return undefined;
  const { name } = entity;
  const current = await readCurrent(engine, caller, request.path, name);
  const isThere = current.statusCode === 200;
  if (!isThere && current.statusCode !== 404) return current;
  // The backend reports deleting or patching a missing entity itself.
  if (!isThere && request.method !== 'PUT') return undefined;
  const tag = isThere ? current.headers['etag'] : undefined;
  const problem = preconditionProblem(request, name, tag);
  if (problem === undefined) return undefined;
  const present = isThere ? (current.body as Record<string, Entity>)[name] : undefined;
  return (
    (await backendPrecheck(engine, settings, caller, request, { ...entity, present })) ??
    message(412, problem, tag === undefined ? {} : { etag: tag })
  );
}

/** The response to a change, with the version that it made. */
export async function withNewVersion(
  engine: Requests,
  { caller, parsed: { request, entity } }: PendingChange,
  response: EngineResponse
): Promise<EngineResponse> {
  if (!entity || request.method === 'DELETE' || response.statusCode >= 300) return response;
  // The change is made, even if the backend is lost before it tells the version.
  const current = await readCurrent(engine, caller, request.path, entity.name).catch(
    () => undefined
  );
  return withTag(response, current?.headers['etag']);
}

/** The response to a request that changes nothing, with the version of its entity. */
export async function readWithVersion(
  engine: Requests,
  caller: RequestCaller,
  request: EngineRequest
): Promise<EngineResponse> {
  const response = await engine.request(caller, request);
  const entity = request.method === 'GET' ? entityOfPath(request) : undefined;
  if (!entity || response.statusCode !== 200) return response;
  if (Object.keys(request.query ?? {}).length === 0) return addTag(response, entity.name);
  // A partial or plain-text response is not enough to compute the version.
  const current = await readCurrent(engine, caller, request.path, entity.name);
  return withTag(response, current.headers['etag']);
}

export const findWithVersions =
  (engine: Pick<Engine, 'find'>): Engine['find'] =>
  async (caller, query) => {
    const response = await engine.find(caller, query);
    if (!response.ok) return response;
    const items = response.result.items.map((item) => ({ ...item, version: toTag(item.entity) }));
    return { ok: true, result: { ...response.result, items } };
  };

/** The request without the conditions that were checked. */
export const withoutConditions = (request: EngineRequest): EngineRequest => ({
  ...request,
  headers: Object.fromEntries(
    Object.entries(request.headers ?? {}).filter(([name]) => !CONDITIONS.includes(name))
  ),
});

const readCurrent = async (
  engine: Requests,
  caller: RequestCaller,
  path: string,
  name: string
): Promise<EngineResponse> => addTag(await engine.request(caller, { method: 'GET', path }), name);

const withTag = (response: EngineResponse, etag: string | undefined): EngineResponse =>
  etag === undefined ? response : { ...response, headers: { ...response.headers, etag } };

function addTag(response: EngineResponse, name: string): EngineResponse {
  const { statusCode, body } = response;
  if (statusCode !== 200 || typeof body !== 'object' || body === null) return response;
  if (!Object.hasOwn(body, name)) return response;
  return withTag(response, toTag((body as Readonly<Record<string, unknown>>)[name]));
}

const toTag = (entity: unknown): string =>
  `"${createHash('sha256')
    .update(JSON.stringify(sortKeys(entity)))
    .digest('base64url')
    .slice(0, 22)}"`;

/** Key order can differ between servers and between responses. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, part]) => [key, sortKeys(part)]));
}
