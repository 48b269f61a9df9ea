/** PATCH of one entity and of a collection. */
import { isEqual } from 'lodash';
import { patchBase } from '../../../model/entity_shape';
import type { Entity, InternalUser } from '../../../../contracts/entities';
import { isServiceAccount } from '../../../model/service_account';
import type { EntityStore, StoredEntity } from '../../configuration_store/entity_store';
import type { EngineResponse } from '../../../api/engine';
import {
  guardedWrite,
  type RequestContext,
  type Handler,
  type RestDeps,
} from '../request/request_context';
import { apply, appliedInSteps, noChange, readPatch } from '../request/document_patch';
import {
  checkPassword,
  getHash,
  getName,
  toNotFound,
  getRights,
  rulesFor,
  withoutPassword,
} from './entity_change';
import { refuseMeta } from '../request/meta_name';
import { checkPreconditions, entityTag } from '../responses/entity_tag';
import { firstSegments, replacesWhole } from '../../../changes/json_patch';
import { yieldBetween, runInSlices, type SliceOptions } from '../../../scheduling/cooperative_task';
import { FIND_LIMITS } from '../../../../contracts/limits';
import { patternCountFailure } from '../request/pattern_validation';
import {
  BODY_REQUIRED,
  checkPayload,
  entityFrom,
  getObject,
  type Payload,
} from '../../../model/payload';
import { getAttributes, protection, type Resource } from './resource';
import {
  badRequest,
  invalid,
  message,
  notAvailable,
  refuseIf,
  RestError,
} from '../../../model/responses';

interface Change {
  readonly name: string;
  /** The version the patch was applied to. */
  readonly before?: StoredEntity;
  /** The patched entity; absent if it is to be removed. */
  readonly after?: unknown;
}

interface Patched extends Change {
  readonly after?: Payload;
  /** The entity made of `after`, if that succeeded before the write. */
  readonly entity?: Entity;
  readonly hash?: string;
  /** Whether the caller sent a password or a hash. */
  readonly isSecretSent?: boolean;
}

export function patchOneHandler(deps: RestDeps, resource: Resource): Handler {
  return async (call) => {
    const name = getName(resource, call);
    const operations = readPatch(call);
    return retrying(async () => {
      const before = deps.store.read(resource.type, name);
      if (!before) return toNotFound(resource, name);
      refuseIf(protection(name, before.entity, getRights(call)));
      checkPreconditions(call.request, name, before.revision);
      const document = toDocument(deps.store, before);
      const after = apply(document, operations);
      if (isEqual(document, after)) return noChange();
      const change = { name, before, after };
      const patched = await prepare(deps, resource, call, change, document);
      const read = new Map([[name, before]]);
      return commit(deps, resource, call, read, [patched], ([revision]) =>
        message(
          200,
          `'${name}' updated.`,
          revision === undefined ? {} : { etag: entityTag(revision) }
        )
      );
    });
  };
}

export function patchManyHandler(deps: RestDeps, resource: Resource): Handler {
  return async (call) => {
    const operations = readPatch(call);
    const names = [...new Set(firstSegments(operations))];
    names.forEach(refuseMeta);
    return retrying(async (slices) => {
      const yieldIfDue = yieldBetween(slices.sliceMs);
      const read = new Map<string, StoredEntity | undefined>();
      const documents: [string, Record<string, unknown>][] = [];
      for (const name of names) {
        const stored = deps.store.read(resource.type, name);
        // Checked before the patch is applied, because its outcome would reveal the content.
        if (stored?.entity.hidden && !call.isSuperAdmin) return notAvailable(name);
        read.set(name, stored);
        if (stored) documents.push([name, toDocument(deps.store, stored)]);
        await yieldIfDue();
      }
      const document = Object.fromEntries(documents);
      const after = (await runInSlices(appliedInSteps(document, operations), slices)) as Readonly<
        Record<string, unknown>
      >;
      if (replacesWhole(operations))
        return badRequest('Replacing the whole collection is not supported');
      const entries = knownEntries(read, after);
      const changed = new Set<Change>();
      for (const one of entries) {
        if (!one.before || !isEqual(document[one.name], one.after)) changed.add(one);
        await yieldIfDue();
      }
      if (changed.size === 0) {
        refuseStale(deps.store, resource, read);
        return noChange();
      }
      const bodies = [...changed].map((one) => one.after);
      refuseIf(patternCountFailure(resource.type, bodies));
      const ready: Patched[] = [];
      const rights = getRights(call);
      for (const one of entries) {
        await yieldIfDue();
        if (!changed.has(one)) {
          // Measured: entities that the patch names but leaves unchanged are checked as well.
          refuseIf(resource.check(deps.store, one.name, withoutHash(one.after as Payload), rights));
          continue;
        }
        refuseIf(protection(one.name, one.before?.entity, rights));
        const patched = await prepare(deps, resource, call, one, document[one.name] ?? {});
        // Checked here and again in the transaction: each entity is validated completely before the
        // next one.
        if (patched.after) refuseIf(resource.check(deps.store, one.name, toSent(patched), rights));
        ready.push(complete(resource, patched));
      }
      return commit(deps, resource, call, read, ready, () => message(200, 'Resource updated.'));
    });
  };
}

/**
 * The stored entity without defaults and empty texts; for users including the hash, so that a patch
 * can replace it.
 */
function toDocument(
  store: EntityStore,
  { type, name, entity }: StoredEntity
): Record<string, unknown> {
  const credential = type === 'internalusers' ? store.credential(name) : undefined;
  return { ...(credential && { hash: credential.hash }), ...patchBase(entity) };
}

/**
 * The entities that were read, by name, in the order in which the patch names them, which is the
 * order of the checks.
 */
type ReadEntities = ReadonlyMap<string, StoredEntity | undefined>;

const knownEntries = (
  read: ReadEntities,
  after: Readonly<Record<string, unknown>>
): readonly Change[] =>
  [...read]
    .filter(([name, before]) => before || Object.hasOwn(after, name))
    .map(([name, before]) => ({
      name,
      before,
      ...(Object.hasOwn(after, name) && { after: after[name] }),
    }));

/**
 * Validates one patched entity as PUT would, and hashes its new password.
 * @param old - the document to which the patch was applied
 */
async function prepare(
  deps: RestDeps,
  resource: Resource,
  call: RequestContext,
  change: Change,
  old: Payload
): Promise<Patched> {
  const { name, before } = change;
  if (!Object.hasOwn(change, 'after')) return { name, before };
  const rules = rulesFor(resource, call);
  const after = getObject(change.after, rules);
  // The caller did not send the stored flags, so they are neither lost nor rejected.
  const own = Object.entries(after).filter(
    ([key, value]) => !isUnchangedFlag(before?.entity, key, value)
  );
  const payload: Payload = Object.fromEntries(own);
  if (own.length === 0) throw new RestError(invalid(BODY_REQUIRED));
  const changedKeys = new Set(
    Object.keys(payload).filter((key) => !isEqual(old[key], payload[key]))
  );
  checkPayload(payload, rules, deps.settings, changedKeys);
  getName(resource, { ...call, params: { name } });
  const isUser = resource.type === 'internalusers';
  if (isUser) await checkPassword(deps, call, name, payload);
  const isSecretSent = changedKeys.has('password') || changedKeys.has('hash');
  const isNewHash = isSecretSent || becomesServiceAccount(before?.entity, payload);
  const hash = isUser && isNewHash ? await getHash(deps, call, payload) : undefined;
  return { name, before, after, hash, isSecretSent };
}

/**
 * A body that cannot become an entity is rejected when it is written, after all others are
 * validated.
 */
function complete({ type }: Resource, patched: Patched): Patched {
  if (!patched.after) return patched;
  try {
    return { ...patched, entity: entityFrom(type, patched.after) };
  } catch {
    return patched;
  }
}

/** A deliberate deviation: the real engine invalidates the password only with PUT. */
const becomesServiceAccount = (before: Entity | undefined, payload: Payload): boolean =>
  isServiceAccount(getAttributes(payload)) &&
  !isServiceAccount((before as InternalUser | undefined)?.attributes);

const isUnchangedFlag = (entity: Entity | undefined, key: string, value: unknown): boolean =>
  (key === 'reserved' || key === 'hidden' || key === 'static') &&
  value === true &&
  entity?.[key] === true;

/** The stored version changed between reading and writing; the patch is applied again. */
class StaleError extends Error {}

/**
 * Verifies that all entities read are unchanged. They were read in batches, and thus all existed at
 * one moment.
 */
function refuseStale(store: EntityStore, { type }: Resource, read: ReadEntities): void {
  const now = store.revisions(type, [...read.keys()]);
  for (const [name, stored] of read) if (now.get(name) !== stored?.revision) throw new StaleError();
}

function commit(
  deps: RestDeps,
  resource: Resource,
  call: RequestContext,
  read: ReadEntities,
  patched: readonly Patched[],
  response: (revisions: readonly (number | undefined)[]) => EngineResponse
): Promise<EngineResponse> {
  const rights = getRights(call);
  const isUser = resource.type === 'internalusers';
  return guardedWrite(deps, call, (store) => {
    refuseStale(store, resource, read);
    const revisions = patched.map((one) => {
      const { name, after, hash } = one;
      if (!after) {
        store.delete(resource.type, name);
        return undefined;
      }
      refuseIf(resource.check(store, name, toSent(one), rights));
      // Measured: 500 for a patch, 400 for PUT.
      if (isUser && one.before && hash === undefined && !store.credential(name))
        throw new RestError(message(500, withoutPassword(name)));
      const entity = one.entity ?? entityFrom(resource.type, after);
      return store.put(resource.type, name, entity, { hash, before: one.before?.entity }).revision;
    });
    return response(revisions);
  });
}

const toSent = ({ after = {}, isSecretSent }: Patched): Payload =>
  isSecretSent ? after : withoutHash(after);

/** An unchanged hash counts as not sent. */
const withoutHash = ({ hash: _hash, ...after }: Payload): Payload => after;

/**
 * In each round at least one writer succeeds, so this many concurrent patches of one entity all
 * succeed.
 */
const MAX_ATTEMPTS = 100;
/**
 * Attempts that yield to other requests. Later ones do not yield, because other changes could
 * overtake the patch forever.
 */
const YIELDING_ATTEMPTS = 3;

async function retrying(
  work: (slices: SliceOptions) => Promise<EngineResponse> | EngineResponse
): Promise<EngineResponse> {
  const endless = Number.POSITIVE_INFINITY;
  for (let attempt = 1; ; attempt++) {
    const sliceMs = attempt > YIELDING_ATTEMPTS ? endless : FIND_LIMITS.sliceMs;
    try {
      return await work({ sliceMs, limitMs: endless });
    } catch (error) {
      if (!(error instanceof StaleError)) throw error;
      if (attempt === MAX_ATTEMPTS)
        return message(409, 'version conflict: the resource keeps changing. Try again.');
    }
  }
}
