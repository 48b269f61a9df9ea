/** The changes that a request would make, from its body and the present state of its targets. */
import { isSameEntry, type Entity, type ResourceType } from '../../../contracts/entities';
import {
  type Change,
  DOCUMENT_NAME,
  type EntityChange,
  entityChanges,
  isEntityType,
} from '../../api/change';
import type { ConfigurationReader, ConfiguredType } from '../../api/engine';
import { isJsonObject, patchBase } from '../../model/entity_shape';
import { normaliseEntity, type Payload, toBoolean } from '../../model/payload';
import { applyPatch, type SentOperation } from '../json_patch';
import { type ChangeRequest, type Target, targetKey } from './change_request';

interface TargetState {
  readonly type: ConfiguredType;
  readonly name: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What exists of the targets, by their keys. */
export type TargetStates = ReadonlyMap<string, TargetState>;

export async function readStates(
  targets: readonly Target[],
  configuration: ConfigurationReader
): Promise<TargetStates> {
  const found = new Map<string, TargetState>();
  const add = (type: ConfiguredType, name: string, body: object | undefined): void => {
    if (body) found.set(targetKey({ type, name }), { type, name, body: { ...body } });
  };
  for (const { type, name } of targets) {
    if (!isEntityType(type)) add(type, DOCUMENT_NAME, await configuration.document(type));
    else if (name !== undefined) add(type, name, await configuration.entity(type, name));
    else for (const [each, entity] of await configuration.entities(type)) add(type, each, entity);
  }
  return found;
}

/** The differences between two states. */
export function changesBetween(
  before: TargetStates,
  after: TargetStates,
  isCredentialChanged: (change: { readonly type: ConfiguredType; readonly name: string }) => boolean
): readonly Change[] {
  return [...new Map([...before, ...after]).entries()].map(([key, { type, name }]) => {
    const [old, now] = [before.get(key)?.body, after.get(key)?.body];
    if (!isEntityType(type)) return { type, name: DOCUMENT_NAME, before: old, after: now ?? {} };
    const isGone = type === 'internalusers' && now === undefined;
    return {
      type,
      name,
      before: old as Entity | undefined,
      after: now as Entity | undefined,
      isCredentialChanged: isGone || isCredentialChanged({ type, name }),
    };
  });
}

/**
 * @param before - states of the targets of the request
 * @returns `undefined` for requests that cannot be predicted, such as invalid ones
 */
export function predictChanges(
  change: ChangeRequest,
  before: TargetStates
): readonly Change[] | undefined {
  const [target] = change.targets;
  try {
    if (target?.type === 'allowlist') {
      const present = before.get(targetKey(target))?.body;
      const after = allowListAfter(change, present ?? {});
      return [{ type: 'allowlist', name: DOCUMENT_NAME, before: present, after }];
    }
    if (!target || !isEntityType(target.type) || target.name === undefined) return undefined;
    return entitiesAfter(change, target.type, before);
  } catch {
    return undefined;
  }
}

/** Whether the entities are what the request would have made of them. */
export async function isAsPredicted(
  change: ChangeRequest,
  before: TargetStates,
  configuration: ConfigurationReader
): Promise<boolean> {
  const predicted = entityChanges(predictChanges(change, before) ?? []);
  for (const { type, name, after } of predicted) {
    const now = await configuration.entity(type, name);
    if (!(now && after ? isSameEntry(type, now, after) : now === after)) return false;
  }
  return predicted.length > 0;
}

function entitiesAfter(
  { request, targets, entity, body, operations }: ChangeRequest,
  type: ResourceType,
  before: TargetStates
): readonly EntityChange[] | undefined {
  const present = (name: string) =>
    before.get(targetKey({ type, name }))?.body as Entity | undefined;
  const single = entity?.name;
  const findChanged = (payload: Payload | undefined): readonly EntityChange[] =>
    single === undefined ? [] : findChange(type, single, present(single), payload);
  if (request.method === 'DELETE') return findChanged(undefined);
  if (!body) return undefined;
  if (request.method === 'PUT') return findChanged(body.value as Payload);
  if (request.method !== 'PATCH') return undefined;
  // The backend reports that it does not exist.
  if (single !== undefined && !present(single)) return [];
  if (!operations) return undefined;
  const names = targets.flatMap(({ name }) => name ?? []);
  const patched = patchedBy(operations, single, (shape) =>
    names.flatMap((name) => {
      const found = present(name);
      return found ? [[name, shape(found)] as const] : [];
    })
  );
  return names.flatMap((name) =>
    findChange(type, name, present(name), Object.hasOwn(patched, name) ? patched[name] : undefined)
  );
}

/**
 * Patches apply to entities without default values. If that fails, try with defaults, because some
 * backends keep them.
 */
function patchedBy(
  operations: readonly SentOperation[],
  single: string | undefined,
  documents: (shape: (entity: Entity) => Payload) => ReadonlyArray<readonly [string, Payload]>
): Record<string, Payload> {
  const apply = (shape: (entity: Entity) => Payload) => {
    const all = Object.fromEntries(documents(shape));
    const patched =
      single === undefined
        ? applyPatch(all, operations)
        : { [single]: applyPatch(all[single], operations) };
    return patched as Record<string, Payload>;
  };
  const lean = (entity: Entity): Payload => ({
    ...('hash' in entity && { hash: '' }),
    ...patchBase(entity),
  });
  try {
    return apply(lean);
  } catch {
    return apply((entity) => ({ ...entity }));
  }
}

function findChange(
  type: ResourceType,
  name: string,
  before: Entity | undefined,
  payload: Payload | undefined
): readonly EntityChange[] {
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

function allowListAfter({ request, body, operations }: ChangeRequest, list: Payload): Payload {
  if (!body || (request.method === 'PATCH' && !operations)) throw new TypeError('no allow list');
  const next =
    request.method === 'PATCH'
      ? (applyPatch({ config: list }, operations ?? []) as { config: unknown }).config
      : body.value;
  if (!isJsonObject(next)) throw new TypeError('no allow list');
  return { ...next, enabled: toBoolean(next['enabled']) ?? false };
}
