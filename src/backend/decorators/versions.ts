/**
 * Entity versions for a backend without them: hashes of the `GET` response, checked before the
 * write is passed on. A change elsewhere in between is overwritten
 * (`BackendFeatures.conditionalWrites`).
 */
import { createHash } from 'node:crypto';
import type { Entity } from '../../contracts/entities';
import type { EngineSupplies } from '../api/backend';
import type { Engine, EngineRequest, EngineResponse, RequestCaller } from '../api/engine';
import { message } from '../model/responses';
import { preconditionProblem } from '../model/precondition';
import { backendPrecheck } from './backend_precheck';
import { entityOf } from './targets';

const CHANGES: readonly string[] = ['PUT', 'PATCH', 'DELETE'];
const CONDITIONS: readonly string[] = ['if-match', 'if-none-match'];

/** @param engine - an engine with `features.entityVersions` false */
export const withVersions = (engine: Engine, settings: EngineSupplies['settings']): Engine => ({
  ...engine,
  features: { ...engine.features, entityVersions: true },
  request: async (caller, request) => {
    const target = entityOf(request);
    if (!target) return engine.request(caller, request);
    const readCurrent = async () => {
      const { path } = request;
      return tagged(await engine.request(caller, { method: 'GET', path }), target.name);
    };
    if (CHANGES.includes(request.method)) {
      const error = await conditionError(engine, settings, caller, request, readCurrent);
      if (error) return error;
      const response = await engine.request(caller, unconditional(request));
      if (request.method === 'DELETE' || response.statusCode >= 300) return response;
      // The change is made, even if the backend is lost before it tells the version.
      const current = await readCurrent().catch(() => undefined);
      return withTag(response, current?.headers['etag']);
    }
    const response = await engine.request(caller, request);
    if (request.method !== 'GET' || response.statusCode !== 200) return response;
    // A partial or plain-text response is not enough to compute the version.
    return Object.keys(request.query ?? {}).length === 0
      ? tagged(response, target.name)
      : withTag(response, (await readCurrent()).headers['etag']);
  },
  find: async (caller, query) => {
    const response = await engine.find(caller, query);
    if (!response.ok) return response;
    const items = response.result.items.map((item) => ({ ...item, version: tagOf(item.entity) }));
    return { ok: true, result: { ...response.result, items } };
  },
});

async function conditionError(
  engine: Engine,
  settings: EngineSupplies['settings'],
  caller: RequestCaller,
  request: EngineRequest,
  readCurrent: () => Promise<EngineResponse>
): Promise<EngineResponse | undefined> {
  const target = entityOf(request);
  if (!target || !CONDITIONS.some((name) => request.headers?.[name] !== undefined))
    return undefined;
  const current = await readCurrent();
  const isThere = current.statusCode === 200;
  if (!isThere && current.statusCode !== 404) return current;
  // The backend reports deleting or patching a missing entity itself.
  if (!isThere && request.method !== 'PUT') return undefined;
  const tag = isThere ? current.headers['etag'] : undefined;
  const problem = preconditionProblem(request, target.name, tag);
  if (problem === undefined) return undefined;
  const present = isThere ? (current.body as Record<string, Entity>)[target.name] : undefined;
  return (
    (await backendPrecheck(engine, settings, caller, request, { ...target, present })) ??
    message(412, problem, tag === undefined ? {} : { etag: tag })
  );
}

const withTag = (response: EngineResponse, etag: string | undefined): EngineResponse =>
  etag === undefined ? response : { ...response, headers: { ...response.headers, etag } };

function tagged(response: EngineResponse, name: string): EngineResponse {
  const { statusCode, body } = response;
  if (statusCode !== 200 || typeof body !== 'object' || body === null) return response;
  if (!Object.hasOwn(body, name)) return response;
  return withTag(response, tagOf((body as Readonly<Record<string, unknown>>)[name]));
}

const tagOf = (entity: unknown): string =>
  `"${createHash('sha256')
    .update(JSON.stringify(sorted(entity)))
    .digest('base64url')
    .slice(0, 22)}"`;

/** Key order can differ between servers and between responses. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, part]) => [key, sorted(part)]));
}

const unconditional = (request: EngineRequest): EngineRequest => ({
  ...request,
  headers: Object.fromEntries(
    Object.entries(request.headers ?? {}).filter(([name]) => !CONDITIONS.includes(name))
  ),
});
