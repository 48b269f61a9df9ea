/** The changes that a request of the management API would make, from its body. */
import { isJsonObject, patchBase } from '../model/entity_shape';
import type { Entity, ResourceType } from '../../contracts/entities';
import { type Change, DOCUMENT_NAME, type EntityChange } from '../api/change';
import { applyPatch, parsePatch } from '../changes/json_patch';
import { normaliseEntity, type Payload, readBody, toBoolean } from '../model/payload';
import type { ConfigurationReader, EngineRequest } from '../api/engine';
import { entityOf, type Target } from './targets';

/** `undefined` for requests that cannot be predicted, such as invalid ones. */
export async function proposalOf(
  request: EngineRequest,
  targets: readonly Target[],
  configuration: ConfigurationReader
): Promise<readonly Change[] | undefined> {
  const entities = targets.filter((target) => target.kind === 'entity');
  const before = new Map<string, Entity | undefined>();
  for (const { type, name } of entities) before.set(name, await configuration.entity(type, name));
  const isList = targets.some((target) => target.kind === 'document' && target.id === 'allowlist');
  const list = isList ? ((await configuration.document('allowlist')) ?? {}) : {};
  try {
    if (isList)
      return [{ type: 'allowlist', name: DOCUMENT_NAME, after: listAfter(request, list) }];
    const type = entities[0]?.type;
    return type && changesOf(request, type, before);
  } catch {
    return undefined;
  }
}

function changesOf(
  request: EngineRequest,
  type: ResourceType,
  entities: ReadonlyMap<string, Entity | undefined>
): readonly EntityChange[] | undefined {
  const single = entityOf(request)?.name;
  if (request.method === 'DELETE') return changeOf(type, single, entities, undefined);
  const body = readBody(request);
  if (request.method === 'PUT') return changeOf(type, single, entities, body as Payload);
  if (request.method !== 'PATCH') return undefined;
  // The backend reports that it does not exist.
  if (single !== undefined && !entities.get(single)) return [];
  const operations = parsePatch(body);
  const documents = [...entities].map(([name, entity]) => [name, entity] as const);
  const patched = patchedBy((shape) =>
    single === undefined
      ? applyPatch(
          Object.fromEntries(
            documents.flatMap(([name, entity]) => (entity ? [[name, shape(entity)]] : []))
          ),
          operations
        )
      : { [single]: applyPatch(shape(entities.get(single) as Entity), operations) }
  );
  return [...entities.keys()].flatMap((name) =>
    changeOf(type, name, entities, Object.hasOwn(patched, name) ? patched[name] : undefined)
  );
}

/**
 * Patches apply to entities without default values. If that fails, try with defaults, because some
 * backends keep them.
 */
function patchedBy(
  apply: (shape: (entity: Entity) => Payload) => unknown
): Record<string, Payload> {
  const lean = (entity: Entity): Payload => ({
    ...('hash' in entity && { hash: '' }),
    ...patchBase(entity),
  });
  try {
    return apply(lean) as Record<string, Payload>;
  } catch {
    return apply((entity) => ({ ...entity })) as Record<string, Payload>;
  }
}

function changeOf(
  type: ResourceType,
  name: string | undefined,
  entities: ReadonlyMap<string, Entity | undefined>,
  payload: Payload | undefined
): readonly EntityChange[] {
  if (name === undefined) return [];
  const before = entities.get(name);
  const flags = { reserved: before?.reserved, hidden: before?.hidden, static: before?.static };
  const after = payload && normaliseEntity(type, payload, flags);
  const isSecretSent = [payload?.['password'], payload?.['hash']].some(
    (secret) => typeof secret === 'string' && secret !== ''
  );
  const isCredentialChanged = isSecretSent || (type === 'internalusers' && payload === undefined);
  return before === undefined && after === undefined
    ? []
    : [{ type, name, before, after, isCredentialChanged }];
}

function listAfter(request: EngineRequest, list: Payload): Payload {
  const body = readBody(request);
  const next =
    request.method === 'PATCH'
      ? (applyPatch({ config: list }, parsePatch(body)) as { config: unknown }).config
      : body;
  if (!isJsonObject(next)) throw new TypeError('no allow list');
  return { ...next, enabled: toBoolean(next['enabled']) ?? false };
}
