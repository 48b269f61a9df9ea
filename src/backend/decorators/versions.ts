/**
 * Entity versions for a backend that has none: the version of an entity is a hash of what `GET`
 * shows of it, and conditions are judged before the write is passed on. One that somebody makes
 * elsewhere between the look and the write is overwritten (`BackendFeatures.conditionalWrites`).
 */
import { createHash } from 'node:crypto';
import type { Entity } from '../../contracts/entities';
import type { EngineSupplies } from '../contract/backend';
import type { Engine, EngineRequest, EngineResponse, RequestCaller } from '../contract/engine';
import { message } from '../model/answers';
import { preconditionProblem } from '../model/precondition';
import { decorated } from './decorated';
import { earlierRefusal } from './earlier_refusal';
import { entityOf } from './targets';

const CHANGES: readonly string[] = ['PUT', 'PATCH', 'DELETE'];
const CONDITIONS: readonly string[] = ['if-match', 'if-none-match'];

/** @param engine - whose `features.entityVersions` is false */
export const withVersions = (engine: Engine, settings: EngineSupplies['settings']): Engine =>
  decorated(engine, {
    features: { ...engine.features, entityVersions: true },
    request: async (caller, request) => {
      const asked = entityOf(request);
      if (!asked) return engine.request(caller, request);
      const look = async () => {
        const { path } = request;
        return tagged(await engine.request(caller, { method: 'GET', path }), asked.name);
      };
      if (CHANGES.includes(request.method)) {
        const refusal = await conditionRefusal(engine, settings, caller, request, look);
        if (refusal) return refusal;
        const answer = await engine.request(caller, unconditional(request));
        if (request.method === 'DELETE' || answer.statusCode >= 300) return answer;
        return withTag(answer, (await look()).headers['etag']);
      }
      const answer = await engine.request(caller, request);
      if (request.method !== 'GET' || answer.statusCode !== 200) return answer;
      // What is shown in part or as a text says nothing of the whole.
      return Object.keys(request.query ?? {}).length === 0
        ? tagged(answer, asked.name)
        : withTag(answer, (await look()).headers['etag']);
    },
    find: async (caller, query) => {
      const answer = await engine.find(caller, query);
      if (!answer.ok) return answer;
      const items = answer.result.items.map((item) => ({ ...item, version: tagOf(item.entity) }));
      return { ok: true, result: { ...answer.result, items } };
    },
  });

async function conditionRefusal(
  engine: Engine,
  settings: EngineSupplies['settings'],
  caller: RequestCaller,
  request: EngineRequest,
  look: () => Promise<EngineResponse>
): Promise<EngineResponse | undefined> {
  const asked = entityOf(request);
  if (!asked || !CONDITIONS.some((name) => request.headers?.[name] !== undefined)) return undefined;
  const seen = await look();
  const isThere = seen.statusCode === 200;
  if (!isThere && seen.statusCode !== 404) return seen;
  // What is not there cannot be deleted or patched: the backend says so itself.
  if (!isThere && request.method !== 'PUT') return undefined;
  const tag = isThere ? seen.headers['etag'] : undefined;
  const problem = preconditionProblem(request, asked.name, tag);
  if (problem === undefined) return undefined;
  const present = isThere ? (seen.body as Record<string, Entity>)[asked.name] : undefined;
  return (
    (await earlierRefusal(engine, settings, caller, request, { ...asked, present })) ??
    message(412, problem, tag === undefined ? {} : { etag: tag })
  );
}

const withTag = (answer: EngineResponse, etag: string | undefined): EngineResponse =>
  etag === undefined ? answer : { ...answer, headers: { ...answer.headers, etag } };

function tagged(answer: EngineResponse, name: string): EngineResponse {
  const { statusCode, body } = answer;
  if (statusCode !== 200 || typeof body !== 'object' || body === null) return answer;
  if (!Object.hasOwn(body, name)) return answer;
  return withTag(answer, tagOf((body as Readonly<Record<string, unknown>>)[name]));
}

const tagOf = (entity: unknown): string =>
  `"${createHash('sha256')
    .update(JSON.stringify(sorted(entity)))
    .digest('base64url')
    .slice(0, 22)}"`;

/** Two servers, and two answers of one, may order keys differently. */
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
