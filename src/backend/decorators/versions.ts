/**
 * Entity versions for a backend that has none: the version of an entity is a hash of what `GET` shows of it, and
 * conditions are judged before the write is passed on. Changes of one entity through this server follow one
 * another, so they never miss each other; one made elsewhere between the look and the write is overwritten
 * (`BackendFeatures.conditionalWrites`). The look comes first: a change that is both stale and refused for another
 * reason answers 412.
 */
import { createHash } from 'node:crypto';
import { preconditionProblem } from '../model/precondition';
import type { Engine, EngineRequest, EngineResponse, RequestCaller } from '../contract/engine';

const ENTITY =
  /^\/_(?:plugins|opendistro)\/_security\/api\/(roles|rolesmapping|internalusers|actiongroups?|tenants)\/([^/]+)\/*$/;
const CHANGES: readonly string[] = ['PUT', 'PATCH', 'DELETE'];
const CONDITIONS = ['if-match', 'if-none-match'] as const;

/** @param engine - whose `features.entityVersions` is false */
export function withVersions(engine: Engine): Engine {
  const turns = new Turns();
  return {
    features: { ...engine.features, entityVersions: true },
    identityMaxAgeMs: engine.identityMaxAgeMs,
    identify: (caller) => engine.identify(caller),
    request: async (caller, request) => {
      const asked = entityOf(request.path);
      if (!asked) return engine.request(caller, request);
      const { key, name } = asked;
      const look = async () => {
        const { path } = request;
        return tagged(await engine.request(caller, { method: 'GET', path }), name);
      };
      if (CHANGES.includes(request.method))
        return turns.run(key, () => changed(engine, caller, request, name, look));
      const answer = await engine.request(caller, request);
      if (request.method !== 'GET' || answer.statusCode !== 200) return answer;
      // What is shown in part or as a text says nothing of the whole.
      return Object.keys(request.query ?? {}).length === 0
        ? tagged(answer, name)
        : withTag(answer, (await look()).headers['etag']);
    },
    find: async (caller, query) => {
      const answer = await engine.find(caller, query);
      if (!answer.ok) return answer;
      const items = answer.result.items.map((item) => ({ ...item, version: tagOf(item.entity) }));
      return { ok: true, result: { ...answer.result, items } };
    },
    auditEvents: (caller, query) => engine.auditEvents(caller, query),
    history: engine.history,
    decide: (question) => engine.decide(question),
    explain: (caller, question) => engine.explain(caller, question),
    effectivePermissions: (caller, userName) => engine.effectivePermissions(caller, userName),
  };
}

async function changed(
  engine: Engine,
  caller: RequestCaller,
  request: EngineRequest,
  name: string,
  look: () => Promise<EngineResponse>
): Promise<EngineResponse> {
  if (CONDITIONS.some((condition) => request.headers?.[condition] !== undefined)) {
    const { statusCode, headers, body } = await look();
    const isThere = statusCode === 200;
    if (!isThere && statusCode !== 404) return { statusCode, headers, body };
    const tag = isThere ? headers['etag'] : undefined;
    // What is not there cannot be deleted or patched: the backend says so itself.
    const isJudged = isThere || request.method === 'PUT';
    const problem = isJudged ? preconditionProblem(request, name, tag) : undefined;
    if (problem !== undefined) return preconditionFailed(problem, tag);
  }
  const answer = await engine.request(caller, { ...request, headers: unconditional(request) });
  if (request.method === 'DELETE' || answer.statusCode >= 300) return answer;
  return withTag(answer, (await look()).headers['etag']);
}

/** A name that cannot be decoded is for the backend to refuse. `key`: the same, whichever way it is written. */
function entityOf(path: string): { readonly key: string; readonly name: string } | undefined {
  const [, type, segment] = ENTITY.exec(path) ?? [];
  if (type === undefined || segment === undefined) return undefined;
  try {
    const name = decodeURIComponent(segment);
    return { key: `${type.replace(/s$/, '')}/${name}`, name };
  } catch {
    return undefined;
  }
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

const unconditional = ({ headers = {} }: EngineRequest): EngineRequest['headers'] =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !(CONDITIONS as readonly string[]).includes(name))
  );

const preconditionFailed = (message: string, etag: string | undefined): EngineResponse => ({
  statusCode: 412,
  headers: {
    'content-type': 'application/json; charset=UTF-8',
    ...(etag !== undefined && { etag }),
  },
  body: { status: 'PRECONDITION_FAILED', message },
});

/** One change of an entity at a time. */
class Turns {
  private readonly last = new Map<string, Promise<unknown>>();

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    const settled = mine.catch(() => undefined);
    this.last.set(key, settled);
    try {
      return await mine;
    } finally {
      if (this.last.get(key) === settled) this.last.delete(key);
    }
  }
}
